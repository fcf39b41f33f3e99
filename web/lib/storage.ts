/** Every key of localStorage. Sign-out removes all of them. */
export const STORAGE_KEYS = [
  'session',
  'chat-storage',
  'ui-storage',
  'trial-storage',
  'feature-flags',
  'agent-migrated',
  'shortcut-keys',
  'theme-source',
  'tool-choices',
  'language',
] as const;
export type StorageKey = (typeof STORAGE_KEYS)[number];

/**
 * What lies under a key, or an empty record: storage that is blocked, broken or of another shape is as good as none.
 */
export const loadStored = (key: StorageKey): Readonly<Record<string, unknown>> => {
  try {
    return parseRecord(localStorage.getItem(key));
  } catch {
    return {};
  }
};

/** A record out of stored text; anything else reads as empty. */
export const parseRecord = (text: string | null): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
};

/** Stores a value. If storage is full or blocked, it is lost at a reload. */
export const saveStored = (key: StorageKey, value: unknown): void => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private window or full disk: the page continues in memory.
  }
};

export const removeStored = (key: StorageKey): void => {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above: nothing was stored, so nothing stays behind.
  }
};

/** Leaves nothing of the app behind on this machine. */
export const clearStored = (): void => {
  for (const key of STORAGE_KEYS) removeStored(key);
  try {
    sessionStorage.clear();
  } catch {
    // No sessionStorage, so nothing to clear.
  }
};

/** Observes writes by other tabs. The value is empty after a removal. */
export const onStorageChange = (
  onChange: (key: string | null, value: Readonly<Record<string, unknown>>) => void,
): (() => void) => {
  const listener = (event: StorageEvent): void => onChange(event.key, parseRecord(event.newValue));
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
};
