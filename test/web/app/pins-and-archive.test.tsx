import { screen, waitFor, within } from '@testing-library/react';

import type { ChatSummary } from '../../../src/contract/chats.ts';
import { aChat, aMessage, anOpenChat } from '../support/builders.ts';
import { answer, type Asked, type FakeServer } from '../support/fake-server.ts';
import { reply } from '../support/reply-stream.ts';
import { aServer, signedIn, startApp } from '../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = aServer();
});
afterEach(() => server.restore());

const byPin = (a: ChatSummary, b: ChatSummary) => ((a.pinnedAt ?? '') < (b.pinnedAt ?? '') ? 1 : -1);

/** A server that has these chats, and changes their places. */
const serverOf = (...chats: ChatSummary[]) => {
  const stored = new Map(chats.map((chat) => [chat.id, chat]));
  const all = () => [...stored.values()];
  const change = (id: string, more: Partial<ChatSummary>): void => {
    const chat = stored.get(id);
    if (chat) stored.set(id, { ...chat, ...more });
  };
  server.on('GET', '/api/progress/chats', ({ query }: Asked) => {
    const [q, archived] = [query.get('q'), query.get('archived') === 'true'];
    const isFound = (chat: ChatSummary) => q === null || chat.title.toLowerCase().includes(q);
    const found = all().filter((chat) => isFound(chat) && (chat.archived === archived || (q !== null && !archived)));
    const pinned = all().filter(({ pinnedAt }) => pinnedAt !== null);
    return answer({ chats: found, ...(q === null && !archived && { pinned: pinned.toSorted(byPin) }) });
  });
  for (const { id } of chats) {
    server.on('GET', `/api/progress/chat/${id}`, () => {
      const chat = stored.get(id);
      return chat ? answer(anOpenChat(chat, [aMessage('user', 'Hello')])) : answer({ error: 'Chat not found' }, 404);
    });
    server.on('DELETE', `/api/progress/chat/${id}`, () => {
      stored.delete(id);
      return answer({ success: true });
    });
    server.on('PUT', `/api/progress/chat/${id}/place`, ({ body: { pinned, archived } }: Asked) => {
      if (pinned !== undefined) change(id, { pinnedAt: pinned === true ? new Date().toISOString() : null });
      if (archived !== undefined) change(id, { archived: archived === true });
      if (archived === true) change(id, { pinnedAt: null });
      const { pinnedAt = null, archived: isArchived = false } = stored.get(id) ?? {};
      return answer({ pinnedAt, archived: isArchived });
    });
  }
  server.on('POST', '/api/progress/chats/archive', ({ body }: Asked) => {
    const changed = all().filter(({ archived, pinnedAt }) => archived !== body['archived'] && pinnedAt === null);
    for (const { id } of changed) change(id, { archived: body['archived'] === true });
    return answer({ count: changed.length });
  });
  return { change };
};

const start = (currentChatId: string | null = null) =>
  startApp({ stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true }, 'chat-storage': { currentChatId } } });
type User = ReturnType<typeof start>['user'];

