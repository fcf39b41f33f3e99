import { Search, X } from 'lucide-react';
import { useState, type ReactNode, type Ref } from 'react';

import type { ChatSummary } from '../../../src/contract/chats.ts';
import { usePage } from '../../lib/page.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './chat-history.module.css';
import { ChatList } from './chat-list.tsx';
import { historyApi } from './history-api.ts';
import { say, useTexts } from './texts.ts';
import { useHistory, type History } from './use-history.ts';

const SEARCH_PAUSE_MS = 250;

interface ChatHistoryProps {
  readonly currentChatId: string | null;
  readonly onSelect: (chat: ChatSummary) => void;
  /** The chat is gone; `rest` is what remains in the order shown. */
  readonly onDeleted: (id: string, rest: readonly ChatSummary[]) => void;
  readonly onRenameFailed: () => void;
  /** What else can be done with a chat. */
  readonly rowMenu?: ((chat: ChatSummary) => ReactNode) | undefined;
  readonly searchRef?: Ref<HTMLInputElement>;
}

interface SearchBoxProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
}

const SearchBox = ({ text, onText, inputRef }: SearchBoxProps) => {
  const t = useTexts();
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
          if (event.key !== 'Escape' || text === '') return;
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
  const t = useTexts();
  return (
    <p role="status" className={styles['empty']}>
      {search === '' ? t('none') : t('noneFound', { search })}
    </p>
  );
};

const Failed = () => {
  const t = useTexts();
  const page = usePage();
  return (
    <div className={styles['padded']}>
      <Notice
        tone="danger"
        action={
          <Button size="s" onClick={page.reload}>
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
  const t = useTexts();
  return (
    <div className={styles['padded']}>
      <p className={styles['loading']}>{t('loading')}</p>
      <Skeleton lines={6} label="" />
    </div>
  );
};

const useDeletion = (history: History, onDeleted: ChatHistoryProps['onDeleted']) => {
  const page = usePage();
  const [asked, setAsked] = useState<ChatSummary | null>(null);
  const [remove, { isLoading }] = historyApi.useRemoveChatMutation();
  const confirm = async (): Promise<void> => {
    if (!asked) return;
    const answer = await remove(asked.id);
    setAsked(null);
    if (answer.error) page.alert(say('deleteFailed'));
    else
      onDeleted(
        asked.id,
        history.chats.filter(({ id }) => id !== asked.id),
      );
  };
  return { asked, ask: setAsked, confirm, busy: isLoading };
};

/** The history of the signed-in person: search, list, rename and delete. */
export const ChatHistory = ({
  currentChatId,
  onSelect,
  onDeleted,
  onRenameFailed,
  rowMenu,
  searchRef,
}: ChatHistoryProps) => {
  const t = useTexts();
  const page = usePage();
  const [search, setSearch] = useState('');
  const settled = useSettled(search.trim(), SEARCH_PAUSE_MS);
  const history = useHistory(settled);
  const deletion = useDeletion(history, onDeleted);
  const [rename] = historyApi.useRenameChatMutation();
  const onRename = async ({ id }: ChatSummary, title: string): Promise<void> => {
    const answer = await rename({ id, title, updatedAt: page.now().toISOString() });
    if (answer.error) onRenameFailed();
  };
  return (
    <>
      <SearchBox text={search} onText={setSearch} inputRef={searchRef} />
      <nav aria-label={t('conversations')} className={styles['list']}>
        {history.loading ? <Loading /> : null}
        {history.failed ? <Failed /> : null}
        {!history.loading && !history.failed && history.chats.length === 0 ? <Empty search={settled} /> : null}
        <ChatList
          history={history}
          currentChatId={currentChatId}
          rowMenu={rowMenu}
          onSelect={onSelect}
          onRename={(chat, title) => void onRename(chat, title)}
          onDelete={deletion.ask}
        />
      </nav>
      {deletion.asked ? (
        <AlertDialog
          title={t('delete')}
          text={t('deleteText', { title: deletion.asked.title })}
          action={t('deleteAction')}
          busy={deletion.busy}
          onConfirm={() => void deletion.confirm()}
          onCancel={() => deletion.ask(null)}
        />
      ) : null}
    </>
  );
};
