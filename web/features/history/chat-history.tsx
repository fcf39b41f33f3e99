import { Archive, Search, X } from 'lucide-react';
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';

import type { ChatSummary } from '../../../src/contract/chats.ts';
import { isNotFound } from '../../lib/api-error.ts';
import { useBrowserEnv } from '../../lib/browser-env.ts';
import { useDebouncedValue } from '../../lib/hooks/use-debounced-value.ts';
import { useLanguage } from '../../lib/i18n/translations.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import styles from './chat-history.module.css';
import { ChatList } from './chat-list.tsx';
import type { RowActions } from './chat-row.tsx';
import { historyApi } from './history-api.ts';
import type { MoreChatsProps } from './more-chats.tsx';
import { t, useTranslations } from './texts.ts';
import { useHistory, type History } from './use-history.ts';
import { useWaitingNotice } from './use-waiting-notice.ts';

/** Only lists of more than a page have more. */
const MoreChats = lazy<ComponentType<MoreChatsProps>>(() =>
  import('./more-chats.tsx').then(
    ({ MoreChats: component }) => ({ default: component }),
    () => ({ default: () => null }),
  ),
);

const SEARCH_DEBOUNCE_MS = 250;

interface ChatHistoryProps {
  readonly currentChatId: string | null;
  /** The address of a chat, or of the message in it that a search found. */
  readonly hrefOf: (id: string, messageId?: string, artifactId?: string) => string;
  /** A chat was followed in this tab. */
  readonly onSelect: (id: string, messageId?: string, artifactId?: string) => void;
  /** The chat is gone; `rest` is what remains in the order shown. */
  readonly onDeleted: (id: string, rest: readonly ChatSummary[]) => void;
  readonly onRenameFailed: () => void;
  /** What else can be done with a chat. */
  readonly rowMenu?: ((chat: ChatSummary, actions: RowActions | null) => ReactNode) | undefined;
  readonly searchRef?: Ref<HTMLInputElement>;
  readonly onArchive: () => void;
}

interface SearchBoxProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
}

const SearchBox = ({ text, onText, inputRef }: SearchBoxProps) => {
  const t = useTranslations();
  return (
    <div className={styles['search']}>
      <Search aria-hidden="true" />
      <input
        type="text"
        role="searchbox"
        aria-label={t('searchLabel')}
        placeholder={t('search')}
        dir="auto"
        value={text}
        ref={inputRef}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '' || isComposing(event)) return;
          event.stopPropagation();
          onText('');
        }}
      />
      {text === '' ? null : (
        <IconButton size="s" tooltip="none" label={t('clearSearch')} icon={<X />} onClick={() => onText('')} />
      )}
    </div>
  );
};

const Empty = ({ search }: { readonly search: string }) => {
  const t = useTranslations();
  return (
    <p role="status" className={styles['empty']}>
      {search === '' ? t('none') : t('noneFound', { search })}
    </p>
  );
};

const Failed = () => {
  const t = useTranslations();
  const env = useBrowserEnv();
  return (
    <div className={styles['padded']}>
      <Notice
        tone="danger"
        action={
          <Button size="s" onClick={env.reload}>
            {t('refreshPage')}
          </Button>
        }
      >
        {t('failed')}
      </Notice>
    </div>
  );
};

const Loading = () => {
  const t = useTranslations();
  return (
    <div className={styles['padded']}>
      <p className={styles['loading']}>{t('loading')}</p>
      <Skeleton lines={6} label="" />
    </div>
  );
};

/** What stands in place of the list. */
const ListState = ({ history, search }: { readonly history: History; readonly search: string }) => {
  if (history.loading) return <Loading />;
  if (history.failed) return <Failed />;
  return history.chats.length === 0 ? <Empty search={search} /> : null;
};

/** Below the list, where it is seen however long that is. */
const ArchiveButton = ({ onClick }: { readonly onClick: () => void }) => {
  const t = useTranslations();
  return (
    <button type="button" className={styles['archive']} onClick={onClick}>
      <Archive aria-hidden="true" />
      {t('archivedChats')}
    </button>
  );
};

const useDeletion = (history: History, onDeleted: ChatHistoryProps['onDeleted']) => {
  const env = useBrowserEnv();
  const [pending, setPending] = useState<ChatSummary | null>(null);
  const [remove, { isLoading }] = historyApi.useRemoveChatMutation();
  const confirm = async (): Promise<void> => {
    if (!pending) return;
    const result = await remove(pending.id);
    flushSync(() => setPending(null)); // the focus has come back before it goes on
    if (result.error && !isNotFound(result.error)) env.alert(t('deleteFailed'));
    else {
      onDeleted(
        pending.id,
        history.chats.filter(({ id }) => id !== pending.id),
      );
      document.querySelector<HTMLElement>('[role="searchbox"]')?.focus();
    }
  };
  return { asked: pending, request: setPending, confirm, busy: isLoading };
};

/** From so many rows on, they are drawn while there is nothing more urgent to do. */
const MANY_ROWS = 400;

const useShown = (chats: readonly ChatSummary[], search: string) => {
  const current = useMemo(() => ({ chats, search }), [chats, search]);
  const deferred = useDeferredValue(current);
  return chats.length > MANY_ROWS ? deferred : current;
};

const useRenaming = (onFailed: () => void) => {
  const env = useBrowserEnv();
  const [rename] = historyApi.useRenameChatMutation();
  return useCallback(
    ({ id }: ChatSummary, title: string): void => {
      void rename({ id, title, updatedAt: env.now().toISOString() }).then(({ error }) => {
        if (error) onFailed();
      });
    },
    [rename, env, onFailed],
  );
};

/**
 * The history of the signed-in person: search, list, rename and delete. Functions that are given to it stay the same
 * from one drawing to the next, so that a letter in the search does not draw the rows again.
 */
export const ChatHistory = ({
  currentChatId,
  hrefOf,
  onSelect,
  onDeleted,
  onRenameFailed,
  rowMenu,
  searchRef,
  onArchive,
}: ChatHistoryProps) => {
  const t = useTranslations();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const debouncedSearch = useDebouncedValue(search.trim(), SEARCH_DEBOUNCE_MS);
  const history = useHistory(debouncedSearch);
  const shown = useShown(history.chats, debouncedSearch);
  useWaitingNotice(history.chats, currentChatId);
  const deletion = useDeletion(history, onDeleted);
  const onRename = useRenaming(onRenameFailed);
  return (
    <>
      <SearchBox text={search} onText={setSearch} inputRef={searchRef} />
      <nav aria-label={t('conversations')} className={styles['list']}>
        <ListState history={history} search={debouncedSearch} />
        <ChatList
          key={language}
          chats={shown.chats}
          currentChatId={currentChatId}
          search={shown.search}
          rowMenu={rowMenu}
          hrefOf={hrefOf}
          onSelect={onSelect}
          onRename={onRename}
          onDelete={deletion.request}
        />
        {history.hasMore ? (
          <Suspense>
            <MoreChats key={shown.chats.length} history={history} isDrawn={shown.chats === history.chats} />
          </Suspense>
        ) : null}
      </nav>
      <ArchiveButton onClick={onArchive} />
      {deletion.asked ? (
        <AlertDialog
          title={t('delete')}
          text={t('deleteText', { title: deletion.asked.title })}
          action={t('deleteAction')}
          busy={deletion.busy}
          onConfirm={() => void deletion.confirm()}
          onCancel={() => deletion.request(null)}
        />
      ) : null}
    </>
  );
};
