import { use, useEffect, useId, useRef, type ReactNode } from 'react';

import { CurrentSection } from './current-section.ts';
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

interface SettingSectionProps {
  readonly title: string;
  /** What an address calls it. */
  readonly name?: string | undefined;
  readonly children: ReactNode;
}

/** Brings the section that an address names into sight, its heading under the hand. */
const useCurrentSection = (name: string | undefined) => {
  const ref = useRef<HTMLHeadingElement>(null);
  const isCurrent = use(CurrentSection) === name && name !== undefined;
  useEffect(() => {
    if (!isCurrent) return;
    ref.current?.scrollIntoView?.({ block: 'start' });
    ref.current?.focus({ preventScroll: true });
  }, [isCurrent]);
  return ref;
};

/** Rows that belong together, under their name. */
export const SettingSection = ({ title, name, children }: SettingSectionProps) => {
  const id = useId();
  const ref = useCurrentSection(name);
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h4 id={id} ref={ref} tabIndex={-1}>
        {title}
      </h4>
      {children}
    </section>
  );
};
