import { useSyncExternalStore } from 'react';

import { useSkin } from '../../features/appearance/use-skin.ts';
import { Background } from '../../features/background/background.tsx';
import type { RootState } from '../../state/root-reducer.ts';
import { useAppSelector } from '../../state/store.ts';
import { useReplyClient } from '../reply-client-context.ts';

const selectPlace = ({ session, chat, trial, ui }: RootState): 'welcome' | 'chat' | 'document' => {
  const isEmpty = session.token === null ? trial.messages.length === 0 : chat.currentChatId === null;
  if (isEmpty) return 'welcome';
  return ui.viewMode === 'chat' ? 'chat' : 'document';
};

/** The background that the skin asks for, behind whatever screen is shown. */
export const PageBackground = () => {
  const client = useReplyClient();
  const isStreaming = useSyncExternalStore(client.subscribe, client.isBusy);
  const { name, skin, isLoaded: known } = useSkin();
  const theme = useAppSelector(({ ui }) => ui.theme);
  const place = useAppSelector(selectPlace);
  return (
    <Background
      settings={skin.background}
      themeKey={`${theme} ${name}`}
      place={place}
      isStreaming={isStreaming}
      ready={known}
    />
  );
};
