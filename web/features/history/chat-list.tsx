import { memo, useMemo, useState, type ReactNode } from 'react';

import type { ChatSummary } from '../../../src/contract/chats.ts';
import { useBrowserEnv } from '../../lib/browser-env.ts';
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import { localDay } from '../../lib/local-day.ts';
import { useAppSelector } from '../../state/store.ts';
import styles from './chat-list.module.css';
import { ChatRow, type RowSettings } from './chat-row.tsx';
import { createListCutter } from './cut-list.ts';
import { groupByDay, groupChats } from './group-chats.ts';
import { useFar } from './use-far.ts';

const ROW_HEIGHT_PX = 36;

interface ChatListProps extends Omit<RowSettings, 'now' | 'isTouch'> {
  readonly chats: readonly ChatSummary[];
  readonly currentChatId: string | null;
}

interface RowsProps {
  readonly chats: readonly ChatSummary[];
  /** Null: none of these is shown. */
  readonly currentChatId: string | null;
  readonly waiting: ReadonlySet<string>;
  readonly isFirst: boolean;
  readonly settings: RowSettings;
}

/** Neighbouring rows. The browser lays them out, and they have buttons, only where they are near what is shown. */
const Rows = memo(({ chats, currentChatId, waiting, isFirst, settings }: RowsProps) => {
  const { ref, isFar } = useFar(!isFirst);
  return (
    <ul
      ref={ref}
      className={styles['rows']}
      style={{ containIntrinsicHeight: `auto ${chats.length * ROW_HEIGHT_PX}px` }}
    >
      {chats.map((chat) => (
        <ChatRow
          key={chat.id}
          chat={chat}
          selected={chat.id === currentChatId}
          waits={waiting.has(chat.id)}
          isFar={isFar}
          settings={settings}
        />
      ))}
    </ul>
  );
});

/** The chats by day, in parts; made anew only when the chats or the reader's day change. What is found has no pins. */
const useGroups = (chats: readonly ChatSummary[], search: string) => {
  const day = localDay(useBrowserEnv().now());
  const now = useMemo(() => new Date(`${day}T12:00`), [day]);
  const [cutList] = useState(createListCutter);
  const group = search === '' ? groupChats : groupByDay;
  return { now, groups: useMemo(() => cutList(group(chats, now)), [cutList, group, chats, now]) };
};

/** The chats that wait for an answer; the same set until others do. */
const useWaiting = (): ReadonlySet<string> => {
  const ids = useAppSelector(({ tools: { waiting } }) => [...waiting.followed, ...waiting.listed].join(' '));
  return useMemo(() => new Set(ids.split(' ')), [ids]);
};

/** The conversations under their days, in the language of its first drawing. */
export const ChatList = memo(
  ({ chats, currentChatId, search, hrefOf, onSelect, onRename, onDelete, rowMenu }: ChatListProps): ReactNode => {
    const { now, groups } = useGroups(chats, search);
    const waiting = useWaiting();
    const isTouch = useMediaQuery('(hover: none)');
    const settings = useMemo(
      () => ({ now, search, hrefOf, onSelect, onRename, onDelete, rowMenu, isTouch }),
      [now, search, hrefOf, onSelect, onRename, onDelete, rowMenu, isTouch],
    );
    return groups.map(({ title, parts }) => (
      <section key={title} aria-label={title} className={styles['group']}>
        <h3 className={styles['day']}>{title}</h3>
        {parts.map((part, at) => (
          <Rows
            key={part[0]?.id}
            chats={part}
            currentChatId={part.some(({ id }) => id === currentChatId) ? currentChatId : null}
            waiting={waiting}
            isFirst={at === 0}
            settings={settings}
          />
        ))}
      </section>
    ));
  },
);
