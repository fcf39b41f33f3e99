import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';

import type { ChatSummary } from '../../../src/contract/chats.ts';
import { useBrowserEnv } from '../../lib/browser-env.ts';
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import styles from './chat-list.module.css';
import { ChatRow, type RowActions } from './chat-row.tsx';
import { groupChats } from './group-chats.ts';
import type { History } from './use-history.ts';
import { useTranslations } from './texts.ts';

interface ChatListProps {
  readonly history: History;
  readonly currentChatId: string | null;
  /** What was searched for; empty in the whole list. */
  readonly search: string;
  readonly hrefOf: (id: string, messageId?: string, artifactId?: string) => string;
  readonly onSelect: (id: string, messageId?: string, artifactId?: string) => void;
  readonly onRename: (chat: ChatSummary, title: string) => void;
  readonly onDelete: (chat: ChatSummary) => void;
  readonly rowMenu?: ((chat: ChatSummary, actions: RowActions | null) => ReactNode) | undefined;
}

/** Loads the next page shortly before the end of the list is visible. */
const useInfiniteScroll = (loadMore: () => void) => {
  const ref = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(loadMore);
  useEffect(() => {
    const end = ref.current;
    if (!end || typeof IntersectionObserver !== 'function') return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) near();
      },
      { rootMargin: '400px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, []);
  return ref;
};

const More = ({ history }: { readonly history: History }) => {
  const t = useTranslations();
  const ref = useInfiniteScroll(history.loadMore);
  return (
    <div ref={ref} className={styles['more']}>
      {history.loadingMore ? (
        <Skeleton lines={2} label={t('loadingOlder')} />
      ) : (
        <button type="button" className={styles['older']} onClick={history.loadMore}>
          {t('showOlder')}
        </button>
      )}
    </div>
  );
};

/** The conversations under their days; older ones come as the list is scrolled, or by the button at its end. */
export const ChatList = ({
  history,
  currentChatId,
  search,
  hrefOf,
  onSelect,
  onRename,
  onDelete,
  rowMenu,
}: ChatListProps) => {
  useTranslations(); // renders the days again after a change of language
  const now = useBrowserEnv().now();
  const isTouch = useMediaQuery('(hover: none)');
  return (
    <>
      {groupChats(history.chats, now).map(({ title, chats }) => (
        <section key={title} aria-label={title} className={styles['group']}>
          <h3 className={styles['day']}>{title}</h3>
          <ul>
            {chats.map((chat) => (
              <ChatRow
                key={chat.id}
                chat={chat}
                now={now}
                selected={chat.id === currentChatId}
                search={search}
                href={hrefOf(chat.id, chat.match?.messageId, chat.match?.artifact?.id)}
                onSelect={() => onSelect(chat.id, chat.match?.messageId, chat.match?.artifact?.id)}
                onRename={(to) => onRename(chat, to)}
                onDelete={() => onDelete(chat)}
                menu={rowMenu && ((actions) => rowMenu(chat, actions))}
                isTouch={isTouch}
              />
            ))}
          </ul>
        </section>
      ))}
      {history.hasMore ? <More key={history.chats.length} history={history} /> : null}
    </>
  );
};
