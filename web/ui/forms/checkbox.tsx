import type { ReactNode } from 'react';

import styles from './checkbox.module.css';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  /** Says more than the word beside the box, where several boxes bear the same word. */
  readonly label?: string;
  readonly disabled?: boolean;
}

/** A tick with its word; both can be clicked. */
export const Checkbox = ({ checked, onChange, children, label, disabled }: CheckboxProps) => (
  <label className={styles['checkbox']}>
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span>{children}</span>
  </label>
);
