import type { Middleware } from '@reduxjs/toolkit';

import { localDay } from '../lib/day.ts';
import { clearStored, readStored, removeStored, writeStored, type StorageKey } from '../lib/storage.ts';
import { keptChat, keptMove, restoreChat } from './chat-slice.ts';
import { keptFlags, restoreFlags } from './flags-slice.ts';
import { restoreKeys } from './keys-slice.ts';
import type { RootState } from './root.ts';
import { keptSession, restoreSession, signedOut, userSet } from './session-slice.ts';
import { restoreTrial } from './trial-slice.ts';
import { keptUi, restoreUi } from './ui-slice.ts';

/** What of the state is kept, and under which key. */
const KEEPERS: readonly (readonly [StorageKey, (state: RootState) => unknown])[] = [
  ['session', ({ session }) => keptSession(session)],
  ['chat-storage', ({ chat }) => keptChat(chat)],
  ['agent-migrated', ({ chat }) => keptMove(chat)],
  ['ui-storage', ({ ui }) => keptUi(ui)],
  ['trial-storage', ({ trial }) => trial],
  ['feature-flags', ({ flags }) => keptFlags(flags)],
  ['shortcut-keys', ({ keys }) => keys],
];

/** The state as it was left on this machine; the trial's counter starts anew on another day. */
export const restored = (now: Date) => ({
  session: restoreSession(readStored('session')),
  chat: restoreChat(readStored('chat-storage'), readStored('agent-migrated')),
  ui: restoreUi(readStored('ui-storage')),
  trial: restoreTrial(readStored('trial-storage'), localDay(now)),
  flags: restoreFlags(readStored('feature-flags')),
  keys: restoreKeys(readStored('shortcut-keys')),
});

/**
 * Writes each kept part when it has changed; a page on which nothing happened stores nothing. Signing out empties storage instead, so that nothing of the fresh state is
 * there when the page comes up again; another user's sign-in removes the local copy of the chats (D-81).
 */
export const persistence: Middleware<object, RootState> = ({ getState }) => {
  const written = new Map<StorageKey, string>();
  const keep = (write: (key: StorageKey, value: unknown) => void): void => {
    for (const [key, part] of KEEPERS) {
      const value = part(getState());
      const text = JSON.stringify(value);
      if (written.get(key) === text) continue;
      written.set(key, text);
      write(key, value);
    }
  };
  return (next) => (action) => {
    if (written.size === 0) keep(() => undefined);
    const result = next(action);
    if (userSet.match(action)) removeStored('chat-storage');
    keep(signedOut.match(action) ? () => undefined : writeStored);
    if (signedOut.match(action)) clearStored();
    return result;
  };
};
