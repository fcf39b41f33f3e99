import type { Middleware } from '@reduxjs/toolkit';

import { localDay } from '../lib/local-day.ts';
import { clearStored, loadStored, removeStored, saveStored, type StorageKey } from '../lib/storage.ts';
import { persistedChat, persistedAgentMigration, restoreChat } from './chat-slice.ts';
import { persistedFlags, restoreFlags } from './flags-slice.ts';
import { restoreKeys } from './keys-slice.ts';
import type { RootState } from './root-reducer.ts';
import { persistedSession, restoreSession, signedOut, userSet } from './session-slice.ts';
import { restoreThemeSource } from './theme-source-slice.ts';
import { persistedTools, restoreTools } from './tools-slice.ts';
import { restoreTrial } from './trial-slice.ts';
import { persistedUi, restoreUi } from './ui-slice.ts';

/** The persisted parts of the state by storage key. */
const PERSISTED: readonly (readonly [StorageKey, (state: RootState) => unknown])[] = [
  ['session', ({ session }) => persistedSession(session)],
  ['chat-storage', ({ chat }) => persistedChat(chat)],
  ['agent-migrated', ({ chat }) => persistedAgentMigration(chat)],
  ['ui-storage', ({ ui }) => persistedUi(ui)],
  ['theme-source', ({ themeSource }) => themeSource],
  ['tool-choices', ({ tools }) => persistedTools(tools)],
  ['trial-storage', ({ trial }) => trial],
  ['feature-flags', ({ flags }) => persistedFlags(flags)],
  ['shortcut-keys', ({ keys }) => keys],
];

/** The stored state. The trial's counter resets on another day. */
export const restoreState = (now: Date) => ({
  session: restoreSession(loadStored('session')),
  chat: restoreChat(loadStored('chat-storage'), loadStored('agent-migrated')),
  ui: restoreUi(loadStored('ui-storage')),
  themeSource: restoreThemeSource(loadStored('theme-source')),
  tools: restoreTools(loadStored('tool-choices')),
  trial: restoreTrial(loadStored('trial-storage'), localDay(now)),
  flags: restoreFlags(loadStored('feature-flags')),
  keys: restoreKeys(loadStored('shortcut-keys')),
});

/**
 * Writes each part of the state when it has changed. Sign-out clears storage instead; another user's sign-in removes the
 * local copy of the chats (docs/adr/0036).
 */
export const persistenceMiddleware: Middleware<object, RootState> = ({ getState }) => {
  const written = new Map<StorageKey, string>();
  const persistChanges = (write: (key: StorageKey, value: unknown) => void): void => {
    for (const [key, part] of PERSISTED) {
      const value = part(getState());
      const text = JSON.stringify(value);
      if (written.get(key) === text) continue;
      written.set(key, text);
      write(key, value);
    }
  };
  return (next) => (action) => {
    if (written.size === 0) persistChanges(() => undefined);
    const result = next(action);
    if (userSet.match(action)) for (const key of ['chat-storage', 'tool-choices'] as const) removeStored(key);
    persistChanges(signedOut.match(action) ? () => undefined : saveStored);
    if (signedOut.match(action)) clearStored();
    return result;
  };
};
