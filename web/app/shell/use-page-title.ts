import { useEffect } from 'react';

import { UNTITLED } from '../../../src/shared/chat-title.ts';
import { useSkin } from '../../features/appearance/use-skin.ts';
import { useStoredChat } from '../../features/chat/engine/chat-api.ts';
import { useAppSelector } from '../../state/store.ts';
import { selectAnyChatWaits } from '../../state/tools-slice.ts';
import { useTranslations } from '../texts.ts';

/** The title of the chat that is shown; null where there is none, or none yet. */
const useChatTitle = (): string | null => {
  const chatId = useAppSelector(({ session, chat }) => (session.token === null ? null : chat.currentChatId));
  const stored = useStoredChat(chatId);
  return stored && stored.title !== UNTITLED ? stored.title : null;
};

/** The tab is called as the chat in it, then as the place; first of all it says that a chat waits for an answer. */
export const usePageTitle = (): void => {
  const {
    skin: { branding },
    isLoaded,
  } = useSkin();
  const t = useTranslations();
  const title = useChatTitle();
  const isAsked = useAppSelector((state) => selectAnyChatWaits(state));
  useEffect(() => {
    const parts = [isAsked ? t('answerNeeded') : null, title, branding.logo_text];
    if (isLoaded) document.title = parts.filter((part) => part !== null).join(' – ');
  }, [isLoaded, branding.logo_text, title, isAsked, t]);
};
