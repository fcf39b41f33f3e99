import { useState } from 'react';

import { useTranslations } from '../../features/chat/conversation-texts.ts';
import type { ChatSession } from '../../features/chat/conversation/use-chat.ts';
import { useAppStore } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { keepAsNewChat } from './keep-as-new-chat.ts';

interface DeletedNoticeProps {
  readonly chatId: string;
  readonly chat: Pick<ChatSession, 'turns' | 'storedTitle' | 'isTemporary'>;
}

/** Says that the chat on the page was deleted elsewhere, and keeps its text on request. */
export default function DeletedNotice({ chatId, chat }: DeletedNoticeProps) {
  const t = useTranslations();
  const store = useAppStore();
  const [isKeeping, setKeeping] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const keep = async (): Promise<void> => {
    setKeeping(true);
    const messages = chat.turns.map(({ message }) => message);
    const isKept = await keepAsNewChat(store, {
      chatId,
      messages,
      title: chat.storedTitle,
      isTemporary: chat.isTemporary,
    });
    setKeeping(false);
    setFailed(!isKept);
  };
  return (
    <Notice
      tone="warning"
      action={
        <Button size="s" busy={isKeeping} onClick={() => void keep()}>
          {t('keepAsNew')}
        </Button>
      }
    >
      <strong>{t('deletedTitle')}</strong> {t('deletedText')}
      {hasFailed ? <span role="alert"> {t('notKept')}</span> : null}
    </Notice>
  );
}
