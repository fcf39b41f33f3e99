import type { ChatSummary } from '../../src/contract/chats.ts';
import type { Theme } from '../state/ui-slice.ts';
import type { ChatUse } from './chat-uses.ts';
import type { Actions } from './use-actions.ts';
import type { Overlay } from './use-overlay.ts';

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
  /** Those that are not in use. */
  readonly skins: readonly { readonly id: string; readonly label: string }[];
  readonly chooseSkin: (id: string) => void;
  /** The name of the page about the product, where visitors have one. */
  readonly about: string | null;
  readonly openOverlay: (overlay: Overlay) => void;
  readonly search: () => void;
  /** What can be done with the open conversation; nothing where none is open. */
  readonly uses: readonly ChatUse[];
}

const action = (id: string, label: string, run: () => void): PaletteItem => ({ id, group: 'Actions', label, run });

const forPeople = ({ isAdmin, selling, theme, actions, skins, chooseSkin, search, uses }: PaletteState): readonly PaletteItem[] => [
  action('search', 'Search conversations', search),
  ...uses.map(({ id, label, run }) => action(`open-${id}`, `Conversation: ${label}`, run)),
  action('theme', theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme', actions.toggleTheme),
  ...skins.map(({ id, label }) => action(`skin-${id}`, `Skin: ${label}`, () => chooseSkin(id))),
  action('settings', 'Settings', actions.openSettings),
  action('files', 'File Manager', actions.openFiles),
  ...(selling ? [action('subscription', 'Manage Subscription', actions.openSubscription)] : []),
  ...(isAdmin ? [action('admin', 'Admin Panel', actions.openAdmin)] : []),
];

const forVisitors = ({ actions, about, openOverlay }: PaletteState): readonly PaletteItem[] => [
  ...(about === null ? [] : [action('about', about, () => openOverlay('about'))]),
  action('sign-in', 'Sign In', actions.signIn),
];

/** Everything that can be done from here. A visitor's theme follows the hour, so it is no action of theirs. */
export const actionItems = (state: PaletteState): readonly PaletteItem[] => [
  action('new', 'New Chat', state.actions.newChat),
  action('sidebar', 'Toggle sidebar', state.toggleSidebar),
  ...(state.selling ? [action('pricing', 'Pricing', state.actions.openPricing)] : []),
  action('shortcuts', 'Keyboard shortcuts', () => state.openOverlay('shortcuts')),
  ...(state.signedIn ? [...forPeople(state), action('sign-out', 'Sign Out', state.actions.signOut)] : forVisitors(state)),
];

/** Chats as items: each opens its chat. */
export const chatItems = (chats: readonly ChatSummary[], open: (id: string) => void): readonly PaletteItem[] =>
  chats.map(({ id, title }) => ({ id: `chat-${id}`, group: 'Conversations', label: title, run: () => open(id) }));

/** The items with every typed word somewhere in their label, in the order given. */
export const matching = (items: readonly PaletteItem[], typed: string): readonly PaletteItem[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
};
