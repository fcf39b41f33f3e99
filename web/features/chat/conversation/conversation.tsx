import { ArrowDown } from 'lucide-react';
import { memo, useEffect, useMemo } from 'react';

import type { RelatedQuestion } from '../../../../src/contract/common.ts';
import type { TurnNote } from '../../../state/chat-slice.ts';
import { preloadMarkdown } from '../../../ui/markdown/markdown.tsx';
import { Announcer } from './announcer.tsx';
import { AssistantTurn } from '../messages/assistant-turn.tsx';
import styles from './conversation.module.css';
import type { ReplyStore } from '../engine/reply-store.ts';
import { useTranslations } from '../texts.ts';
import type { TurnActions, TurnViewProps } from '../messages/turn-props.ts';
import type { Turn } from './message-tree.ts';
import { UserTurn } from '../messages/user-turn.tsx';
import { useVirtualTurns } from './use-virtual-turns.ts';

export interface ConversationProps extends TurnActions {
  /** The shown path, oldest first. */
  readonly turns: readonly Turn[];
  /** The reply whose answer is being written into one of them. */
  readonly live: ReplyStore | null;
  /** The reply of a turn, as long as there is anything to come of it. Keep the function the same. */
  readonly replyOf?: ((messageId: string) => ReplyStore | null) | undefined;
  readonly notes?: Readonly<Record<string, TurnNote>>;
  /** Questions that lead on from the last turn. */
  readonly related?: readonly RelatedQuestion[] | undefined;
  /** Another number than before takes the reader to the end. */
  readonly scrollToEndRequests?: number | undefined;
}

const TurnView = memo((props: TurnViewProps) =>
  props.turn.message.role === 'user' ? <UserTurn {...props} /> : <AssistantTurn {...props} />,
);
TurnView.displayName = 'TurnView';

const NO_QUESTIONS: readonly RelatedQuestion[] = [];
const NO_NOTES: Readonly<Record<string, TurnNote>> = {};

const useStableActions = (of: TurnActions): TurnActions => {
  const {
    onRetry,
    onRegenerate,
    onEdit,
    onSelectVersion,
    onContinue,
    onPlans,
    onOpenDocument,
    onAsk,
    onStopFollowUps,
    onExplain,
    renderFiles,
  } = of;
  return useMemo(
    () => ({
      onRetry,
      onRegenerate,
      onEdit,
      onSelectVersion,
      onContinue,
      onPlans,
      onOpenDocument,
      onAsk,
      onStopFollowUps,
      onExplain,
      renderFiles,
    }),
    [
      onRetry,
      onRegenerate,
      onEdit,
      onSelectVersion,
      onContinue,
      onPlans,
      onOpenDocument,
      onAsk,
      onStopFollowUps,
      onExplain,
      renderFiles,
    ],
  );
};

/**
 * The conversation. Only turns near the screen are in the document. It stays at the end while the reader is there, and
 * never moves what the reader is reading: new text below is offered, not shown.
 */
export const Conversation = (props: ConversationProps) => {
  const t = useTranslations();
  const { turns, live, replyOf, notes = NO_NOTES, related = NO_QUESTIONS, scrollToEndRequests = 0 } = props;
  const actions = useStableActions(props);
  const { scroller, list, atEnd, toEnd: scrollToEnd } = useVirtualTurns(turns, live?.messageId, scrollToEndRequests);
  useEffect(preloadMarkdown, []);
  return (
    <div className={styles['frame']}>
      <div
        ref={scroller}
        className={styles['scroller']}
        role="log"
        aria-live="off"
        aria-label={t('conversation')}
        tabIndex={0}
      >
        <div ref={list.containerRef} className={styles['list']}>
          {list.getVirtualItems().map(({ key, index }) => {
            const turn = turns[index];
            return (
              turn && (
                <div key={key} ref={list.measureElement} data-index={index} className={styles['row']}>
                  <TurnView
                    turn={turn}
                    live={live?.messageId === turn.message.id ? live : (replyOf?.(turn.message.id) ?? null)}
                    note={notes[turn.message.id]}
                    related={index === turns.length - 1 ? related : NO_QUESTIONS}
                    isLast={index === turns.length - 1}
                    busy={live !== null}
                    actions={actions}
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
      {!atEnd && (
        <button type="button" className={styles['pill']} data-live={Boolean(live)} onClick={scrollToEnd}>
          <ArrowDown aria-hidden="true" />
          <span>{t(live ? 'newReply' : 'newestMessage')}</span>
        </button>
      )}
      <Announcer live={live} />
    </div>
  );
};
