import { useId, type ReactNode } from 'react';

import styles from './field.module.css';
import { useTranslations } from '../texts.ts';

export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface LabelProps {
  readonly label: string;
  /** What is wrong with the value; announced with the control. */
  readonly error?: string | null | undefined;
  readonly hint?: ReactNode;
  readonly optional?: boolean | undefined;
  /** For screen readers only, where a heading says the same. */
  readonly hideLabel?: boolean | undefined;
}

interface FieldProps extends LabelProps {
  readonly children: (control: ControlProps) => ReactNode;
}

/** A labelled control with its error, else its hint, below it. The render function gets the ids that connect them. */
export const Field = ({ label, error, hint, optional, hideLabel, children }: FieldProps) => {
  const t = useTranslations();
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles['label']}>
        {label}
        {optional ? <span className={styles['optional']}> {t('optional')}</span> : null}
      </label>
      {children({ id, 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': error ? true : undefined })}
      {note ? (
        <p id={`${id}-note`} className={error ? styles['error'] : styles['hint']} role={error ? 'alert' : undefined}>
          {note}
        </p>
      ) : null}
    </div>
  );
};
