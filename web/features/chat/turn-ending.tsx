import { CircleAlert, RotateCcw } from 'lucide-react';

import type { Message } from '../../../src/contract/common.ts';
import { usePage } from '../../lib/page.ts';
import type { LimitFacts, TurnNote } from '../../state/chat-slice.ts';
import { Button } from '../../ui/button.tsx';
import { limitText } from './limit-text.ts';
import { isAboutPlan, isWorthRetrying, storedFaultText } from './reply-fault.ts';
import { useTexts } from './texts.ts';
import type { TurnActions } from './turn-props.ts';
import styles from './turn.module.css';

interface TurnEndingProps {
  readonly message: Message;
  readonly note: TurnNote | undefined;
  readonly isLast: boolean;
  readonly busy: boolean;
  readonly actions: TurnActions;
}

type RetryProps = Pick<TurnEndingProps, 'message' | 'busy' | 'actions'>;

const Retry = ({ message, busy, actions: { onRetry } }: RetryProps) => {
  const t = useTexts();
  return (
    onRetry && (
      <Button size="s" icon={<RotateCcw aria-hidden="true" />} disabled={busy} onClick={() => onRetry(message.id)}>
        {t('retry')}
      </Button>
    )
  );
};

/** Which limit it was and when it starts anew, calmly under the refusal. */
const Limit = ({ of }: { readonly of: LimitFacts | undefined }) => {
  const t = useTexts();
  const { now } = usePage();
  const text = of && limitText(of, now(), t);
  return text ? <p className={styles['limit']}>{text}</p> : null;
};

const Failure = ({ message, note, ...rest }: Omit<TurnEndingProps, 'isLast'>) => {
  const t = useTexts();
  const { errorCode } = message;
  const { onPlans } = rest.actions;
  return (
    <div className={styles['failure']} role="alert" data-testid="message-error">
      <CircleAlert aria-hidden="true" />
      <div className={styles['reason']}>
        <p>{note?.text || storedFaultText(errorCode, t)}</p>
        <Limit of={note?.limit} />
      </div>
      {onPlans && isAboutPlan(errorCode) ? (
        <Button size="s" variant="primary" onClick={onPlans}>
          {t('seePlans')}
        </Button>
      ) : null}
      {isWorthRetrying(errorCode) ? <Retry message={message} {...rest} /> : null}
    </div>
  );
};

/** How a reply ended, where it did not simply end: what happened, and the one thing to do about it. */
export const TurnEnding = ({ message, note, isLast, busy, actions }: TurnEndingProps) => {
  const t = useTexts();
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
