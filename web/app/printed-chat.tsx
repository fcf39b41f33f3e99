import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';

import { useAppDispatch } from '../state/store.ts';
import { PrintSheet } from './print-sheet.tsx';
import { heldChat, takeChat, type TakenChat } from './take-away.ts';

/** A conversation for the printer, as the server has it now. */
export const PrintedChat = ({ chatId, onDone }: { readonly chatId: string; readonly onDone: () => void }) => {
  const dispatch = useAppDispatch();
  const [taken, setTaken] = useState<TakenChat | null>(null);
  const had = useEffectEvent((found: TakenChat | null) => {
    if (found) setTaken(found);
    else onDone();
  });
  useEffect(() => {
    let wanted = true;
    void dispatch(takeChat(chatId)).then((found) => {
      if (wanted) had(found);
    });
    return () => {
      wanted = false;
    };
  }, [dispatch, chatId]);
  return taken ? (
    <PrintSheet title={taken.chat.title} time={taken.chat.createdAt} by={null} turns={taken.path} onDone={onDone} />
  ) : null;
};

/** The browser's own printing (Ctrl+P) of an open conversation: it waits for nothing, so the sheet is set at once out of what was read of it. */
export const PrintedByBrowser = ({ chatId }: { readonly chatId: string }) => {
  const dispatch = useAppDispatch();
  const [found, setFound] = useState<TakenChat | null>(null);
  useEffect(() => {
    const before = (): void => {
      flushSync(() => setFound(dispatch(heldChat(chatId))));
    };
    window.addEventListener('beforeprint', before);
    return () => window.removeEventListener('beforeprint', before);
  }, [dispatch, chatId]);
  return found ? (
    <PrintSheet
      title={found.chat.title}
      time={found.chat.createdAt}
      by={null}
      turns={found.path}
      asked
      onDone={() => setFound(null)}
    />
  ) : null;
};
