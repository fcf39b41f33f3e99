import { useCallback, useSyncExternalStore } from 'react';

import type { Message } from '../../../../src/contract/common.ts';
import { isAnswering, type ReplySnapshot, type ReplyStore } from './reply-store.ts';

const nothing = (): null => null;

/** What a running reply has shown so far; null when there is none. Only the component that asks is drawn again. */
const useReply = (store: ReplyStore | null): ReplySnapshot | null => {
  const subscribe = useCallback((listener: () => void) => store?.subscribe(listener) ?? (() => undefined), [store]);
  return useSyncExternalStore(subscribe, store?.getSnapshot ?? nothing);
};

/** The reply of a turn: as long as its answer is written, then as long as more follows the answer. */
export const useTurnReply = ({ status }: Pick<Message, 'status'>, store: ReplyStore | null) => {
  const reply = useReply(store);
  const isWriting = reply !== null && (status === 'streaming' || isAnswering(reply));
  return { reply: isWriting ? reply : null, followUps: isWriting ? null : reply };
};
