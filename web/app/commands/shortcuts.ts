import { shortcutKey } from '../../lib/shortcut-key.ts';
import type { TextKey } from '../texts.ts';

/** What can be done by keys from anywhere. */
export type ShortcutId = 'palette' | 'shortcuts' | 'new' | 'temporary' | 'sidebar' | 'search' | 'settings' | 'theme';

interface Shortcut {
  readonly id: ShortcutId;
  /** The key of its name. */
  readonly label: TextKey;
  /** As they are shown; `Mod` is Ctrl, or Command on a Mac. */
  readonly keys: readonly string[];
  readonly key: string;
  /** Null: some layouts need it for this sign. */
  readonly shift: boolean | null;
}

/**
 * The one list: what the keys do, and what the help sheet says. A bare `?` also opens the help while nobody types,
 * unless that is switched off.
 */
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'palette', label: 'palette', keys: ['Mod', 'K'], key: 'k', shift: false },
  { id: 'new', label: 'newChat', keys: ['Mod', 'Shift', 'O'], key: 'o', shift: true },
  { id: 'temporary', label: 'newTemporaryChat', keys: ['Mod', 'Shift', 'Y'], key: 'y', shift: true },
  { id: 'search', label: 'searchChats', keys: ['Mod', 'Shift', 'F'], key: 'f', shift: true },
  { id: 'sidebar', label: 'toggleSidebar', keys: ['Mod', 'B'], key: 'b', shift: false },
  { id: 'settings', label: 'settings', keys: ['Mod', ','], key: ',', shift: null },
  { id: 'theme', label: 'switchTheme', keys: ['Mod', 'Shift', 'L'], key: 'l', shift: true },
  { id: 'shortcuts', label: 'shortcuts', keys: ['Mod', '/'], key: '/', shift: null },
];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select') !== null;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target'>;

/** The shortcut that was pressed, if it was one; `single` says whether a key alone may be one. */
export const findShortcut = (pressed: Pressed, single: boolean): ShortcutId | null => {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = pressed;
  if (altKey) return null;
  if (!ctrlKey && !metaKey) return single && key === '?' && !isTyping(target) ? 'shortcuts' : null;
  const named = shortcutKey(pressed);
  return SHORTCUTS.find((one) => one.key === named && (one.shift ?? shiftKey) === shiftKey)?.id ?? null;
};
