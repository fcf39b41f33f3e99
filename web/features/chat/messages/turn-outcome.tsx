import { CircleAlert, RotateCcw } from 'lucide-react';
import { lazy, Suspense } from 'react';

import type { Message } from '../../../../src/contract/common.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { cutOf } from '../../../../src/shared/reply-status.ts';
import type { LimitInfo, TurnNote } from '../../../state/local-turns.ts';
import { Button } from '../../../ui/button.tsx';
import { limitText } from './limit-text.ts';
import { isPlanLimit, isRetryable, failedTurnText } from '../engine/reply-failure.ts';
import { useTranslations as useAskingTexts } from '../asking-texts.ts';
import { useTranslations } from '../texts.ts';
import type { TurnActions } from './turn-props.ts';
import styles from './turn.module.css';

interface TurnOutcomeProps {
  readonly message: Message;
  readonly note: TurnNote | undefined;
  readonly isLast: boolean;
  readonly busy: boolean;
  readonly actions: TurnActions;
}

type RetryProps = Pick<TurnOutcomeProps, 'message' | 'busy' | 'actions'>;

const Retry = ({ message, busy, actions: { onRetry } }: RetryProps) => {
  const t = useTranslations();
  return (
    onRetry && (
      <Button size="s" icon={<RotateCcw aria-hidden="true" />} disabled={busy} onClick={() => onRetry(message.id)}>
        {t('retry')}
      </Button>
    )
  );
};

interface LimitProps {
  readonly of: LimitInfo | null | undefined;
  readonly offersPlans: boolean;
}

/** The limit that refused, when it resets, and what helps. */
const Limit = ({ of, offersPlans }: LimitProps) => {
  const t = useAskingTexts();
  const { now } = useBrowserEnv();
  const text = of && limitText(of, { now: now(), offersPlans }, t);
  return text ? <p className={styles['limit']}>{text}</p> : null;
};

/** Fetched with the first failure: the texts of all that a server can say are many. */
const FailureAdvice = lazy(() => import('./failure-advice.tsx'));

/** Whether a failed reply is nothing but its failure, which has the button to ask again. */
export const isRetriedInPlace = (
  { status, content, errorCode }: Message,
  { onRetry }: Pick<TurnActions, 'onRetry'>,
): boolean => status === 'error' && content === '' && isRetryable(errorCode) && onRetry !== undefined;

const Failure = ({ message, note, ...rest }: Omit<TurnOutcomeProps, 'isLast'>) => {
  const t = useTranslations();
  const { errorCode } = message;
  const onPlans = note?.limit?.custom ? undefined : rest.actions.onPlans;
  const offersPlans = onPlans !== undefined;
  const text = failedTurnText(errorCode, note, offersPlans);
  return (
    <div className={styles['failure']} role="alert" data-testid="message-error">
      <CircleAlert aria-hidden="true" />
      <div className={styles['reason']}>
        <p>
          {note?.advice ? (
            <Suspense fallback={text}>
              <FailureAdvice advice={note.advice} otherwise={text} />
            </Suspense>
          ) : (
            text
          )}
        </p>
        <Limit of={note?.limit} offersPlans={offersPlans} />
      </div>
      {onPlans && isPlanLimit(errorCode) ? (
        <Button size="s" variant="primary" onClick={onPlans}>
          {t('seePlans')}
        </Button>
      ) : null}
      {isRetryable(errorCode) ? <Retry message={message} {...rest} /> : null}
    </div>
  );
};

/**
 * Asks for the rest of the last reply. Where only the line was lost the server may still be writing
 * it: then Retry looks there.
 */
const Continue = ({ message, note, isLast, busy, actions: { onContinue } }: TurnOutcomeProps) => {
  const t = useTranslations();
  if (!onContinue || !isLast || message.content === '' || note?.lost) return null;
  return (
    <Button size="s" disabled={busy} onClick={onContinue}>
      {t('goOn')}
    </Button>
  );
};

const UNFINISHED = {
  stopped: 'stopped',
  interrupted: 'interrupted',
  complete: 'lengthLimit',
  length: 'lengthLimit',
  filtered: 'withheld',
} as const;

/** What this page was told of an interruption, where nothing better is known. */
const ownText = (message: Message, note: TurnNote | undefined): string | undefined =>
  message.status === 'interrupted' && cutOf(message) === undefined ? note?.text : undefined;

/** How a reply ended, where it did not simply end: what happened, and what to do about it. */
export const TurnOutcome = (props: TurnOutcomeProps) => {
  const t = useTranslations();
  const { message, note, busy, actions } = props;
  const { status, errorCode } = message;
  if (status === 'error') return <Failure message={message} note={note} busy={busy} actions={actions} />;
  if (status === 'streaming' || (status === 'complete' && errorCode === null)) return null;
  return (
    <div className={styles['note']}>
      <p>{ownText(message, note) || t(UNFINISHED[cutOf(message) ?? status])}</p>
      {status === 'interrupted' ? <Retry message={message} busy={busy} actions={actions} /> : null}
      <Continue {...props} />
    </div>
  );
};
