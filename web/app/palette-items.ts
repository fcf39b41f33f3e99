import type { ChatSummary } from '../../src/contract/chats.ts';
import type { Theme } from '../state/ui-slice.ts';
import type { Actions } from './use-actions.ts';

export interface PaletteItem {
  readonly id: string;
  readonly group: 'Actions' | 'Conversations';
  readonly label: string;
  readonly run: () => void;
}

interface PaletteState {
  readonly signedIn: boolean;
  readonly isAdmin: boolean;
  /** Whether plans are sold here. */
  readonly selling: boolean;
  readonly theme: Theme;
  readonly actions: Actions;
  readonly toggleSidebar: () => void;
}

const action = (id: string, label: string, run: () => void): PaletteItem => ({ id, group: 'Actions', label, run });

/** Everything that can be done from here. A visitor's theme follows the hour, so it is no action of theirs. */
export const actionItems = ({ signedIn, isAdmin, selling, theme, actions, toggleSidebar }: PaletteState): readonly PaletteItem[] => [
  action('new', 'New Chat', actions.newChat),
  action('sidebar', 'Toggle sidebar', toggleSidebar),
  ...(selling ? [action('pricing', 'Pricing', actions.openPricing)] : []),
  ...(signedIn
    ? [
        action('theme', theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme', actions.toggleTheme),
        action('settings', 'Settings', actions.openSettings),
        action('files', 'File Manager', actions.openFiles),
        ...(selling ? [action('subscription', 'Manage Subscription', actions.openSubscription)] : []),
        ...(isAdmin ? [action('admin', 'Admin Panel', actions.openAdmin)] : []),
        action('sign-out', 'Sign Out', actions.signOut),
      ]
    : [action('sign-in', 'Sign In', actions.signIn)]),
];

/** Chats as items: each opens its chat. */
export const chatItems = (chats: readonly ChatSummary[], open: (id: string) => void): readonly PaletteItem[] =>
  chats.map(({ id, title }) => ({ id: `chat-${id}`, group: 'Conversations', label: title, run: () => open(id) }));

/** The items with every typed word somewhere in their label, in the order given. */
export const matching = (items: readonly PaletteItem[], typed: string): readonly PaletteItem[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
};
