import { useEffect, useState } from 'react';

import type { ReplySnapshot } from '../engine/reply-store.ts';
import { useTranslations } from '../texts.ts';
import styles from './turn.module.css';

const STEPS = ['searching', 'processing', 'generating'] as const;
const STEP_INTERVAL_MS = 2_000;
const CONNECTION_KEYS = { reconnecting: 'reconnecting', offline: 'offline' } as const;

/** What happens while nothing is to be read yet. */
export const StreamStatus = () => {
  const t = useTranslations();
  const [step, setStep] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setStep((at) => (at + 1) % STEPS.length), STEP_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={styles['status']} data-testid="stream-status">
      <span aria-hidden="true" className={styles['pulse']} />
      {t(STEPS[step] ?? STEPS[0])}
    </p>
  );
};

/** Shown while the connection is lost. */
export const ConnectionNote = ({ connection }: { readonly connection: ReplySnapshot['connection'] }) => {
  const t = useTranslations();
  return connection === 'open' ? null : (
    <p className={styles['note']} role="status">
      {t(CONNECTION_KEYS[connection])}
    </p>
  );
};

/** The answer is whole and not stored yet. Read out by the announcer. */
export const SavingNote = () => {
  const t = useTranslations();
  return (
    <p className={`${styles['note']} ${styles['saving']}`} data-testid="saving">
      <span aria-hidden="true" className={styles['pulse']} />
      {t('saving')}
    </p>
  );
};
