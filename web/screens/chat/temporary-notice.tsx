import { MessageCircleDashed } from 'lucide-react';
import { useState } from 'react';

import { useActions } from '../../app/use-actions.ts';
import { useTranslations } from '../../features/chat/conversation-texts.ts';
import { historyApi } from '../../features/history/history-api.ts';
import { chatRemoved, chatSelected } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './temporary-notice.module.css';

/** Deletes the chat, and opens an empty page. */
const useDeletion = (chatId: string | null) => {
  const dispatch = useAppDispatch();
  const [remove, { isLoading }] = historyApi.useRemoveChatMutation();
  const [hasFailed, setFailed] = useState(false);
  const run = async (): Promise<void> => {
    if (chatId === null) return;
    const { error } = await remove(chatId);
    setFailed(error !== undefined);
    if (error !== undefined) return;
    dispatch(chatSelected(null));
    dispatch(chatRemoved(chatId));
  };
  return { run, isLoading, hasFailed };
};

/** Says that this chat is a temporary one, and ends it before its time; `chatId` null: it is not begun. */
export const TemporaryNotice = ({ chatId }: { readonly chatId: string | null }) => {
  const t = useTranslations();
  const { newChat } = useActions();
  const { run, isLoading, hasFailed } = useDeletion(chatId);
  return (
    <div role="note" aria-label={t('temporaryChat')} className={styles['notice']}>
      <MessageCircleDashed aria-hidden="true" />
      <p>
        <strong>{t('temporaryChat')}</strong> {chatId === null ? `${t('temporaryWhy')} ` : null}
        {t('temporaryEnds')}
        {hasFailed ? <span role="alert"> {t('temporaryNotDeleted')}</span> : null}
      </p>
      {chatId === null ? (
        <Button size="s" variant="quiet" onClick={newChat}>
          {t('newChat')}
        </Button>
      ) : (
        <Button size="s" variant="quiet" busy={isLoading} onClick={() => void run()}>
          {t('deleteNow')}
        </Button>
      )}
    </div>
  );
};

/** In the corner of the empty page: the chat that begins here is a temporary one, or not. */
export const TemporaryToggle = () => {
  const t = useTranslations();
  const { newChat, newTemporaryChat } = useActions();
  const isTemporary = useAppSelector(({ temporaryChats }) => temporaryChats.isNext);
  return (
    <div className={styles['corner']}>
      <IconButton
        label={t('temporaryChat')}
        tooltip="left"
        aria-pressed={isTemporary}
        icon={<MessageCircleDashed />}
        onClick={isTemporary ? newChat : newTemporaryChat}
      />
    </div>
  );
};
