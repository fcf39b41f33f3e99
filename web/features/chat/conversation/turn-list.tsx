import { memo, useLayoutEffect, useRef, type FocusEvent } from 'react';

import type { RelatedQuestion } from '../../../../src/contract/common.ts';
import type { TurnNote } from '../../../state/local-turns.ts';
import type { ReplyStore } from '../engine/reply-store.ts';
import { AssistantTurn } from '../messages/assistant-turn.tsx';
import type { TurnActions, TurnViewProps } from '../messages/turn-props.ts';
import { UserTurn } from '../messages/user-turn.tsx';
import styles from './conversation.module.css';
import type { Turn } from './message-tree.ts';
import type { VirtualTurns } from './use-virtual-turns.ts';

const TurnView = memo((props: TurnViewProps) =>
  props.turn.message.role === 'user' ? <UserTurn {...props} /> : <AssistantTurn {...props} />,
);
TurnView.displayName = 'TurnView';

const NO_QUESTIONS: readonly RelatedQuestion[] = [];

interface TurnListProps {
  readonly list: VirtualTurns['list'];
  readonly turns: readonly Turn[];
  readonly live: ReplyStore | null;
  readonly replyOf: ((messageId: string) => ReplyStore | null) | undefined;
  readonly notes: Readonly<Record<string, TurnNote>>;
  readonly related: readonly RelatedQuestion[];
  readonly soughtId: string | undefined;
  readonly actions: TurnActions;
}

/**
 * The focus stays in its place when the turn that had it gives way to another version or loses its button. What React
 * takes away tells no blur.
 */
const useKeptFocus = (turns: readonly Turn[]) => {
  const place = useRef<{ readonly list: HTMLElement; readonly index: string | undefined } | null>(null);
  useLayoutEffect(() => {
    if (!place.current || document.activeElement !== document.body) return;
    const { list, index } = place.current;
    list.querySelector<HTMLElement>(`[data-index="${index}"] > article`)?.focus({ preventScroll: true });
  }, [turns]);
  return {
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>): void => {
      place.current = { list: currentTarget, index: target.closest<HTMLElement>('[data-index]')?.dataset['index'] };
    },
    onBlur: (): void => {
      place.current = null;
    },
  };
};

/** The turns near the viewport, each where the list puts it. */
export const TurnList = ({ list, turns, live, replyOf, notes, related, soughtId, actions }: TurnListProps) => {
  const keptFocus = useKeptFocus(turns);
  return (
    <div ref={list.containerRef} className={styles['list']} {...keptFocus}>
      {list.getVirtualItems().map(({ key, index }) => {
        const turn = turns[index];
        if (!turn) return null;
        const { id } = turn.message;
        const isLast = index === turns.length - 1;
        return (
          <div
            key={key}
            ref={list.measureElement}
            data-index={index}
            data-sought={soughtId === id || undefined}
            className={styles['row']}
          >
            <TurnView
              turn={turn}
              live={live?.messageId === id ? live : (replyOf?.(id) ?? null)}
              note={notes[id]}
              related={isLast ? related : NO_QUESTIONS}
              isLast={isLast}
              busy={live !== null}
              actions={actions}
            />
          </div>
        );
      })}
    </div>
  );
};
