import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { CHATS_PER_PAGE, oldChatsAdded } from '../../../../web/features/history/history-api.ts';
import { api } from '../../../../web/lib/api.ts';
import { setLanguage } from '../../../../web/lib/i18n/translations.ts';
import { aChat, anOpenChat } from '../../support/builders.ts';
import { answer, heldAnswer, type Asked, type FakeServer } from '../../support/fake-server.ts';
import { aServer, signedIn, startApp } from '../../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = aServer();
});
afterEach(() => server.restore());

const start = () => startApp({ stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true } } });
const titles = () => screen.getAllByTestId('chat-title').map((title) => title.textContent);
const list = (...chats: ReturnType<typeof aChat>[]) => server.on('GET', '/api/progress/chats', () => answer({ chats }));

/** Lets observers look again. */
const comeNear = new Set<() => void>();

/** Stands in for the browser's observer: what is in `near` meets what is shown. */
const observeNear = (near: ReadonlySet<Element> | 'all'): (() => void) => {
  const original = globalThis.IntersectionObserver;
  class Observer {
    private readonly looks = new Set<() => void>();
    constructor(private readonly report: (entries: { isIntersecting: boolean }[]) => void) {}
    observe(element: Element): void {
      const look = () => this.report([{ isIntersecting: near === 'all' || near.has(element) }]);
      this.looks.add(look);
      comeNear.add(look);
      queueMicrotask(() => act(look));
    }
    disconnect(): void {
      for (const look of this.looks) comeNear.delete(look);
    }
  }
  Object.assign(globalThis, { IntersectionObserver: Observer });
  return () => Object.assign(globalThis, { IntersectionObserver: original });
};

