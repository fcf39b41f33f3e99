import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';

import { useAppDispatch, useAppStore } from '../../state/store.ts';
import { isOtherPrinted } from './is-other-printed.ts';
import { PrintSheet } from './print-sheet.tsx';
import { getCachedChat, fetchChat } from './export-chat.ts';
import type { LoadedChat } from './write-chat-file.ts';

/** A conversation for the printer, as the server has it now. */
export const PrintedChat = ({ chatId, onDone }: { readonly chatId: string; readonly onDone: () => void }) => {
  const dispatch = useAppDispatch();
  const [loaded, setLoaded] = useState<LoadedChat | null>(null);
  const onLoaded = useEffectEvent((found: LoadedChat | null) => {
    if (found) setLoaded(found);
    else onDone();
  });
  useEffect(() => {
    let isMounted = true;
    void dispatch(fetchChat(chatId)).then((found) => {
      if (isMounted) onLoaded(found);
    });
    return () => {
      isMounted = false;
    };
  }, [dispatch, chatId]);
  return loaded ? (
    <PrintSheet title={loaded.chat.title} time={loaded.chat.createdAt} by={null} turns={loaded.path} onDone={onDone} />
  ) : null;
};

/**
 * The browser's own printing (Ctrl+P) of an open conversation: it waits for nothing, so the sheet is set at once
 * out of what was read of it.
 */
export const PrintedByBrowser = ({ chatId }: { readonly chatId: string }) => {
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const [found, setFound] = useState<LoadedChat | null>(null);
  useEffect(() => {
    const onBeforePrint = (): void => {
      if (isOtherPrinted(store)) return;
      flushSync(() => setFound(dispatch(getCachedChat(chatId))));
    };
    window.addEventListener('beforeprint', onBeforePrint);
    return () => window.removeEventListener('beforeprint', onBeforePrint);
  }, [dispatch, store, chatId]);
  return found ? (
    <PrintSheet
      title={found.chat.title}
      time={found.chat.createdAt}
      by={null}
      turns={found.path}
      byBrowser
      onDone={() => setFound(null)}
    />
  ) : null;
};
