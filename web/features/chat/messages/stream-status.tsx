import { useEffect, useState } from 'react';

import { waitsForPerson } from '../engine/reply-details.ts';
import type { ReplySnapshot } from '../engine/reply-store.ts';
import { Button } from '../../../ui/button.tsx';
import { useTranslations } from '../texts.ts';
import styles from './turn.module.css';

const STEPS = ['searching', 'processing', 'generating'] as const;
const STEP_INTERVAL_MS = 2_000;

/** After this long without anything new the reader learns that it is the model that is slow. */
const STILL_WAITING_MS = 8_000;

/** Grows with everything that a reply receives. */
const progressOf = (reply: ReplySnapshot | null): number =>
  reply === null
    ? 0
    : reply.text.length + reply.thinking.length + reply.steps.length + reply.steps.filter(isStepOver).length;

const isStepOver = ({ state }: ReplySnapshot['steps'][number]): boolean => state !== 'running';

const useIsSilent = (progress: number): boolean => {
  const [silentAt, setSilentAt] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSilentAt(progress), STILL_WAITING_MS);
    return () => clearTimeout(timer);
  }, [progress]);
  return silentAt === progress;
};

interface StreamStatusProps {
  readonly reply: ReplySnapshot | null;
  readonly onStop: (() => void) | undefined;
}

/** What happens while a reply is written, and the way out where nothing happens. */
export const StreamStatus = ({ reply, onStop }: StreamStatusProps) => {
  const t = useTranslations();
  const silent = useIsSilent(progressOf(reply));
  if (reply && waitsForPerson(reply)) return <WaitingNote />;
  return (
    <div className={styles['pending']}>
      {reply?.finishing === 'checking' ? <StatusText text={t('checkingCitations')} /> : <StatusWord />}
      <span role="status">{silent ? <StillWaiting onStop={onStop} /> : null}</span>
    </div>
  );
};

/** Nothing moves: it is the person's turn. The announcer has said so. */
const WaitingNote = () => {
  const t = useTranslations();
  return (
    <p className={styles['note']} data-testid="waits-for-person">
      {t('waitsForYou')}
    </p>
  );
};

const StillWaiting = ({ onStop }: Pick<StreamStatusProps, 'onStop'>) => {
  const t = useTranslations();
  return (
    <span className={styles['still']}>
      {t('stillWaiting')}
      {onStop ? (
        <Button size="s" onClick={onStop}>
          {t('stopWaiting')}
        </Button>
      ) : null}
    </span>
  );
};

const StatusWord = () => {
  const t = useTranslations();
  const [step, setStep] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setStep((at) => (at + 1) % STEPS.length), STEP_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return <StatusText text={t(STEPS[step] ?? STEPS[0])} />;
};

const StatusText = ({ text }: { readonly text: string }) => (
  <p className={styles['status']} data-testid="stream-status">
    <span aria-hidden="true" className={styles['pulse']} />
    {text}
  </p>
);

/** Shown while the connection is lost, or the server has not heard of a stop. */
export const ConnectionNote = ({ connection, stopPending }: Pick<ReplySnapshot, 'connection' | 'stopPending'>) => {
  const t = useTranslations();
  const state = stopPending ? 'stopPending' : connection;
  return state === 'open' ? null : (
    <p className={styles['note']} role="status">
      {t(state)}
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