describe('the history', () => {
  test('stands under its days, newest first', async () => {
    list(aChat('Spring', 200), aChat('Now'), aChat('Before', 1), aChat('This week', 5), aChat('Early November', 15));
    start();
    expect(await screen.findByRole('region', { name: 'Today' })).toHaveTextContent('Now');
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Today',
      'Yesterday',
      'Previous 7 days',
      'November',
      'May',
    ]);
    expect(titles()).toEqual(['Now', 'Before', 'This week', 'Early November', 'Spring']);
  });

  test('calls a chat without a title as the page does', async () => {
    list(aChat('New Chat'), aChat('Bread'));
    start();
    await screen.findByText('Bread');
    await act(() => setLanguage('de'));
    await waitFor(() => expect(titles()).toEqual(['Neuer Chat', 'Bread']));
    expect(screen.getByRole('link', { name: /^Neuer Chat/ })).toHaveAttribute('title', 'Neuer Chat');
    await act(() => setLanguage('en'));
  });

  test('says that it is loading', async () => {
    const chats = heldAnswer();
    server.on('GET', '/api/progress/chats', () => chats.held);
    start();
    expect(await screen.findByText('Loading your conversations...')).toBeInTheDocument();
    await waitFor(() => expect(server.calls('GET', '/api/progress/chats')).toHaveLength(1));
    chats.give(answer({ chats: [] }));
    expect(await screen.findByText('No conversations yet. Ask something to start one.')).toBeInTheDocument();
    expect(screen.queryByText('Loading your conversations...')).not.toBeInTheDocument();
  });

  test('brings older chats page by page', async () => {
    const chats = Array.from({ length: CHATS_PER_PAGE + 3 }, (_, at) => aChat(`Chat ${at}`, at));
    server.on('GET', '/api/progress/chats', ({ query }) => {
      const before = query.get('before');
      const older = chats.filter(({ lastUpdated }) => before === null || lastUpdated < before);
      return answer({ chats: older.slice(0, Number(query.get('limit'))) });
    });
    const { user } = start();
    await screen.findByText('Chat 0');
    expect(titles()).toHaveLength(CHATS_PER_PAGE);
    await user.click(await screen.findByRole('button', { name: 'Show older conversations' }));
    await waitFor(() => expect(titles()).toHaveLength(CHATS_PER_PAGE + 3));
    expect(screen.queryByRole('button', { name: 'Show older conversations' })).not.toBeInTheDocument();
  });

  describe('of hundreds', () => {
    const COUNT = 5 * CHATS_PER_PAGE;
    let chats: ReturnType<typeof aChat>[];
    const older = 'Show older conversations';
    beforeEach(() => {
      chats = Array.from({ length: COUNT }, (_, at) => aChat(`Chat ${at}`, at));
      server.on('GET', '/api/progress/chats', pageOf);
    });
    const pageOf = ({ query }: Asked) => {
      const before = query.get('before');
      const found = chats.filter(({ lastUpdated }) => before === null || lastUpdated < before);
      return answer({ chats: found.slice(0, CHATS_PER_PAGE) });
    };
    const calls = () => server.calls('GET', '/api/progress/chats').length;
    const startWithAll = async () => {
      const started = start();
      await screen.findByText('Chat 0');
      for (let known = CHATS_PER_PAGE; known < COUNT; known += CHATS_PER_PAGE) {
        fireEvent.click(await screen.findByText(older));
        await waitFor(() => expect(titles()).toHaveLength(known + CHATS_PER_PAGE));
      }
      return { ...started, before: calls() };
    };

    test('are not read to the end again when one changes', async () => {
      const { store, before } = await startWithAll();
      const moved = { ...aChat('Moved up'), id: chats[240]?.id ?? '' };
      chats = [aChat('Brand-new'), moved, ...chats.filter(({ id }) => id !== moved.id)];
      store.dispatch(api.util.invalidateTags(['Chats']));
      await screen.findByText('Brand-new');
      expect(titles().slice(0, 3)).toEqual(['Brand-new', 'Moved up', 'Chat 0']);
      expect(titles()).not.toContain('Chat 240');
      expect(calls() - before).toBeLessThanOrEqual(4); // the newest, and the end
      fireEvent.click(await screen.findByText(older));
      await screen.findByText('Chat 249');
      expect(titles()).toHaveLength(COUNT + 1);
    });

    test('are read anew when old ones were added', async () => {
      const { store } = await startWithAll();
      chats = chats.flatMap((chat, at) => (at === 200 ? [chat, aChat('Imported', 200.5)] : [chat]));
      store.dispatch(oldChatsAdded());
      store.dispatch(api.util.invalidateTags(['Chats']));
      await waitFor(() => expect(titles()).toHaveLength(CHATS_PER_PAGE));
      for (let pages = 1; pages < 5; pages += 1) {
        await waitFor(() => expect(titles()).toHaveLength(pages * CHATS_PER_PAGE));
        fireEvent.click(await screen.findByText(older));
      }
      expect(await screen.findByText('Imported')).toBeInTheDocument();
    });

    test('lose an old one once its page says that it was deleted elsewhere', async () => {
      const { user, before } = await startWithAll();
      chats = chats.filter(({ title }) => title !== 'Chat 140');
      await user.click(screen.getByText('Chat 140'));
      await waitFor(() => expect(titles()).not.toContain('Chat 140'));
      expect(titles()).toHaveLength(COUNT - 1);
      expect(calls() - before).toBeLessThanOrEqual(4);
    });

    test('have their buttons only near what is shown, and are all links', async () => {
      const near = new Set<Element>();
      const restore = observeNear(near);
      try {
        await startWithAll();
        const [part] = screen.getAllByRole('list').filter((each) => within(each).queryByText('Chat 0'));
        const rename = () => screen.queryAllByRole('button', { name: /^Rename conversation: Chat/ });
        await waitFor(() => expect(rename()).toHaveLength(0));
        expect(screen.getAllByRole('link', { name: /^Chat \d+/ })).toHaveLength(COUNT);
        if (part) near.add(part);
        act(() => comeNear.forEach((look) => look()));
        await waitFor(() => expect(rename().length).toBeGreaterThan(0));
        expect(rename().length).toBeLessThan(CHATS_PER_PAGE);
      } finally {
        restore();
      }
    });

    test('go on by themselves where their end was seen while the list was read', async () => {
      const restore = observeNear('all');
      try {
        start();
        await waitFor(() => expect(titles()).toHaveLength(COUNT));
      } finally {
        restore();
      }
    });
  });

  test('is searched by the server, once the typing rests', async () => {
    server.on('GET', '/api/progress/chats', ({ query }) =>
      answer({
        chats: query.get('q') === 'bread' ? [aChat('Bread')] : query.has('q') ? [] : [aChat('Tea'), aChat('Bread')],
      }),
    );
    const { user } = start();
    await screen.findByText('Tea');
    const inOneGo = userEvent.setup({ delay: null }); // a busy machine may rest between keys
    await inOneGo.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'bread');
    await waitFor(() => expect(titles()).toEqual(['Bread']));
    expect(server.calls('GET', '/api/progress/chats').map(({ query }) => query.get('q'))).toEqual([null, 'bread']);
    await user.type(screen.getByRole('searchbox'), 'xyz');
    expect(await screen.findByText('Nothing found for “breadxyz”.')).toBeInTheDocument();
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape', isComposing: true });
    expect(screen.getByRole('searchbox')).toHaveValue('breadxyz');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(titles()).toEqual(['Tea', 'Bread']));
  });

  test('a hit shows its sentence with the words marked, as text, and leads to its turn', async () => {
    const excerpt = 'Use <b>flour</b> for crème bread.';
    const hit = { ...aChat('Bread'), match: { messageId: 'm1', excerpt } };
    const titled = { ...aChat('Creme'), match: { messageId: 'm2', excerpt: null } };
    const artifact = { id: 'html-oven', kind: 'html', title: 'Oven' };
    const made = { ...aChat('Pies'), match: { messageId: 'm3', excerpt: 'creme pie bakes', artifact } };
    server.on('GET', '/api/progress/chats', ({ query }) =>
      answer({ chats: query.has('q') ? [hit, titled, made] : [aChat('Tea')] }),
    );
    const { user } = start();
    await screen.findByText('Tea');
    await user.type(screen.getByRole('searchbox'), 'creme b');
    const [sentence, inArtifact] = await screen.findAllByTestId('chat-excerpt');
    expect(inArtifact).toHaveTextContent('In “Oven”: creme pie bakes');
    expect(sentence).toHaveTextContent(excerpt);
    const marks = () =>
      [...document.querySelectorAll('[data-testid="chat-item"] mark')].map((mark) => mark.textContent);
    await waitFor(() => expect(marks()).toEqual(['B', 'b', 'b', 'crème', 'b', 'Creme', 'creme', 'b']));
    expect(screen.getAllByTestId('chat-item').map((item) => item.getAttribute('href'))).toEqual([
      `#/c/${hit.id}/m/m1`,
      `#/c/${titled.id}/m/m2`,
      `#/c/${made.id}/m/m3/a/html-oven`,
    ]);
  });

  test('asks the older call when the list fails, and shows no error then', async () => {
    server
      .on('GET', '/api/progress/chats', () => answer({ error: 'x' }, 500))
      .on('GET', '/api/progress', () => answer({ chats: { a: anOpenChat(aChat('From before')) } }));
    start();
    expect(await screen.findByText('From before')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('when both calls fail it says so and offers to refresh the page', async () => {
    server
      .on('GET', '/api/progress/chats', () => answer({ error: 'x' }, 500))
      .on('GET', '/api/progress', () => answer({ error: 'x' }, 500));
    const { user, page, store } = start();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to load conversations. You can try refreshing the page.',
    );
    expect(store.getState().ui.chatLoadError).toBe('Failed to load conversations. You can try refreshing the page.');
    await user.click(screen.getByRole('button', { name: 'Refresh Page' }));
    expect(page.reloads).toBe(1);
  });

  test('does not say that there are none when it could not be read again after the first answer', async () => {
    list();
    const { store } = start();
    await screen.findByText('No conversations yet. Ask something to start one.');
    for (const path of ['/api/progress/chats', '/api/progress'])
      server.on('GET', path, () => Promise.reject(new TypeError('no network')));
    act(() => {
      store.dispatch(api.util.invalidateTags(['Chats']));
    });
    await screen.findByRole('button', { name: 'Refresh Page' });
    expect(screen.queryByText(/No conversations yet/)).not.toBeInTheDocument();
    list(aChat('The first'));
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    await screen.findByText('The first');
    expect(screen.queryByRole('button', { name: 'Refresh Page' })).not.toBeInTheDocument();
  });
});

