import { useMemo } from 'react';

import { isReturn } from '../../app/router/navigation.ts';
import type { ScrollMemory, ScrollPosition } from '../../features/chat/conversation/scroll-memory.ts';

/** Chats are left one at a time, and nobody goes back through more. */
const MAX_POSITIONS = 30;

/** By chat id, the one left last at the end. */
const positions = new Map<string, ScrollPosition>();

const savePosition = (chatId: string, position: ScrollPosition | null): void => {
  positions.delete(chatId);
  if (position) positions.set(chatId, position);
  const [oldest] = positions.keys();
  if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest);
};

/** Whoever goes back to a chat finds it where they left it; whoever opens one finds its end. */
export const useScrollMemory = (chatId: string | null): ScrollMemory =>
  useMemo(() => {
    const id = chatId ?? '';
    return {
      initial: isReturn() ? (positions.get(id) ?? null) : null,
      onLeave: (position) => savePosition(id, position),
    };
  }, [chatId]);
