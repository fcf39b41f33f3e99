import { useState } from 'react';

import type { ChatSummary } from '../../../src/contract/chats.ts';
import { UNTITLED } from '../../../src/shared/chat-title.ts';
import { isNotFound } from '../../lib/api-error.ts';
import { formatDay } from '../../lib/format-date.ts';
import { useDebouncedValue } from '../../lib/hooks/use-debounced-value.ts';
import { chatRemoved } from '../../state/chat-slice.ts';
import { useAppDispatch } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Loaded } from '../../ui/display/load-state.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { SettingRow, SettingSection } from '../../ui/forms/setting-row.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { useTranslations } from './archive-texts.ts';
import styles from './archived-chats.module.css';
import { historyApi } from './history-api.ts';
import { placeApi } from './place-api.ts';
import { useTranslations as useListTranslations } from './texts.ts';

const SEARCH_DEBOUNCE_MS = 250;

interface ArchivedChatsProps {
  readonly hrefOf: (id: string) => string;
  /** Says itself why it failed. */
  readonly restore: (chat: { readonly id: string; readonly title: string }) => Promise<unknown>;
}

/** All chats at once, after asking. */
const AllChats = ({ onFailed }: { readonly onFailed: (failed: boolean) => void }) => {
  const t = useTranslations();
  const [asked, setAsked] = useState<'archive' | 'restore' | null>(null);
  const [archive, { isLoading }] = placeApi.useArchiveChatsMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await archive(asked === 'archive');
    setAsked(null);
    onFailed(error !== undefined);
  };
  return (
    <SettingRow label={t('allChats')} note={t('allChatsNote')}>
      <div className={cx(styles['actions'], styles['all'])}>
        <Button size="s" onClick={() => setAsked('archive')}>
          {t('archiveAll')}
        </Button>
        <Button size="s" onClick={() => setAsked('restore')}>
          {t('restoreAll')}
        </Button>
      </div>
      {asked ? (
        <AlertDialog
          title={t(asked === 'archive' ? 'archiveAllAsk' : 'restoreAllAsk')}
          text={t(asked === 'archive' ? 'archiveAllText' : 'restoreAllText')}
          action={t(asked === 'archive' ? 'archiveAll' : 'restoreAll')}
          busy={isLoading}
          onConfirm={() => void confirm()}
          onCancel={() => setAsked(null)}
        />
      ) : null}
    </SettingRow>
  );
};

interface RowProps {
  readonly chat: ChatSummary;
  readonly href: string;
  readonly restore: ArchivedChatsProps['restore'];
  readonly onDelete: () => void;
}

const Row = ({ chat: { id, title: stored, lastUpdated }, href, restore, onDelete }: RowProps) => {
  const t = useTranslations();
  const list = useListTranslations();
  const [isBusy, setBusy] = useState(false);
  const title = stored === UNTITLED ? list('untitled') : stored;
  const onRestore = async (): Promise<void> => {
    setBusy(true);
    await restore({ id, title });
    setBusy(false);
  };
  return (
    <SettingRow
      label={
        <a href={href} dir="auto" className={styles['title']}>
          {title}
        </a>
      }
      note={t('lastChanged', { day: formatDay(lastUpdated) ?? '' })}
    >
      <div className={styles['actions']}>
        <Button size="s" busy={isBusy} aria-label={t('restoreNamed', { title })} onClick={() => void onRestore()}>
          {t('restore')}
        </Button>
        <Button size="s" aria-label={`${list('delete')}: ${title}`} onClick={onDelete}>
          {list('deleteAction')}
        </Button>
      </div>
    </SettingRow>
  );
};

/** Deletes a chat after asking. */
const useDeletion = (onFailed: (failed: boolean) => void) => {
  const dispatch = useAppDispatch();
  const [asked, ask] = useState<ChatSummary | null>(null);
  const [remove, { isLoading }] = historyApi.useRemoveChatMutation();
  const confirm = async (): Promise<void> => {
    if (!asked) return;
    const { error } = await remove(asked.id);
    ask(null);
    const hasFailed = error !== undefined && !isNotFound(error);
    onFailed(hasFailed);
    if (!hasFailed) dispatch(chatRemoved(asked.id));
  };
  return { asked, ask, isLoading, confirm };
};

interface ListProps extends ArchivedChatsProps {
  readonly search: string;
  readonly chats: readonly ChatSummary[];
  readonly onFailed: (failed: boolean) => void;
}

/** The chats of the archive, or that there are none. */
const List = ({ search, chats, hrefOf, restore, onFailed }: ListProps) => {
  const t = useTranslations();
  const list = useListTranslations();
  const { asked, ask, isLoading, confirm } = useDeletion(onFailed);
  if (chats.length === 0 && search === '')
    return <SettingRow label={t('nothingArchived')} note={t('nothingArchivedNote')} />;
  return (
    <>
      {chats.length === 0 ? <SettingRow label={list('noneFound', { search })} /> : null}
      {chats.map((chat) => (
        <Row key={chat.id} chat={chat} href={hrefOf(chat.id)} restore={restore} onDelete={() => ask(chat)} />
      ))}
      {asked ? (
        <AlertDialog
          title={list('delete')}
          text={list('deleteText', { title: asked.title })}
          action={list('deleteAction')}
          busy={isLoading}
          onConfirm={() => void confirm()}
          onCancel={() => ask(null)}
        />
      ) : null}
    </>
  );
};

/** The archive in the settings: chats that are not in the list, found, opened, restored and deleted. */
export const ArchivedChats = (props: ArchivedChatsProps) => {
  const t = useTranslations();
  const list = useListTranslations();
  const [text, setText] = useState('');
  const [hasFailed, setFailed] = useState(false);
  const search = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const query = placeApi.useArchivedChatsInfiniteQuery(search, { refetchOnMountOrArgChange: true });
  const chats = query.data?.pages.flatMap((page) => page.chats) ?? [];
  return (
    <SettingSection name="archive" title={list('archivedChats')}>
      {hasFailed ? <Notice tone="danger">{t('notPlaced')}</Notice> : null}
      <AllChats onFailed={setFailed} />
      {chats.length > 0 || text !== '' ? (
        <TextInput
          role="searchbox"
          className={styles['search']}
          aria-label={t('searchArchive')}
          placeholder={t('searchArchive')}
          value={text}
          onText={setText}
        />
      ) : null}
      <Loaded query={query} lines={3} loading={t('loadingArchive')} failed={t('archiveFailed')}>
        {() => <List {...props} search={search} chats={chats} onFailed={setFailed} />}
      </Loaded>
      {query.hasNextPage ? (
        <Button size="s" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {list('showOlder')}
        </Button>
      ) : null}
    </SettingSection>
  );
};
