import type { ChatSummary } from '../../../src/contract/chats.ts';
import { chooseLanguage } from '../../lib/i18n/language-choice.ts';
import { LANGUAGES, type Language } from '../../lib/i18n/language.ts';
import type { Theme } from '../../state/ui-slice.ts';
import type { ChatMenuItem } from '../../screens/chat/chat-menu-items.ts';
import type { Actions } from '../use-actions.ts';
import type { Overlay } from './use-overlay.ts';
import { t as historyText } from '../../features/history/texts.ts';
import { openDialog } from '../router/navigation.ts';
import { t } from '../texts.ts';
import { t as tOfPalette } from './palette-texts.ts';

export interface PaletteItem {
  readonly id: string;
  /** The key of its heading. */
  readonly group: 'actions' | 'conversations';
  readonly label: string;
  readonly run: () => void;
}

interface PaletteState {
  readonly signedIn: boolean;
  readonly isAdmin: boolean;
  readonly hasPanel: boolean;
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
  /** Those that are not spoken now, by their own names. */
  readonly languages: readonly Language[];
  readonly openOverlay: (overlay: Overlay) => void;
  readonly search: () => void;
  readonly openArchive: () => void;
  /** What can be done with the open conversation; nothing where none is open. */
  readonly menuItems: readonly ChatMenuItem[];
}

const action = (id: string, label: string, run: () => void): PaletteItem => ({ id, group: 'actions', label, run });

const languageItems = ({ languages }: PaletteState): readonly PaletteItem[] =>
  languages.map((language) =>
    action(`language-${language}`, t('language', { label: LANGUAGES[language] }), () => void chooseLanguage(language)),
  );

const userItems = ({
  isAdmin,
  hasPanel,
  selling,
  theme,
  actions,
  skins,
  chooseSkin,
  search,
  openArchive,
  menuItems,
}: PaletteState): readonly PaletteItem[] => [
  action('new-temporary', t('newTemporaryChat'), actions.newTemporaryChat),
  action('search', t('searchChats'), search),
  action('archive', historyText('archivedChats'), openArchive),
  ...menuItems.map(({ id, label, run }) => action(`open-${id}`, t('ofConversation', { what: label }), run)),
  action('theme', theme === 'dark' ? t('toLight') : t('toDark'), actions.toggleTheme),
  ...skins.map(({ id, label }) => action(`skin-${id}`, t('skin', { label }), () => chooseSkin(id))),
  action('settings', t('settings'), actions.openSettings),
  action('prompts', tOfPalette('savedPrompts'), () => openDialog({ at: 'settings', section: 'prompts' })),
  action('files', t('fileManager'), actions.openFiles),
  ...(selling ? [action('subscription', t('manageSubscription'), actions.openSubscription)] : []),
  ...(hasPanel ? [action('admin', t('adminPanel'), actions.openAdmin)] : []),
  ...(isAdmin ? [action('setup', t('setupGuide'), actions.openSetup)] : []),
];

const visitorItems = ({ actions, about }: PaletteState): readonly PaletteItem[] => [
  ...(about === null ? [] : [action('about', about, actions.openAbout)]),
  action('sign-in', t('signIn'), actions.signIn),
];

/** Everything that can be done from here. A visitor's theme follows the hour, so it is no action of theirs. */
export const actionItems = (state: PaletteState): readonly PaletteItem[] => [
  action('new', t('newChat'), state.actions.newChat),
  action('sidebar', t('toggleSidebar'), state.toggleSidebar),
  ...(state.selling ? [action('pricing', t('pricing'), state.actions.openPricing)] : []),
  action('shortcuts', t('shortcuts'), () => state.openOverlay('shortcuts')),
  ...languageItems(state),
  ...(state.signedIn
    ? [...userItems(state), action('sign-out', t('signOut'), state.actions.signOut)]
    : visitorItems(state)),
];

/** Chats as items: each opens its chat. */
export const chatItems = (chats: readonly ChatSummary[], open: (id: string) => void): readonly PaletteItem[] =>
  chats.map(({ id, title }) => ({ id: `chat-${id}`, group: 'conversations', label: title, run: () => open(id) }));

/** The items with every typed word somewhere in their label, in the order given. */
export const filterItems = (items: readonly PaletteItem[], query: string): readonly PaletteItem[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
};
