import type { ReactNode } from 'react';

import { Switch } from '../../../ui/forms/switch.tsx';
import styles from './forms.module.css';

interface FormRowProps {
  readonly name: ReactNode;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** One value: its name at the left with a quiet line under it, its control at the right. */
export const FormRow = ({ name, note, children }: FormRowProps) => (
  <div className={styles['row']}>
    <div className={styles['name']}>
      <span>{name}</span>
      {note ? <span className={styles['note']}>{note}</span> : null}
    </div>
    <div className={styles['value']}>{children}</div>
  </div>
);

interface SwitchRowProps {
  readonly label: string;
  readonly note?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** One thing that is on or off. */
export const SwitchRow = ({ label, note, checked, onChange }: SwitchRowProps) => (
  <FormRow name={label} note={note}>
    <Switch label={label} checked={checked} onChange={onChange} />
  </FormRow>
);
