import { useEffect, useState } from 'react';

import type { ReplySnapshot } from './live-reply.ts';
import styles from './turn.module.css';

const STEPS = ['Searching', 'Processing', 'Generating'] as const;
const STEP_MS = 2_000;

const LINES = {
  reconnecting: 'Connection lost. Reconnecting…',
  offline: 'You are offline. The reply goes on as soon as you are back.',
} as const;

/** What happens while nothing is to be read yet. */
export const StreamStatus = () => {
  const [step, setStep] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setStep((at) => (at + 1) % STEPS.length), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={styles['status']} data-testid="stream-status">
      <span aria-hidden="true" className={styles['pulse']} />
      {STEPS[step]}
    </p>
  );
};

/** Says so when the line to the server is gone; nothing while it stands. */
export const LineNote = ({ connection }: { readonly connection: ReplySnapshot['connection'] }) =>
  (connection === 'open' ? null : <p className={styles['note']} role="status">{LINES[connection]}</p>);
