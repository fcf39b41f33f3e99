import { act, screen, waitFor, within } from '@testing-library/react';
import { navigate } from 'wouter/use-hash-location';

import { draftsChanged } from '../../../../web/state/admin-slice.ts';
import { signIn } from '../../../../web/session/migrate-trial.ts';
import { draftSet, turnsAdded } from '../../../../web/state/chat-slice.ts';
import { sessionExpired } from '../../../../web/state/session-slice.ts';
import { subscriptionModalSet } from '../../../../web/state/ui-slice.ts';
import { withAdmin } from '../../support/admin.ts';
import { aChat, aMessage, anOpenChat, aUser } from '../../support/builders.ts';
import { answer, type FakeServer } from '../../support/fake-server.ts';
import { aFileList } from '../../support/files.ts';
import { aServer, signedIn, startApp } from '../../support/start-app.tsx';

const bread = { ...aChat('Why bread rises'), id: 'bread' };
const tea = { ...aChat('How tea is made'), id: 'tea' };
const question = aMessage('user', 'Why?', { id: 'q1' });
const reply = aMessage('assistant', 'Because of **yeast**.', { id: 'a1', parentId: 'q1' });

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(aServer())
    .on('GET', '/api/progress/chats', () => answer({ chats: [bread, tea] }))
    .on('GET', '/api/progress/chat/bread', () => answer(anOpenChat(bread, [question, reply])))
    .on('GET', '/api/progress/chat/tea', () => answer(anOpenChat(tea, [aMessage('user', 'Tea?', { id: 'q2' })])))
    .on('GET', '/api/progress/chat/gone', () => answer({ error: 'Chat not found' }, 404))
    .on('GET', '/api/files', () => answer(aFileList([])));
});
afterEach(() => server.restore());

const PERSON = { ...signedIn(), 'ui-storage': { sidebarOpen: true } };
const startAt = (address: string, stored: Record<string, unknown> = PERSON) => {
  window.history.replaceState(null, '', address);
  return startApp({ stored });
};
const hash = () => window.location.hash;
const go = (path: string) => act(() => navigate(path));
const back = async (to: string) => {
  act(() => window.history.back());
  await waitFor(() => expect(hash()).toBe(to));
};
const row = (name: string) => screen.findByRole('link', { name: new RegExp(name) });

describe('chats', () => {
  test('have addresses: rows are links, Back goes to the chat before, and the title names it', async () => {
    const { user } = startAt('/#/c/bread');
    expect(await screen.findByText('yeast')).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Why bread rises – Parley'));
    expect(await row('How tea')).toHaveAttribute('href', '#/c/tea');
    await user.click(await row('How tea'));
    expect(await screen.findByText('Tea?')).toBeInTheDocument();
    expect(hash()).toBe('#/c/tea');
    expect(await row('How tea')).toHaveAttribute('aria-current', 'page');
    await back('#/c/bread');
    expect(await screen.findByText('yeast')).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Why bread rises – Parley'));
    await user.click(screen.getAllByRole('button', { name: 'New Chat' })[0] ?? document.body);
    expect(hash()).toBe('#/');
    await waitFor(() => expect(document.title).toBe('Parley'));
  });

  test('that are unknown or not ours get the same plain page', async () => {
    const { user } = startAt('/#/c/gone');
    expect(await screen.findByRole('heading', { name: 'This conversation is not yours to open' })).toBeInTheDocument();
    expect(screen.queryByPlaceholderText('Ask anything')).not.toBeInTheDocument();
    expect(document.title).toBe('Parley');
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'New Chat' }));
    expect(await screen.findByPlaceholderText('Ask anything')).toBeInTheDocument();
    expect(hash()).toBe('#/');
  });

  test('a bare address is a new chat in a fresh tab and goes on where this tab was', async () => {
    const first = startApp({ stored: PERSON });
    expect(first.store.getState().chat.currentChatId).toBeNull();
    go('/c/tea');
    expect(await screen.findByText('Tea?')).toBeInTheDocument();
    first.leave();
    window.history.replaceState(null, '', '/');
    startApp();
    expect(await screen.findByText('Tea?')).toBeInTheDocument();
    expect(hash()).toBe('#/c/tea');
  });

  test('a visitor signs in at the address of a chat and goes on to it', async () => {
    const { store, client, page } = startAt('/#/c/bread', {});
    expect(await screen.findByRole('dialog', { name: /Welcome Back/ })).toBeInTheDocument();
    await act(() =>
      store.dispatch(signIn({ token: 't1', user: aUser() }, { client, now: page.now, wait: () => Promise.resolve() })),
    );
    expect(await screen.findByText('yeast')).toBeInTheDocument();
    expect(hash()).toBe('#/c/bread');
  });
});

