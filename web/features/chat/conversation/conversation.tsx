import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { shallowEqual } from 'react-redux';

import type { RelatedQuestion } from '../../../../src/contract/common.ts';
import type { TurnNote } from '../../../state/local-turns.ts';
import { preloadMarkdown } from '../../../ui/markdown/markdown.tsx';
import { Announcer } from './announcer.tsx';
import styles from './conversation.module.css';
import type { ReplyStore } from '../engine/reply-store.ts';
import { useTranslations } from '../texts.ts';
import { useFindBar } from '../find/use-find-bar.tsx';
import type { TurnActions } from '../messages/turn-props.ts';
import { UnfoldedContext, useUnfolded } from '../messages/unfolded.ts';
import type { Turn } from './message-tree.ts';
import { useHomeEnd } from './use-home-end.ts';
import { TurnList } from './turn-list.tsx';
import type { ScrollMemory } from './scroll-memory.ts';
import { useVirtualTurns } from './use-virtual-turns.ts';

export interface ConversationProps extends TurnActions {
  /** The shown path, oldest first. */
  readonly turns: readonly Turn[];
  /** The reply that is being streamed into one of them. */
  readonly live: ReplyStore | null;
  /** The reply of a turn while anything of it is still to come. Must be stable. */
  readonly replyOf?: ((messageId: string) => ReplyStore | null) | undefined;
  readonly notes?: Readonly<Record<string, TurnNote>>;
  /** Of the last turn. */
  readonly related?: readonly RelatedQuestion[] | undefined;
  /** A change scrolls to the end. */
  readonly scrollToEndRequests?: number | undefined;
  readonly scrollMemory?: ScrollMemory | undefined;
  /** The turn that an address or a search named. */
  readonly sought?: { readonly messageId: string } | null | undefined;
}

const NO_QUESTIONS: readonly RelatedQuestion[] = [];
const NO_NOTES: Readonly<Record<string, TurnNote>> = {};

/** The same object for as long as its fields are the same. */
const useStable = <T extends object>(value: T): T => {
  const [stable, setStable] = useState(value);
  if (shallowEqual(stable, value)) return stable;
  setStable(value);
  return value;
};

const NO_IDS: ReadonlySet<string> = new Set();

/** The questions whose editors are open. */
const useEdited = () => {
  const [edited, setEdited] = useState(NO_IDS);
  const onEditing = useCallback((id: string, isEditing: boolean): void => {
    setEdited((before) => new Set([...[...before].filter((other) => other !== id), ...(isEditing ? [id] : [])]));
  }, []);
  return { edited, onEditing };
};

/** Shows another version of a turn without moving what the reader looks at. */
const useSelectVersion = (select: TurnActions['onSelectVersion'], keepTurn: (messageId: string) => void) => {
  const selectVersion = useCallback(
    (messageId: string, step: number): void => {
      keepTurn(messageId);
      select?.(messageId, step);
    },
    [select, keepTurn],
  );
  return select && selectVersion;
};

/**
 * A virtual list of turns. It follows the end while the reader is there, and otherwise never scrolls by itself: a
 * button leads to new text.
 */
export const Conversation = (props: ConversationProps) => {
  const t = useTranslations();
  const { turns, live, replyOf, notes = NO_NOTES, related = NO_QUESTIONS, ...rest } = props;
  const { scrollToEndRequests, scrollMemory, sought, ...given } = rest;
  const { edited, onEditing } = useEdited();
  const { scroller, list, atEnd, toEnd, scrollToTurn, keepTurn, firstVisible } = useVirtualTurns({
    turns,
    live,
    scrollToEndRequests,
    scrollMemory,
    sought,
    edited,
  });
  const onSelectVersion = useSelectVersion(given.onSelectVersion, keepTurn);
  const actions = useStable<TurnActions>({ ...given, onEditing, onSelectVersion });
  const unfolded = useUnfolded();
  const findBar = useFindBar({
    turns,
    hasCards: given.renderCode !== undefined,
    scroller,
    scrollToTurn,
    firstVisible,
    onReveal: unfolded.unfold,
  });
  useHomeEnd(scroller, { toStart: () => scrollToTurn(0), toEnd });
  useEffect(preloadMarkdown, []);
  return (
    <div className={styles['frame']}>
      {findBar}
      <div
        ref={scroller}
        className={styles['scroller']}
        role="log"
        aria-live="off"
        aria-label={t('conversation')}
        tabIndex={0}
      >
        <UnfoldedContext value={unfolded}>
          <TurnList
            list={list}
            turns={turns}
            live={live}
            replyOf={replyOf}
            notes={notes}
            related={related}
            soughtId={sought?.messageId}
            actions={actions}
          />
        </UnfoldedContext>
      </div>
      {!atEnd && (
        <button type="button" className={styles['pill']} data-live={Boolean(live)} onClick={toEnd}>
          <ArrowDown aria-hidden="true" />
          <span>{t(live ? 'newReply' : 'newestMessage')}</span>
        </button>
      )}
      <Announcer live={live} />
    </div>
  );
};
