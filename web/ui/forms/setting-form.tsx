import type { FormEvent, ReactNode } from 'react';

import styles from './setting-form.module.css';

interface SettingFormProps {
  readonly onSubmit: (event: FormEvent) => void;
  readonly children: ReactNode;
}

/** What opens in the place of a row of the settings. */
export const SettingForm = ({ onSubmit, children }: SettingFormProps) => (
  <form noValidate className={styles['form']} onSubmit={onSubmit}>
    {children}
  </form>
);

/** What is shown there without being filled in; announced. */
export const SettingStatus = ({ children }: { readonly children: ReactNode }) => (
  <div role="status" className={styles['form']}>
    {children}
  </div>
);

/** The buttons below either. */
export const FormActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['actions']}>{children}</div>
);
