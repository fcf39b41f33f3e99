import { isAction, type Middleware } from '@reduxjs/toolkit';

import { localDay } from '../lib/local-day.ts';
import { clearStored, loadStored, removeStored, saveStored, type StorageKey } from '../lib/storage.ts';
import { persistedChat, persistedAgentMigration, restoreChat } from './chat-slice.ts';
import { persistedFlags, restoreFlags } from './flags-slice.ts';
import { restoreKeys } from './keys-slice.ts';
import type { RootState } from './root-reducer.ts';
import { persistedSession, restoreSession, signedOut, userSet } from './session-slice.ts';
import { restoreThemeSource } from './theme-source-slice.ts';
import { persistedTools, restoreTools } from './tools-slice.ts';
import { restoreTrial, trialSlice, trialSynced } from './trial-slice.ts';
import { persistedUi, restoreUi } from './ui-slice.ts';

/** A part of the state under its storage key; it is made of one slice. */
interface PersistedPart {
  readonly key: StorageKey;
  readonly slice: keyof RootState;
  readonly select: (root: RootState) => unknown;
}

const persisted = <Name extends keyof RootState>(
  key: StorageKey,
  slice: Name,
  select: (part: RootState[Name]) => unknown = (part) => part,
): PersistedPart => ({ key, slice, select: (root) => select(root[slice]) });

const PERSISTED: readonly PersistedPart[] = [
  persisted('session', 'session', persistedSession),
  persisted('chat-storage', 'chat', persistedChat),
  persisted('agent-migrated', 'chat', persistedAgentMigration),
  persisted('ui-storage', 'ui', persistedUi),
  persisted('theme-source', 'themeSource'),
  persisted('tool-choices', 'tools', persistedTools),
  persisted('trial-storage', 'trial'),
  persisted('feature-flags', 'flags', persistedFlags),
  persisted('shortcut-keys', 'keys'),
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
 * Writes each part of the state when it has changed. Sign-out clears storage instead; another user's sign-in removes
 * the local copy of the chats (docs/adr/0036).
 */
export const persistenceMiddleware: Middleware<object, RootState> = ({ getState }) => {
  const written = new Map<StorageKey, string>();
  let before: RootState | null = null;
  const persistChanges = (write: (key: StorageKey, value: unknown) => void): void => {
    const state = getState();
    for (const { key, slice, select } of PERSISTED) {
      // Each frame of a reply is an action, and changes one slice.
      if (before?.[slice] === state[slice]) continue;
      const value = select(state);
      const text = JSON.stringify(value);
      if (written.get(key) === text) continue;
      written.set(key, text);
      write(key, value);
    }
    before = state;
  };
  const readTrial = (): string => JSON.stringify(loadStored('trial-storage'));
  let storedTrial = readTrial();
  /** The storage of the trial is one for all tabs: a change is made to what lies there, not to what was read before. */
  const isTrialOutdated = (action: unknown): boolean =>
    isAction(action) &&
    action.type.startsWith(`${trialSlice.name}/`) &&
    !trialSynced.match(action) &&
    readTrial() !== storedTrial;
  return (next) => (action) => {
    if (before === null) persistChanges(() => undefined);
    if (isTrialOutdated(action)) next(trialSynced(loadStored('trial-storage')));
    const { trial } = getState();
    const result = next(action);
    if (userSet.match(action)) for (const key of ['chat-storage', 'tool-choices'] as const) removeStored(key);
    persistChanges(signedOut.match(action) ? () => undefined : saveStored);
    if (signedOut.match(action)) clearStored();
    if (getState().trial !== trial) storedTrial = readTrial();
    return result;
  };
};
