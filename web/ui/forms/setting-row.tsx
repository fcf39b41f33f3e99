import { useId, type ReactNode } from 'react';

import styles from './setting-row.module.css';

interface SettingRowProps {
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** One thing that can be set: its name and a quiet note at the left, its control at the right. */
export const SettingRow = ({ label, note, children }: SettingRowProps) => (
  <div className={styles['row']}>
    <div>
      <div className={styles['label']}>{label}</div>
      {note ? <div className={styles['note']}>{note}</div> : null}
    </div>
    {children ? <div className={styles['value']}>{children}</div> : null}
  </div>
);

/** Rows that belong together, under their name. */
export const SettingSection = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
};
