import { useEffect, useRef } from 'react';

import type { ChatSummary } from '../../../src/contract/chats.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { toastShown } from '../../state/toast-slice.ts';
import { useTranslations } from './texts.ts';

/** Says once that a chat which is not shown waits for an answer of the person. */
export const useWaitingNotice = (chats: readonly ChatSummary[], currentChatId: string | null): void => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { followed, listed } = useAppSelector(({ tools }) => tools.waiting);
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const titles = new Map(chats.map(({ id, title }) => [id, title]));
    const waiting = [...new Set([...followed, ...listed])].filter((id) => id === currentChatId || titles.has(id));
    for (const id of waiting)
      if (id !== currentChatId && !known.current.has(id))
        dispatch(toastShown('note', t('asksInOther', { title: titles.get(id) ?? '' })));
    known.current = new Set(waiting);
  }, [chats, followed, listed, currentChatId, dispatch, t]);
};