test('a layer without an address and its entry are gone after a reload: one Back leaves the chat', async () => {
  window.history.replaceState(null, '', '/#/c/tea');
  window.history.pushState({ parent: '/c/tea' }, '', '/#/c/bread');
  window.history.pushState({ layer: true }, '');
  startApp({ stored: PERSON });
  expect(await screen.findByText('yeast')).toBeInTheDocument();
  await waitFor(() => expect(window.history.state).toEqual({ parent: '/c/tea' }));
  await back('#/c/tea');
  expect(await screen.findByText('Tea?')).toBeInTheDocument();
});

describe('turns', () => {
  const pinned = () => document.querySelector('[data-sought]');

  test('have addresses: the chat opens with that turn in sight, and its own address has none', async () => {
    const { user } = startAt('/#/c/bread/m/a1');
    expect(await screen.findByText('yeast')).toBeInTheDocument();
    expect(pinned()).toHaveTextContent('yeast');
    expect(hash()).toBe('#/c/bread/m/a1');
    await user.click(await row('How tea'));
    expect(await screen.findByText('Tea?')).toBeInTheDocument();
    await user.click(await row('Why bread'));
    expect(await screen.findByText('yeast')).toBeInTheDocument();
    expect(hash()).toBe('#/c/bread');
    expect(pinned()).toBeNull();
    await back('#/c/tea');
    await back('#/c/bread/m/a1');
    await waitFor(() => expect(pinned()).toHaveTextContent('yeast'));
  });

  test('are left for the chat with the next question, in the same entry of the history', async () => {
    const { store } = startAt('/#/c/bread/m/a1');
    expect(await screen.findByText('yeast')).toBeInTheDocument();
    const entries = window.history.length;
    act(() => {
      store.dispatch(
        turnsAdded({ chatId: 'bread', turns: [aMessage('user', 'And rye?', { id: 'q9', parentId: 'a1' })] }),
      );
    });
    expect(hash()).toBe('#/c/bread');
    expect(window.history.length).toBe(entries);
    expect(pinned()).toBeNull();
  });

  test('of another version bring it; one that is not there is the chat', async () => {
    const older = aMessage('assistant', 'Because of *steam*.', { id: 'a0', parentId: 'q1' });
    server.on('GET', '/api/progress/chat/bread', () =>
      answer({ ...anOpenChat(bread, [question, reply]), otherVersions: [older] }),
    );
    startAt('/#/c/bread/m/a0');
    expect(await screen.findByText('steam')).toBeInTheDocument();
    expect(pinned()).toHaveTextContent('steam');
    go('/c/bread/m/nothing');
    await waitFor(() => expect(pinned()).toBeNull());
    expect(screen.getByText('steam')).toBeInTheDocument();
  });

  test('of another version bring it after a turn of another chat', async () => {
    const older = aMessage('assistant', 'Because of *steam*.', { id: 'a0', parentId: 'q1' });
    server.on('GET', '/api/progress/chat/bread', () =>
      answer({ ...anOpenChat(bread, [question, reply]), otherVersions: [older] }),
    );
    startAt('/#/c/tea/m/q2');
    expect(await screen.findByText('Tea?')).toBeInTheDocument();
    go('/c/bread/m/a0');
    expect(await screen.findByText('steam')).toBeInTheDocument();
  });
});

