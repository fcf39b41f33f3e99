import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';

import { aChat, anOpenChat, aMessage } from '../../support/builders.ts';
import { answer, type FakeServer } from '../../support/fake-server.ts';
import { aServer, FakePage, openSettings, signedIn, startApp, stored } from '../../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = aServer();
});
afterEach(() => server.restore());

const at = (hour: number) => new FakePage(new Date(2026, 10, 21, hour, 0));
const theme = () => document.documentElement.dataset['theme'];
const open = { 'ui-storage': { sidebarOpen: true } };
const sidebar = () => screen.getByRole('complementary', { name: 'Sidebar', hidden: true });

describe('the theme', () => {
  test.each([
    [5, 'dark'],
    [6, 'light'],
    [18, 'light'],
    [19, 'dark'],
    [0, 'dark'],
  ])('a visitor at %i o’clock sees the page %s', async (hour, expected) => {
    startApp({ page: at(hour) });
    await screen.findByPlaceholderText('Ask anything');
    expect(theme()).toBe(expected);
  });

  test('somebody signed in keeps the stored theme and changes it in the settings', async () => {
    const { user } = startApp({
      stored: { ...signedIn(), 'ui-storage': { theme: 'light', sidebarOpen: true } },
      page: at(23),
    });
    expect(theme()).toBe('light');
    await user.click(await screen.findByRole('button', { name: 'Settings' }));
    await user.click(await screen.findByRole('radio', { name: 'Dark' }));
    expect(theme()).toBe('dark');
    expect(stored('ui-storage')).toMatchObject({ theme: 'dark' });
  });

  test('the console can set, toggle, simulate an hour and go back', async () => {
    startApp({ page: at(14) });
    await screen.findByPlaceholderText('Ask anything');
    const debug = window.themeDebug;
    act(() => debug?.simulateHour(20));
    expect(theme()).toBe('dark');
    act(() => debug?.toggle());
    expect(debug?.get()).toBe('light');
    act(() => debug?.set('dark'));
    expect(theme()).toBe('dark');
    act(() => debug?.reset());
    expect(theme()).toBe('light');
    expect(() => debug?.simulateHour(24)).toThrow('Hour must be between 0-23');
    expect(() => debug?.simulateHour(1.5)).toThrow('Hour must be between 0-23');
  });

  test('going back in the console gives somebody signed in the theme they had chosen', async () => {
    const { leave } = startApp({ stored: { ...signedIn(), 'ui-storage': { theme: 'dark' } } });
    act(() => window.themeDebug?.simulateHour(12));
    expect(theme()).toBe('light');
    act(() => window.themeDebug?.reset());
    expect(theme()).toBe('dark');
    leave();
  });
});

describe('the sidebar', () => {
  test('opens and closes by its button, Escape and a double-click on the main area', async () => {
    const { user } = startApp({ stored: signedIn() });
    await screen.findByRole('heading', { name: /Ada/ });
    expect(sidebar()).toHaveAttribute('inert');
    await user.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
    expect(sidebar()).not.toHaveAttribute('inert');
    // It drops what an input method composes.
    fireEvent.keyDown(screen.getByPlaceholderText('Ask anything'), { key: 'Escape', isComposing: true });
    expect(sidebar()).not.toHaveAttribute('inert');
    await user.keyboard('{Escape}');
    expect(sidebar()).toHaveAttribute('inert');
    window.getSelection()?.removeAllRanges();
    fireEvent.doubleClick(screen.getByRole('main'));
    expect(sidebar()).not.toHaveAttribute('inert');
    expect(stored('ui-storage')).toMatchObject({ sidebarOpen: true });
  });

  test('a double-click that selected text, or one in the box, changes nothing', async () => {
    const { user } = startApp({ stored: signedIn() });
    const heading = await screen.findByRole('heading', { name: /Ada/ });
    window.getSelection()?.selectAllChildren(heading);
    fireEvent.doubleClick(heading);
    expect(sidebar()).toHaveAttribute('inert');
    window.getSelection()?.removeAllRanges();
    await user.dblClick(screen.getByPlaceholderText('Ask anything'));
    expect(sidebar()).toHaveAttribute('inert');
  });

  test('a double-click whose first click took its control away changes nothing', async () => {
    startApp({ stored: signedIn() });
    const main = await screen.findByRole('main');
    window.getSelection()?.removeAllRanges();
    fireEvent.mouseDown(await within(main).findByRole('button', { name: 'Mode' }), { detail: 1 });
    fireEvent.mouseDown(main, { detail: 2 });
    fireEvent.doubleClick(main);
    expect(sidebar()).toHaveAttribute('inert');
    fireEvent.mouseDown(main, { detail: 1 });
    fireEvent.mouseDown(main, { detail: 2 });
    fireEvent.doubleClick(main);
    expect(sidebar()).not.toHaveAttribute('inert');
  });

  test('offers a visitor New Chat and Sign In; Settings asks to sign in', async () => {
    const { user } = startApp({ stored: open });
    const aside = within(sidebar());
    expect(aside.getByRole('button', { name: 'New Chat' })).toBeInTheDocument();
    expect(aside.queryByRole('searchbox')).not.toBeInTheDocument();
    await user.click(aside.getByRole('button', { name: 'Settings' }));
    expect(await screen.findByRole('dialog', { name: 'Welcome Back' })).toBeInTheDocument();
  });
});

