import { CircleAlert, RotateCcw } from 'lucide-react';

import type { Message } from '../../../../src/contract/common.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import type { LimitInfo, TurnNote } from '../../../state/chat-slice.ts';
import { Button } from '../../../ui/button.tsx';
import { limitText } from './limit-text.ts';
import { isPlanLimit, isRetryable, storedFailureText } from '../engine/reply-failure.ts';
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

/** The limit that refused, and when it resets. */
const Limit = ({ of }: { readonly of: LimitInfo | undefined }) => {
  const t = useTranslations();
  const { now } = useBrowserEnv();
  const text = of && limitText(of, now(), t);
  return text ? <p className={styles['limit']}>{text}</p> : null;
};

const Failure = ({ message, note, ...rest }: Omit<TurnOutcomeProps, 'isLast'>) => {
  const t = useTranslations();
  const { errorCode } = message;
  const { onPlans } = rest.actions;
  return (
    <div className={styles['failure']} role="alert" data-testid="message-error">
      <CircleAlert aria-hidden="true" />
      <div className={styles['reason']}>
        <p>{note?.text || storedFailureText(errorCode, t)}</p>
        <Limit of={note?.limit} />
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

/** How a reply ended, where it did not simply end: what happened, and the one thing to do about it. */
export const TurnOutcome = ({ message, note, isLast, busy, actions }: TurnOutcomeProps) => {
  const t = useTranslations();
  const { onContinue } = actions;
  if (message.status === 'error') return <Failure message={message} note={note} busy={busy} actions={actions} />;
  if (message.status === 'stopped') return <p className={styles['note']}>{t('stopped')}</p>;
  if (message.status === 'interrupted') {
    return (
      <div className={styles['note']}>
        <p>{note?.text || t('interrupted')}</p>
        <Retry message={message} busy={busy} actions={actions} />
      </div>
    );
  }
  if (message.status !== 'complete' || message.errorCode === null) return null;
  return (
    <div className={styles['note']}>
      <p>{t('lengthLimit')}</p>
      {onContinue && isLast && (
        <Button size="s" disabled={busy} onClick={onContinue}>
          {t('goOn')}
        </Button>
      )}
    </div>
  );
};
