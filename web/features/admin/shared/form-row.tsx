import type { ReactNode } from 'react';

import { Switch } from '../../../ui/forms/switch.tsx';
import { OriginLabel } from '../config/config-form.tsx';
import styles from './forms.module.css';

interface RowNoteProps {
  readonly note?: ReactNode;
  /** The path of the value, whose origin is shown after the note. */
  readonly path?: readonly string[] | undefined;
}

interface FormRowProps extends RowNoteProps {
  readonly name: ReactNode;
  readonly children: ReactNode;
}

/** The name of a value with a note below it, and its control. */
export const FormRow = ({ name, note, path, children }: FormRowProps) => (
  <div className={styles['row']}>
    <div className={styles['name']}>
      <span>{name}</span>
      {note || path ? (
        <span className={styles['note']}>{path ? <OriginLabel path={path}>{note}</OriginLabel> : note}</span>
      ) : null}
    </div>
    <div className={styles['value']}>{children}</div>
  </div>
);

interface SwitchRowProps extends RowNoteProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export const SwitchRow = ({ label, note, path, checked, onChange }: SwitchRowProps) => (
  <FormRow name={label} note={note} path={path}>
    <Switch label={label} checked={checked} onChange={onChange} />
  </FormRow>
);
