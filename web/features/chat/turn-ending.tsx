import { CircleAlert, RotateCcw } from 'lucide-react';

import type { Message } from '../../../src/contract/common.ts';
import { Button } from '../../ui/button.tsx';
import { storedFaultText } from './reply-fault.ts';
import type { TurnActions } from './turn-props.ts';
import styles from './turn.module.css';

interface TurnEndingProps {
  readonly message: Message;
  readonly note: string | undefined;
  readonly isLast: boolean;
  readonly busy: boolean;
  readonly actions: TurnActions;
}

type RetryProps = Pick<TurnEndingProps, 'message' | 'busy' | 'actions'>;

const Retry = ({ message, busy, actions: { onRetry } }: RetryProps) => onRetry && (
  <Button size="s" icon={<RotateCcw aria-hidden="true" />} disabled={busy} onClick={() => onRetry(message.id)}>Retry</Button>
);

const Failure = ({ message, note, ...rest }: Omit<TurnEndingProps, 'isLast'>) => (
  <div className={styles['failure']} role="alert" data-testid="message-error">
    <CircleAlert aria-hidden="true" />
    <p>{note || storedFaultText(message.errorCode)}</p>
    <Retry message={message} {...rest} />
  </div>
);

/** How a reply ended, where it did not simply end: what happened, and the one thing to do about it. */
export const TurnEnding = ({ message, note, isLast, busy, actions }: TurnEndingProps) => {
  const { onContinue } = actions;
  if (message.status === 'error') return <Failure message={message} note={note} busy={busy} actions={actions} />;
  if (message.status === 'stopped') return <p className={styles['note']}>Stopped</p>;
  if (message.status === 'interrupted') {
    return (
      <div className={styles['note']}>
        <p>{note || 'The reply was interrupted. What arrived is kept.'}</p>
        <Retry message={message} busy={busy} actions={actions} />
      </div>
    );
  }
  if (message.status !== 'complete' || message.errorCode === null) return null;
  return (
    <div className={styles['note']}>
      <p>The reply reached its length limit.</p>
      {onContinue && isLast && <Button size="s" disabled={busy} onClick={onContinue}>Continue</Button>}
    </div>
  );
};
