import { useCallback, useSyncExternalStore } from 'react';

import type { ReplySnapshot, ReplyStore } from './reply-store.ts';

const nothing = (): null => null;

/** What a running reply has shown so far; null when there is none. Only the component that asks is drawn again. */
export const useReply = (store: ReplyStore | null): ReplySnapshot | null => {
  const subscribe = useCallback((listener: () => void) => store?.subscribe(listener) ?? (() => undefined), [store]);
  return useSyncExternalStore(subscribe, store?.getSnapshot ?? nothing);
};
