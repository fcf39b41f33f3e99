import type { ReactNode } from 'react';

import styles from './checkbox.module.css';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  /** A more precise accessible name, if several checkboxes have the same text. */
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
