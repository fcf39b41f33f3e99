import { waitFor } from '@testing-library/react';

import { setLanguage } from '../../../../web/lib/i18n/translations.ts';
import { actionItems, chatItems, filterItems } from '../../../../web/app/commands/palette-items.ts';
import type { Actions } from '../../../../web/app/use-actions.ts';
import { aChat } from '../../support/builders.ts';

const nothing = () => undefined;
const actions: Actions = {
  newChat: nothing,
  newTemporaryChat: nothing,
  openChat: nothing,
  openSettings: nothing,
  openAdmin: nothing,
  openSetup: nothing,
  openPricing: nothing,
  openSubscription: nothing,
  openFiles: nothing,
  openAbout: nothing,
  closeSidebarOnPhone: nothing,
  signIn: nothing,
  dismissSignIn: nothing,
  signUp: nothing,
  toggleTheme: nothing,
  signOutEverywhere: async () => true,
  accountDeleted: nothing,
  signOut: nothing,
};
const uses = [
  { id: 'share', label: 'Share…', run: nothing },
  { id: 'print', label: 'Print or save as PDF', run: nothing },
] as const;
const rest = {
  menuItems: [],
  languages: [],
  toggleSidebar: nothing,
  chooseSkin: nothing,
  openOverlay: nothing,
  search: nothing,
  openArchive: nothing,
  about: 'About Parley',
  skins: [{ id: 'ember', label: 'Ember' }],
};
const itemsFor = (state: Partial<Parameters<typeof actionItems>[0]>) =>
  actionItems({
    ...{ signedIn: true, isAdmin: false, hasPanel: false, selling: false, theme: 'light', actions },
    ...rest,
    ...state,
  });
const labels = (signedIn: boolean, theme: 'light' | 'dark', selling = false) =>
  itemsFor({ signedIn, selling, theme }).map(({ label }) => label);

test('a visitor has no account to set up and a theme that follows the hour', () => {
  expect(labels(false, 'light')).toEqual([
    'New Chat',
    'Toggle sidebar',
    'Keyboard shortcuts',
    'About Parley',
    'Sign In',
  ]);
});

test('somebody signed in is offered the other theme', () => {
  expect(labels(true, 'light')).toEqual([
    'New Chat',
    'Toggle sidebar',
    'Keyboard shortcuts',
    'New temporary chat',
    'Search conversations',
    'Archived conversations',
    'Switch to dark theme',
    'Skin: Ember',
    'Settings',
    'Saved prompts',
    'File Manager',
    'Sign Out',
  ]);
  expect(labels(true, 'dark')).toContain('Switch to light theme');
});

test('prices and the subscription are there only where something is sold', () => {
  expect(labels(false, 'light', true)).toEqual([
    'New Chat',
    'Toggle sidebar',
    'Pricing',
    'Keyboard shortcuts',
    'About Parley',
    'Sign In',
  ]);
  expect(labels(true, 'light', true)).toEqual(expect.arrayContaining(['Pricing', 'Manage Subscription']));
});

test.each([
  ['a person', {}, []],
  ['an auditor', { hasPanel: true }, ['admin']],
  ['an admin', { hasPanel: true, isAdmin: true }, ['admin', 'setup']],
])('of the server %s is offered what is theirs', (_, roles, expected) => {
  const offered = itemsFor(roles).map(({ id }) => id);
  expect(offered.filter((id) => ['admin', 'setup'].includes(id))).toEqual(expected);
});

test('what the menu of the open conversation offers is offered here too', () => {
  const offered = itemsFor({ menuItems: uses });
  expect(filterItems(offered, 'conversation:').map(({ label }) => label)).toEqual([
    'Conversation: Share…',
    'Conversation: Print or save as PDF',
  ]);
});

test('every typed word must fit, in any order and case', () => {
  const items = itemsFor({});
  expect(filterItems(items, 'THEME dark').map(({ id }) => id)).toEqual(['theme']);
  expect(filterItems(items, '').length).toBe(items.length);
  expect(filterItems(items, 'zzz')).toEqual([]);
});

test('a chat opens by its id', () => {
  const opened: string[] = [];
  chatItems([aChat('Bread')], (id) => opened.push(id))[0]?.run();
  expect(opened).toEqual([aChat('Bread').id]);
});

test('each other language is one action away, under its own name, for visitors too', async () => {
  const state = {
    signedIn: false,
    isAdmin: false,
    hasPanel: false,
    selling: false,
    theme: 'light',
    actions,
    ...rest,
    languages: ['de', 'ja'],
  } as const;
  const offered = actionItems(state);
  expect(offered.map(({ label }) => label)).toEqual(expect.arrayContaining(['Language: Deutsch', 'Language: 日本語']));
  offered.find(({ id }) => id === 'language-de')?.run();
  await waitFor(() => expect(actionItems(state).map(({ label }) => label)).toContain('Neuer Chat'));
  await setLanguage('en');
});