describe('renaming', () => {
  const bread = aChat('Bread');
  const rename = async (user: ReturnType<typeof start>['user'], typed: string) => {
    await user.click(await screen.findByRole('button', { name: 'Rename conversation: Bread' }));
    const editor = screen.getByRole('textbox', { name: 'Conversation title' });
    await user.clear(editor);
    await user.type(editor, typed);
  };

  test('shows the new title at once and saves it', async () => {
    list(bread);
    server.on('POST', '/api/progress/chat', () => new Promise<Response>(() => undefined));
    const { user, page } = start();
    await rename(user, 'Sourdough{Enter}');
    await waitFor(() => expect(titles()).toEqual(['Sourdough']));
    expect(server.calls('POST', '/api/progress/chat')[0]?.body).toEqual({
      chatId: bread.id,
      chat: { id: bread.id, title: 'Sourdough', updatedAt: page.now().toISOString(), mustExist: true },
    });
  });

  test('goes on after the Enter that chooses a letter of an input method', async () => {
    list(bread);
    const { user } = start();
    await rename(user, 'にほ');
    const editor = screen.getByRole('textbox', { name: 'Conversation title' });
    fireEvent.keyDown(editor, { key: 'Enter', keyCode: 229 });
    expect(editor).toBeInTheDocument();
    expect(server.calls('POST', '/api/progress/chat')).toHaveLength(0);
  });

  test('takes the title back when the server refuses', async () => {
    list(bread);
    server.on('POST', '/api/progress/chat', () => answer({ error: 'x' }, 500));
    const { user } = start();
    await rename(user, 'Sourdough{Enter}');
    expect(await screen.findByTestId('toast')).toHaveTextContent('could not be renamed');
    expect(titles()).toEqual(['Bread']);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByTestId('toast')).not.toBeInTheDocument();
  });

  test('Escape and a blank title change nothing, and the sidebar stays', async () => {
    list(bread);
    const { user, store } = start();
    await rename(user, 'Other{Escape}');
    expect(titles()).toEqual(['Bread']);
    await rename(user, '  {Enter}');
    expect(titles()).toEqual(['Bread']);
    expect(server.calls('POST', '/api/progress/chat')).toHaveLength(0);
    expect(store.getState().ui.sidebarOpen).toBe(true);
  });
});