test('a change of the store between a move of the browser and its event does not undo the move', async () => {
  const { store } = startAt('/#/c/tea');
  expect(await screen.findByText('Tea?')).toBeInTheDocument();
  window.history.replaceState({ parent: null }, '', '#/c/bread');
  act(() => {
    store.dispatch(draftSet({ key: 'tea', text: 'and' }));
  });
  expect(hash()).toBe('#/c/bread');
  act(() => {
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
  expect(await screen.findByText('yeast')).toBeInTheDocument();
  expect(hash()).toBe('#/c/bread');
});

describe('documents', () => {
  test('have addresses and close with Back', async () => {
    const { store } = startAt('/#/c/bread/d/a1');
    expect(await screen.findByTestId('document-view')).toBeInTheDocument();
    expect(store.getState().ui).toMatchObject({ viewMode: 'document-magazine' });
    expect(store.getState().ui.currentSearchResult).toMatchObject({ messageId: 'a1', query: 'Why?' });
    go('/c/bread');
    await waitFor(() => expect(screen.queryByTestId('document-view')).not.toBeInTheDocument());
    await back('#/c/bread/d/a1');
    expect(await screen.findByTestId('document-view')).toBeInTheDocument();
  });

  test('of a chat that is still to be loaded open after another chat', async () => {
    startAt('/#/c/tea');
    expect(await screen.findByText('Tea?')).toBeInTheDocument();
    go('/c/bread/d/a1');
    expect(await screen.findByTestId('document-view')).toBeInTheDocument();
    expect(hash()).toBe('#/c/bread/d/a1');
  });

  test('have the focus on their headline, and give it back to what opened them', async () => {
    const { user } = startAt('/#/c/bread');
    await user.click(await screen.findByRole('button', { name: 'Open in document view' }));
    const view = within(await screen.findByTestId('document-view'));
    await waitFor(() => expect(view.getByRole('heading', { level: 1 })).toHaveFocus());
    await back('#/c/bread');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open in document view' })).toHaveFocus());
  });

  test('leave the focus in the text box', async () => {
    const { store } = startAt('/#/c/bread');
    await screen.findByText('yeast');
    const box = screen.getByPlaceholderText('Ask anything');
    act(() => box.focus());
    go('/c/bread/d/a1');
    expect(await screen.findByTestId('document-view')).toBeInTheDocument();
    expect(store.getState().ui.viewMode).toBe('document-magazine');
    expect(document.activeElement).toBe(box);
  });

  test('of a reply that is not there show the chat', async () => {
    startAt('/#/c/bread/d/nothing');
    expect(await screen.findByText('yeast')).toBeInTheDocument();
    expect(screen.queryByTestId('document-view')).not.toBeInTheDocument();
    await waitFor(() => expect(hash()).toBe('#/c/bread'));
  });
});

describe('dialogs', () => {
  test.each([
    ['settings', 'Settings'],
    ['files', 'File manager'],
    ['pricing', 'Pricing'],
    ['about', 'About Parley'],
  ])('%s is opened by its address, closed by Back, and opened again by Forward', async (path, name) => {
    startAt('/#/c/tea');
    expect(await screen.findByText('Tea?')).toBeInTheDocument();
    go(`/${path}`);
    const dialog = { name: new RegExp(name, 'i') };
    expect(await screen.findByRole('dialog', dialog)).toBeInTheDocument();
    await back('#/c/tea');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    act(() => window.history.forward());
    expect(await screen.findByRole('dialog', dialog)).toBeInTheDocument();
    expect(screen.getByText('Tea?')).toBeInTheDocument();
  });

  test('closing one goes back, and the focus is where it was opened', async () => {
    const { user } = startAt('/#/c/tea');
    const opener = await screen.findByRole('button', { name: 'Settings' });
    const before = window.history.length;
    await user.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Settings' });
    expect(hash()).toBe('#/settings');
    await user.click(await within(dialog).findByRole('link', { name: 'Files' }));
    expect(hash()).toBe('#/settings/files');
    await user.click(await within(dialog).findByRole('button', { name: /File manager/i }));
    expect(hash()).toBe('#/files');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(hash()).toBe('#/c/tea'));
    expect(window.history.length).toBe(before + 1);
    await waitFor(() => expect(opener).toHaveFocus());
  });

  test('a section of the settings has the hand', async () => {
    startAt('/#/settings/keyboard');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Keyboard' })).toHaveFocus());
  });

  test('the flag of the subscription is an address, both ways', async () => {
    const { store } = startAt('/#/c/tea');
    act(() => {
      store.dispatch(subscriptionModalSet(true));
    });
    expect(hash()).toBe('#/settings/subscription');
    await back('#/c/tea');
    expect(store.getState().ui.subscriptionModalOpen).toBe(false);
  });

  test('an address that needs an account asks for it, and is left with the sign-in', async () => {
    const { store } = startAt('/#/files', {});
    expect(await screen.findByRole('dialog', { name: /Welcome Back/ })).toBeInTheDocument();
    act(() => {
      store.dispatch({ type: 'ui/authModalSet', payload: false });
    });
    expect(hash()).toBe('#/');
  });

  test('the panel asks before Back throws away what is unsaved', async () => {
    server.on('GET', '/api/auth/me', () => answer({ user: aUser({ isAdmin: true }) }));
    const { store, user } = startAt('/#/c/tea', signedIn({ isAdmin: true }));
    go('/admin/users');
    expect(await screen.findByRole('tab', { name: 'Users', selected: true })).toBeInTheDocument();
    act(() => {
      store.dispatch(draftsChanged({ tab: 'users', drafts: { freemium: {} as never } }));
    });
    await back('#/c/tea');
    const asked = await screen.findByRole('alertdialog');
    await user.click(within(asked).getByRole('button', { name: 'Stay' }));
    expect(hash()).toBe('#/admin/users');
    await back('#/c/tea');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('an address of another tab of the panel shows it, and what is unsaved stays', async () => {
    server.on('GET', '/api/auth/me', () => answer({ user: aUser({ isAdmin: true }) }));
    const { store } = startAt('/#/admin/users', signedIn({ isAdmin: true }));
    expect(await screen.findByRole('tab', { name: 'Users', selected: true })).toBeInTheDocument();
    act(() => {
      store.dispatch(draftsChanged({ tab: 'users', drafts: { freemium: {} as never } }));
    });
    go('/admin/debug-logs');
    expect(await screen.findByRole('tab', { name: 'Debug Logs', selected: true })).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByRole('tab', { name: /^Users/ })).toHaveAccessibleDescription('Unsaved changes');
  });
});

describe('the search of the browser', () => {
  test('fills the box of a new chat and sends nothing', async () => {
    startAt('/?q=what%20is%20yeast%3F', { ...PERSON, 'chat-storage': { currentChatId: 'tea' } });
    expect(await screen.findByDisplayValue('what is yeast?')).toBeInTheDocument();
    expect(window.location.search).toBe('');
    expect(hash()).toBe('#/');
    expect(server.calls('POST', '/api/ai/groq')).toHaveLength(0);
  });

  test('stays in the box of whoever signs in, and is sent by nobody but them', async () => {
    const { user, store } = startAt('/?q=what%20is%20yeast%3F', {});
    await screen.findByDisplayValue('what is yeast?');
    await user.click((await screen.findAllByRole('button', { name: 'Sign In' }))[0] as HTMLElement);
    await screen.findByRole('dialog', { name: 'Welcome Back' });
    expect(store.getState().ui.pendingMessage).toBeNull();
    expect(store.getState().chat.drafts).toEqual({ new: 'what is yeast?' });
  });

  test('stays in the box when the session turns out to be over, and waits for no sign-in', () => {
    const { store } = startAt('/?q=what%20is%20yeast%3F', PERSON);
    act(() => void store.dispatch(sessionExpired()));
    expect(store.getState().ui.pendingMessage).toBeNull();
    expect(store.getState().chat.drafts).toEqual({ new: 'what is yeast?' });
    act(() => void store.dispatch(draftSet({ key: 'new', text: 'what is yeast? And bread?' })));
    act(() => void store.dispatch(sessionExpired()));
    expect(store.getState().ui.pendingMessage).toBe('what is yeast? And bread?');
  });
});