const titles = () => screen.queryAllByTestId('chat-title').map((title) => title.textContent);
const headings = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
const list = () => screen.getByRole('navigation', { name: 'Conversations' });
const choose = async (user: User, title: string, item: string) => {
  await user.click(await within(list()).findByRole('button', { name: `More for ${title}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
const bread = aChat('Bread');
const rent = aChat('Rent', 1);

describe('a pinned chat', () => {
  test('stands above the days, the last pinned first, and goes back under its day', async () => {
    serverOf(bread, rent);
    const { user } = start();
    await choose(user, 'Rent', 'Pin');
    await waitFor(() => expect(headings()).toEqual(['Pinned', 'Today']));
    expect(titles()).toEqual(['Rent', 'Bread']);
    await choose(user, 'Bread', 'Pin');
    await waitFor(() => expect(headings()).toEqual(['Pinned']));
    await choose(user, 'Rent', 'Unpin');
    await waitFor(() => expect(headings()).toEqual(['Pinned', 'Yesterday']));
    expect(titles()).toEqual(['Bread', 'Rent']);
  });

  test('is renamed and deleted where it stands', async () => {
    serverOf(bread, { ...rent, pinnedAt: '2026-11-01T12:00:00.000Z' });
    server.on('POST', '/api/progress/chat', () => answer({ error: 'No' }, 500));
    const { user } = start();
    await waitFor(() => expect(titles()).toEqual(['Rent', 'Bread']));
    await user.click(screen.getByRole('button', { name: 'Delete conversation: Rent' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(titles()).toEqual(['Bread']));
  });

  test('is one of those that a search finds, under its day', async () => {
    serverOf(bread, { ...rent, pinnedAt: '2026-11-01T12:00:00.000Z' });
    const { user } = start();
    await screen.findByText('Rent');
    await user.type(screen.getByRole('searchbox'), 'rent');
    await waitFor(() => expect(headings()).toEqual(['Yesterday']));
    await choose(user, 'Rent', 'Unpin');
    await waitFor(() => expect(server.calls('PUT', `/api/progress/chat/${rent.id}/place`)).toHaveLength(1));
  });

  test('says why one more cannot be pinned, or that it failed', async () => {
    serverOf(bread, rent);
    server.on('PUT', `/api/progress/chat/${bread.id}/place`, () => answer({ error: 'x', code: 'TOO_MANY_PINS' }, 409));
    server.on('PUT', `/api/progress/chat/${rent.id}/place`, () => answer({ error: 'x' }, 500));
    const { user } = start();
    await choose(user, 'Bread', 'Pin');
    expect(await screen.findByText(/^50 conversations can be pinned\./)).toBeInTheDocument();
    await choose(user, 'Rent', 'Archive');
    expect(await screen.findByText('This could not be done. Please try again.')).toBeInTheDocument();
    expect(titles()).toEqual(['Bread', 'Rent']);
    expect(screen.queryByTestId('undo-toast')).not.toBeInTheDocument();
  });
});

describe('archiving', () => {
  test('takes a chat out of the list, and can be undone, with its pin', async () => {
    serverOf(bread, { ...rent, pinnedAt: '2026-11-01T12:00:00.000Z' });
    const { user } = start();
    await waitFor(() => expect(titles()).toEqual(['Rent', 'Bread']));
    await choose(user, 'Rent', 'Archive');
    const toast = await screen.findByTestId('undo-toast');
    expect(toast).toHaveTextContent('“Rent” is archived.');
    expect(titles()).toEqual(['Bread']);
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(headings()).toEqual(['Pinned', 'Today']));
    expect(screen.queryByTestId('undo-toast')).not.toBeInTheDocument();
    expect(server.calls('PUT', `/api/progress/chat/${rent.id}/place`).map(({ body }) => body)).toEqual([
      { archived: true },
      { archived: false, pinned: true },
    ]);
  });

  test('of the open chat leaves it open, and says so with a way back', async () => {
    serverOf(bread);
    const { user } = start(bread.id);
    await choose(user, 'Bread', 'Archive');
    expect(await screen.findByText('This conversation is archived.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(screen.queryByText('This conversation is archived.')).not.toBeInTheDocument());
    expect(titles()).toEqual(['Bread']);
  });

  test('ends with a new message', async () => {
    const { change } = serverOf({ ...bread, archived: true });
    server.on('POST', '/api/ai/groq', () => {
      change(bread.id, { archived: false });
      return reply('Fine.');
    });
    const { user } = start(bread.id);
    expect(await screen.findByText('This conversation is archived.')).toBeInTheDocument();
    expect(titles()).toEqual([]);
    await user.type(screen.getByPlaceholderText('Ask anything'), 'And?{Enter}');
    await waitFor(() => expect(titles()).toEqual(['Bread']));
    expect(screen.queryByText('This conversation is archived.')).not.toBeInTheDocument();
  });

  test('marks what a search finds', async () => {
    serverOf(bread, { ...rent, archived: true });
    const { user } = start();
    await waitFor(() => expect(titles()).toEqual(['Bread']));
    await user.type(screen.getByRole('searchbox'), 'r');
    await waitFor(() => expect(titles()).toEqual(['Bread', 'Rent']));
    expect(within(list()).getByText('Archived')).toBeInTheDocument();
    await choose(user, 'Rent', 'Restore from archive');
    await waitFor(() => expect(within(list()).queryByText('Archived')).not.toBeInTheDocument());
    expect(titles()).toEqual(['Bread', 'Rent']);
  });
});

describe('the archive', () => {
  const open = async (user: User) => {
    await user.click(await screen.findByRole('button', { name: 'Archived conversations' }));
    return screen.findByRole('region', { name: 'Archived conversations' });
  };
  const linksIn = (archive: HTMLElement) =>
    within(archive)
      .queryAllByRole('link')
      .map(({ textContent }) => textContent);

  test('says that it is empty, and when it cannot be read', async () => {
    serverOf(bread);
    const { user } = start();
    const archive = await open(user);
    expect(await within(archive).findByText('Nothing is archived')).toBeInTheDocument();
    expect(within(archive).queryByRole('searchbox')).not.toBeInTheDocument();
  });

  test('can be tried again where it was not loaded', async () => {
    serverOf({ ...bread, archived: true });
    const { user } = start();
    await screen.findByRole('button', { name: 'Archived conversations' });
    server.on('GET', '/api/progress/chats', () => answer({ error: 'x' }, 500));
    const archive = await open(user);
    expect(await within(archive).findByText('The archive could not be loaded.')).toBeInTheDocument();
    serverOf({ ...bread, archived: true });
    await user.click(within(archive).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(linksIn(archive)).toEqual(['Bread']));
  });

  test('is searched; a chat is opened, restored and deleted from it', async () => {
    serverOf({ ...bread, archived: true }, { ...rent, archived: true });
    const { user } = start();
    const archive = await open(user);
    await waitFor(() => expect(linksIn(archive)).toEqual(['Bread', 'Rent']));
    await user.type(within(archive).getByRole('searchbox'), 'rent');
    await waitFor(() => expect(linksIn(archive)).toEqual(['Rent']));
    await user.clear(within(archive).getByRole('searchbox'));
    await user.click(await within(archive).findByRole('button', { name: 'Restore Bread' }));
    await waitFor(() => expect(linksIn(archive)).toEqual(['Rent']));
    await waitFor(() => expect(titles()).toEqual(['Bread']));
    expect(within(archive).getByRole('link', { name: 'Rent' })).toHaveAttribute('href', `#/c/${rent.id}`);
    await user.click(within(archive).getByRole('button', { name: 'Delete conversation: Rent' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await within(archive).findByText('Nothing is archived')).toBeInTheDocument();
  });

  test('takes all chats but the pinned ones, after asking, and gives them back', async () => {
    serverOf(bread, rent, { ...aChat('Pinned one'), pinnedAt: '2026-11-01T12:00:00.000Z' });
    const { user } = start();
    const archive = await open(user);
    const confirm = async (button: string) => {
      await user.click(within(archive).getByRole('button', { name: button }));
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: button }));
    };
    await confirm('Archive all');
    await waitFor(() => expect(linksIn(archive)).toEqual(['Bread', 'Rent']));
    await waitFor(() => expect(titles()).toEqual(['Pinned one']));
    await confirm('Restore all');
    await waitFor(() => expect(titles()).toEqual(['Pinned one', 'Bread', 'Rent']));
    server.on('POST', '/api/progress/chats/archive', () => answer({ error: 'x' }, 500));
    await confirm('Archive all');
    expect(await within(archive).findByText('This could not be done. Please try again.')).toBeInTheDocument();
  });

  test('is reached by the palette, which also pins and archives the open chat', async () => {
    serverOf(bread);
    const { user } = start(bread.id);
    await screen.findByText('Hello');
    const command = async (name: string) => {
      await user.keyboard('{Control>}k{/Control}');
      await user.click(await screen.findByRole('option', { name }));
    };
    await command('Conversation: Pin');
    await waitFor(() => expect(headings()).toEqual(['Pinned']));
    await command('Conversation: Archive');
    expect(await screen.findByTestId('undo-toast')).toBeInTheDocument();
    await command('Archived conversations');
    expect(await screen.findByRole('region', { name: 'Archived conversations' })).toBeInTheDocument();
  });
});