describe('settings', () => {
  test('show the plan, the address and the model', async () => {
    server.on('GET', '/api/auth/me', () => answer({ user: signedIn({ tier: 'basic' }).session.user }));
    const { user } = startApp({ stored: { ...signedIn(), ...open } });
    expect(await screen.findByText('Pro plan')).toBeInTheDocument();
    await openSettings(user, 'Account');
    const dialog = within(await screen.findByRole('dialog', { name: 'Settings' }));
    expect(await dialog.findByText('ada@example.org')).toBeInTheDocument();
    expect(dialog.getByText('Pro plan')).toBeInTheDocument();
    await user.click(dialog.getByRole('link', { name: 'Chat' }));
    expect(await dialog.findByText('Kimi K2 Instruct')).toBeInTheDocument();
  });

  test('a free account does not ask for the models that it cannot choose', async () => {
    server.on('GET', '/api/auth/me', () => answer({ user: signedIn().session.user }));
    const { user } = startApp({ stored: { ...signedIn(), ...open } });
    await openSettings(user, 'Chat');
    await waitFor(() => expect(server.calls('GET', '/api/ai/model-config')).toHaveLength(1));
    expect(server.calls('GET', '/api/ai/discover-models')).toEqual([]);
  });
});

describe('the command palette', () => {
  test('runs an action by a few letters and the keyboard', async () => {
    const { user } = startApp({ stored: { ...signedIn(), 'ui-storage': { theme: 'light' } } });
    await screen.findByRole('heading', { name: /Ada/ });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'dark');
    expect(screen.getByRole('option', { name: 'Switch to dark theme' })).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(theme()).toBe('dark'));
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });

  test('finds a chat at the server and opens it', async () => {
    const bread = aChat('Bread');
    server
      .on('GET', '/api/progress/chats', ({ query }) =>
        answer({ chats: query.get('q') === 'bre' ? [bread] : [aChat('Tea'), bread] }),
      )
      .on('GET', `/api/progress/chat/${bread.id}`, () =>
        answer(anOpenChat(bread, [aMessage('user', 'Why does it rise?')])),
      );
    const { user } = startApp({ stored: signedIn() });
    await user.keyboard('{Meta>}k{/Meta}');
    await user.type(await screen.findByRole('combobox'), 'bre');
    await waitFor(() => expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Bread']));
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Why does it rise?')).toBeInTheDocument();
  });

  test('moves with the arrows and goes round', async () => {
    const { user } = startApp();
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox');
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('option', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { name: 'New Chat' })).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });
});

describe('without a network', () => {
  test('says so quietly, and says when it is back', async () => {
    const { leave } = startApp();
    const online = jestOnline(false);
    act(() => {
      window.dispatchEvent(new Event('offline'));
    });
    expect(screen.getByText(/You are offline/)).toBeInTheDocument();
    online.restore();
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    expect(screen.getByText('Back online')).toBeInTheDocument();
    leave();
  });
});

const jestOnline = (value: boolean) => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => value });
  return {
    restore: () => {
      Reflect.deleteProperty(navigator, 'onLine');
    },
  };
};

describe('opening a chat', () => {
  const bread = aChat('Bread');

  test('shows its messages and its name', async () => {
    server
      .on('GET', '/api/progress/chats', () => answer({ chats: [bread] }))
      .on('GET', `/api/progress/chat/${bread.id}`, () =>
        answer(
          anOpenChat(bread, [aMessage('user', 'Why?'), aMessage('assistant', 'Yeast.', { parentId: 'user-Why-' })]),
        ),
      );
    const { user } = startApp({ stored: { ...signedIn(), ...open } });
    await user.click(await screen.findByTestId('chat-item'));
    expect(await screen.findByText('Why?')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Bread' })).toBeInTheDocument();
    expect(stored('chat-storage')).toMatchObject({ currentChatId: bread.id });
  });

  test('a failed load can be tried again; a deleted chat offers a new one', async () => {
    server.on('GET', `/api/progress/chat/${bread.id}`, () => answer({ error: 'x' }, 500));
    const { user } = startApp({ stored: { ...signedIn(), 'chat-storage': { currentChatId: bread.id } } });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.on('GET', `/api/progress/chat/${bread.id}`, () => answer({ error: 'Chat not found' }, 404));
    await user.click(again);
    expect(await screen.findByRole('heading', { name: 'This conversation is not yours to open' })).toBeInTheDocument();
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'New Chat' }));
    expect(await screen.findByRole('heading', { name: /Ada/ })).toBeInTheDocument();
  });
});