describe('deleting', () => {
  const bread = aChat('Bread');
  const tea = aChat('Tea', 1);
  const ask = async (user: ReturnType<typeof start>['user']) => {
    const [button] = await screen.findAllByRole('button', { name: 'Delete conversation: Bread' });
    if (button) await user.click(button);
    return within(screen.getByRole('alertdialog'));
  };

  test('asks first; the deleted chat gives way to the first that remains', async () => {
    list(bread, tea);
    for (const chat of [bread, tea]) server.on('GET', `/api/progress/chat/${chat.id}`, () => answer(anOpenChat(chat)));
    server.on('DELETE', `/api/progress/chat/${bread.id}`, () => {
      list(tea);
      return answer({ success: true });
    });
    const { user, store } = start();
    await user.click(await screen.findByText('Bread'));
    const dialog = await ask(user);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(titles()).toEqual(['Tea']));
    expect(store.getState().chat.currentChatId).toBe(tea.id);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
  });

  test('of the last chat leaves the focus at the search', async () => {
    list(bread);
    server.on('DELETE', `/api/progress/chat/${bread.id}`, () => {
      list();
      return answer({ success: true });
    });
    const { user } = start();
    const dialog = await ask(user);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByTestId('chat-item')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
  });

  test('Cancel keeps everything', async () => {
    list(bread);
    const { user } = start();
    const dialog = await ask(user);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(titles()).toEqual(['Bread']);
    expect(server.asked.filter(({ method }) => method === 'DELETE')).toHaveLength(0);
  });

  test('a chat that was deleted elsewhere goes as well', async () => {
    list(bread, tea);
    server.on('DELETE', `/api/progress/chat/${bread.id}`, () => {
      list(tea);
      return answer({ error: 'Chat not found' }, 404);
    });
    const { user, page } = start();
    const dialog = await ask(user);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(titles()).toEqual(['Tea']));
    expect(page.alerts).toEqual([]);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('a failure is alerted and the chat stays', async () => {
    list(bread);
    server.on('DELETE', '/api/progress/chat/*', () => answer({ error: 'x' }, 500));
    const { user, page } = start();
    const dialog = await ask(user);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(page.alerts).toEqual(['Failed to delete conversation. Please try again.']));
    expect(titles()).toEqual(['Bread']);
  });
});
