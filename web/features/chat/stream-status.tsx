import { useEffect, useState } from 'react';

import type { ReplySnapshot } from './live-reply.ts';
import { useTexts } from './texts.ts';
import styles from './turn.module.css';

const STEPS = ['searching', 'processing', 'generating'] as const;
const STEP_MS = 2_000;
const LINES = { reconnecting: 'reconnecting', offline: 'offline' } as const;

/** What happens while nothing is to be read yet. */
export const StreamStatus = () => {
  const t = useTexts();
  const [step, setStep] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setStep((at) => (at + 1) % STEPS.length), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={styles['status']} data-testid="stream-status">
      <span aria-hidden="true" className={styles['pulse']} />
      {t(STEPS[step] ?? STEPS[0])}
    </p>
  );
};

/** Says so when the line to the server is gone; nothing while it stands. */
export const LineNote = ({ connection }: { readonly connection: ReplySnapshot['connection'] }) => {
  const t = useTexts();
  return connection === 'open' ? null : (
    <p className={styles['note']} role="status">
      {t(LINES[connection])}
    </p>
  );
};

/** The answer is whole and not stored yet. Read out by the announcer. */
export const SavingNote = () => {
  const t = useTexts();
  return (
    <p className={`${styles['note']} ${styles['saving']}`} data-testid="saving">
      <span aria-hidden="true" className={styles['pulse']} />
      {t('saving')}
    </p>
  );
};
