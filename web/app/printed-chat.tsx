import { useEffect, useEffectEvent, useState } from 'react';

import { useAppDispatch } from '../state/store.ts';
import { PrintSheet } from './print-sheet.tsx';
import { takeChat, type TakenChat } from './take-away.ts';

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
    void dispatch(takeChat(chatId)).then((found) => { if (wanted) had(found); });
    return () => { wanted = false; };
  }, [dispatch, chatId]);
  return taken ? <PrintSheet title={taken.chat.title} time={taken.chat.createdAt} by={null} turns={taken.path} onDone={onDone} /> : null;
};
