import { act, screen, waitFor, within } from '@testing-library/react';

import { chooseLanguage } from '../../../web/lib/i18n/language-choice.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { aUser } from '../support/builders.ts';
import { fakeMedia } from '../support/media.ts';
import { aServer, signedIn, startApp, stored } from '../support/start-app.tsx';

let server: FakeServer;
let media: ReturnType<typeof fakeMedia>;
beforeEach(() => {
  media = fakeMedia();
  server = aServer().on('GET', '/api/shares', () => answer({ shares: [] }));
});
afterEach(() => {
  server.restore();
  media.restore();
  window.history.replaceState(null, '', '/');
});

const hash = () => window.location.hash;
const startAt = (address: string, of: Parameters<typeof aUser>[0] = {}) => {
  window.history.replaceState(null, '', address);
  server.on('GET', '/api/auth/me', () => answer({ user: aUser(of) }));
  return startApp({ stored: { ...signedIn(of), 'ui-storage': { theme: 'light', sidebarOpen: true } } });
};
const nav = () => screen.findByRole('navigation', { name: 'Sections of the settings' });
const section = async (name: string) => within(await nav()).getByRole('link', { name });
const theme = () => document.documentElement.dataset['theme'];

describe('the language of mails', () => {
  const saved = () => server.calls('PUT', '/api/auth/language').map(({ body }) => body);
  beforeEach(() => {
    server.on('PUT', '/api/auth/language', () => answer({ user: aUser({ language: 'de' }) }));
  });
  afterEach(() => chooseLanguage('auto'));

  test('follows the language that is chosen here, and only that', async () => {
    const { user } = startAt('/#/settings', { language: 'ja' });
    const choice = await screen.findByLabelText('Language');
    expect(saved()).toEqual([]); // another device may speak Japanese
    await user.selectOptions(choice, 'Deutsch');
    await waitFor(() => expect(saved()).toEqual([{ language: 'de' }]));
  });

  test('is that of the page for an account that has none', async () => {
    startAt('/#/', { language: null });
    await waitFor(() => expect(saved()).toEqual([{ language: 'en' }]));
  });
});

describe('on a desk', () => {
  test('the sections stand in a list beside the open one; another takes its place, and closing goes back', async () => {
    const { user } = startAt('/#/');
    const before = window.history.length;
    await user.click(await screen.findByRole('button', { name: 'Settings' }));
    expect(await section('Appearance')).toHaveAttribute('aria-current', 'page');
    expect(
      within(await nav())
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Appearance', 'Account', 'Chat', 'Prompts', 'Files', 'API', 'Data']);
    await user.click(await section('Data'));
    expect(hash()).toBe('#/settings/data');
    const data = within(await screen.findByRole('region', { name: 'Data' }));
    expect(await data.findByText('Shared links')).toBeInTheDocument();
    await user.click(await section('Account'));
    expect(await screen.findByRole('button', { name: 'Sign Out' })).toBeInTheDocument();
    expect(screen.queryByText('Shared links')).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(hash()).toBe('#/'));
    expect(window.history.length).toBe(before + 1);
  });

  test.each([
    ['usage', 'Account', 'Usage'],
    ['assistants', 'Chat', 'Experimental chat assistants'],
    ['links', 'Data', 'Shared links'],
  ])('the address of the part %s opens %s there', async (part, name, heading) => {
    startAt(`/#/settings/${part}`);
    expect(await section(name)).toHaveAttribute('aria-current', 'page');
    await waitFor(() => expect(screen.getByRole('heading', { name: heading })).toHaveFocus());
  });

  test('admins have a section of their own, others do not come to it by its address', async () => {
    startAt('/#/settings/admin', { isAdmin: true });
    expect(await screen.findByRole('button', { name: 'Admin Panel' })).toBeInTheDocument();
  });

  test('somebody else’s address of it opens the first section', async () => {
    startAt('/#/settings/admin');
    expect(await section('Appearance')).toHaveAttribute('aria-current', 'page');
    expect(within(await nav()).queryByRole('link', { name: 'Administration' })).not.toBeInTheDocument();
  });
});

describe('on a phone', () => {
  beforeEach(() => media.set('767px'));

  test('the list leads to a section, Back to the list, and closing out of all of it', async () => {
    const { user } = startAt('/#/');
    await user.click(await screen.findByRole('button', { name: 'Settings' }));
    expect(await section('Account')).not.toHaveAttribute('aria-current');
    expect(screen.queryByRole('region', { name: 'Appearance' })).not.toBeInTheDocument();
    await user.click(await section('Data'));
    expect(await screen.findByRole('dialog', { name: 'Data' })).toHaveTextContent('Shared links');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(hash()).toBe('#/settings'));
    await user.click(await section('Account'));
    await screen.findByRole('dialog', { name: 'Account' });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(hash()).toBe('#/');
  });

  test('a section that was opened by its address has the list behind it too', async () => {
    const { user } = startAt('/#/settings/chat');
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    expect(await section('Chat')).toBeInTheDocument();
    expect(hash()).toBe('#/settings');
  });
});

describe('the theme', () => {
  const choose = async (user: ReturnType<typeof startAt>['user'], name: string) =>
    user.click(await screen.findByRole('radio', { name }));

  test('is light, dark, or the system’s, and then changes with it', async () => {
    const { user } = startAt('/#/settings/appearance');
    expect(await screen.findByRole('radio', { name: 'Light' })).toBeChecked();
    await choose(user, 'Dark');
    expect(theme()).toBe('dark');
    await choose(user, 'System');
    expect([theme(), stored('theme-source')]).toEqual(['light', { followsSystem: true }]);
    act(() => media.change('prefers-color-scheme: dark'));
    expect([theme(), stored('ui-storage')['theme']]).toEqual(['dark', 'dark']);
    expect(screen.getByRole('radio', { name: 'System' })).toBeChecked();
    await choose(user, 'Light');
    act(() => media.change());
    act(() => media.change('prefers-color-scheme: dark'));
    expect([theme(), stored('theme-source')]).toEqual(['light', { followsSystem: false }]);
  });

  test('that is switched from the palette is no longer the system’s', async () => {
    const { user } = startAt('/#/settings/appearance');
    await choose(user, 'System');
    await user.keyboard('{Escape}');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'dark theme');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(theme()).toBe('dark'));
    expect(stored('theme-source')).toEqual({ followsSystem: false });
  });
});
