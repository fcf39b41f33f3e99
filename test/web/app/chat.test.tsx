import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';

import { NO_DETAILS, type OwnVersion } from '../../../src/shared/reply-details.ts';
import { loadFindBar } from '../../../web/features/chat/find/use-find-bar.tsx';
import { findRanges } from '../../../web/lib/text-ranges.ts';
import { placeOpened } from '../../../web/state/chat-place.ts';
import { transitionStarted } from '../../../web/state/session-slice.ts';
import { aChat, aMessage, anOpenChat } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { fakeMedia } from '../support/media.ts';
import { openReply, reply } from '../support/reply-stream.ts';
import { aServer, signedIn, startApp } from '../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = aServer().on('POST', '/api/progress/chat', () =>
    answer({ success: true, chat: { id: 'x', title: 'Bread', updatedAt: 'x', lastUpdated: 'x' } }),
  );
});
afterEach(() => server.restore());

describe('somebody signed in', () => {
  test('is greeted, asks, and is in a chat of their own', async () => {
    server.on('POST', '/api/ai/groq', () => reply('Yeast makes gas.'));
    const { user, store } = startApp({ stored: signedIn() });
    expect(await screen.findByRole('heading', { name: 'Good afternoon, Ada.' })).toBeInTheDocument();
    await user.type(screen.getByPlaceholderText('Ask anything'), 'Why does bread rise?{Enter}');

    await waitFor(() => expect(screen.getByTestId('message-assistant')).toHaveTextContent('Yeast makes gas.'));
    expect(screen.queryByRole('heading', { name: /Good afternoon/ })).not.toBeInTheDocument();
    const { currentChatId } = store.getState().chat;
    expect(currentChatId).toMatch(/^[\w-]{21}$/);
    expect(server.calls('POST', '/api/ai/groq')[0]?.body).toMatchObject({
      chatId: currentChatId,
      model: 'moonshotai/kimi-k2-instruct',
    });
    expect(server.calls('POST', '/api/ai/groq')[0]?.headers.get('authorization')).toBe('Bearer t1');
  });

  test('finds a fresh page with New Chat, and the chat again by its row', async () => {
    const bread = aChat('Bread');
    server
      .on('GET', '/api/progress/chats', () => answer({ chats: [bread] }))
      .on('GET', `/api/progress/chat/${bread.id}`, () => answer(anOpenChat(bread, [aMessage('user', 'Why?')])));
    const { user } = startApp({
      stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true }, 'chat-storage': { currentChatId: bread.id } },
    });
    expect(await screen.findByText('Why?')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'New Chat' }));
    expect(await screen.findByRole('heading', { name: /Ada/ })).toBeInTheDocument();
    await user.click(screen.getByTestId('chat-item'));
    expect(await screen.findByText('Why?')).toBeInTheDocument();
    expect(screen.getByTestId('chat-item')).toHaveAttribute('aria-current', 'page');
  });

  test('keeps what is typed in one chat while looking at another', async () => {
    const bread = aChat('Bread');
    server
      .on('GET', '/api/progress/chats', () => answer({ chats: [bread] }))
      .on('GET', `/api/progress/chat/${bread.id}`, () => answer(anOpenChat(bread, [aMessage('user', 'Why?')])));
    const { user } = startApp({ stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true } } });
    await user.click(await screen.findByTestId('chat-item'));
    await screen.findByText('Why?');
    await user.type(screen.getByPlaceholderText('Ask anything'), 'half a thought');
    await user.click(screen.getByRole('button', { name: 'New Chat' }));
    expect(screen.getByPlaceholderText('Ask anything')).toHaveValue('');
    await user.click(screen.getByTestId('chat-item'));
    expect(screen.getByPlaceholderText('Ask anything')).toHaveValue('half a thought');
  });

  test('sees the account as the server tells it now', async () => {
    server.on('GET', '/api/auth/me', () =>
      answer({ user: signedIn({ name: 'Ada King', tier: 'premium' }).session.user }),
    );
    startApp({ stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true } } });
    expect(await screen.findByText('Ada King')).toBeInTheDocument();
    expect(screen.getByText('Premium plan')).toBeInTheDocument();
  });
});

test('a sign-in that never comes to its end holds nobody up for more than five seconds', async () => {
  const { store, leave } = startApp({ stored: signedIn() });
  await screen.findByPlaceholderText('Ask anything');
  jest.useFakeTimers();
  try {
    act(() => {
      store.dispatch(transitionStarted());
    });
    act(() => {
      jest.advanceTimersByTime(4999);
    });
    expect(store.getState().session.isTransitioning).toBe(true);
    act(() => {
      jest.advanceTimersByTime(1);
    });
    expect(store.getState().session.isTransitioning).toBe(false);
    leave();
  } finally {
    jest.useRealTimers();
  }
});

describe('a chat that cannot be loaded', () => {
  test('says so, can be asked for again, and takes a message all the same', async () => {
    const bread = aChat('Bread');
    server
      .on('GET', `/api/progress/chat/${bread.id}`, () => answer({ error: 'x' }, 500))
      .on('POST', '/api/ai/groq', () => reply('Yeast makes gas.'));
    const { user } = startApp({ stored: { ...signedIn(), 'chat-storage': { currentChatId: bread.id } } });
    const notice = (): HTMLElement | null => screen.queryByText('This conversation could not be loaded.');
    await waitFor(() => expect(notice()).toBeInTheDocument());
    await user.type(screen.getByPlaceholderText('Ask anything'), 'Why does bread rise?{Enter}');

    await waitFor(() => expect(screen.getByTestId('message-assistant')).toHaveTextContent('Yeast makes gas.'));
    expect(server.calls('POST', '/api/ai/groq')[0]?.body).toMatchObject({
      chatId: bread.id,
      messages: [{ role: 'user', content: 'Why does bread rise?' }],
    });
    expect(notice()).toBeInTheDocument();
    const { messageId: id, replyMessageId } = server.calls('POST', '/api/ai/groq')[0]?.body ?? {};
    const stored = [
      aMessage('user', 'Earlier'),
      aMessage('user', 'Why does bread rise?', { id: String(id), parentId: 'user-Earlier' }),
      aMessage('assistant', 'Yeast makes gas.', { id: String(replyMessageId), parentId: String(id) }),
    ];
    server.on('GET', `/api/progress/chat/${bread.id}`, () => answer(anOpenChat(bread, stored)));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Earlier')).toBeInTheDocument();
    expect(notice()).not.toBeInTheDocument();
  });
});

test('a proxy’s page is for the console; the person reads a sentence and asks again with the same ids', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  server.on('POST', '/api/ai/groq', () => new Response('<html>500 Proxy error</html>', { status: 500 }));
  const { user } = startApp({ stored: signedIn() });
  await user.type(await screen.findByPlaceholderText('Ask anything'), 'Why does bread rise?{Enter}');
  const failed = await screen.findByTestId('message-error');
  expect(failed).toHaveTextContent('Sorry, an error occurred while processing your message.');
  expect(document.body).not.toHaveTextContent('Proxy error');
  expect(logged).toHaveBeenCalledWith('HTTP 500: <html>500 Proxy error</html>');
  logged.mockRestore();

  server.on('POST', '/api/ai/groq', () => reply('Yeast makes gas.'));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByTestId('message-assistant')).toHaveTextContent('Yeast makes gas.'));
  const [first, second] = server.calls('POST', '/api/ai/groq').map(({ body }) => body);
  expect(second).toMatchObject({ messageId: first?.['messageId'], replyMessageId: first?.['replyMessageId'] });
});

describe('what an answer made', () => {
  const GUIDE = ['# Bread guide', ...Array.from({ length: 15 }, (_, at) => `Step ${at}: knead.`)].join('\n\n');
  const guide = aMessage('assistant', `Here:\n\n\`\`\`\`markdown\n${GUIDE}\n\`\`\`\``);
  const change = (search: string, replace: string) =>
    `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;
  const edit = (...changes: readonly string[]) =>
    `\`\`\`artifact-edit\nid: markdown-bread-guide\n${changes.join('')}\`\`\``;
  const start = (...more: readonly ReturnType<typeof aMessage>[]) => {
    const bread = aChat('Bread');
    const path = [aMessage('user', 'Write a guide'), guide, ...more].map((message, at, all) => ({
      ...message,
      parentId: all[at - 1]?.id ?? null,
    }));
    server
      .on('GET', '/api/progress/chats', () => answer({ chats: [bread] }))
      .on('GET', `/api/progress/chat/${bread.id}`, () => answer(anOpenChat(bread, path)));
    return startApp({ stored: { ...signedIn(), 'chat-storage': { currentChatId: bread.id } } });
  };

  test('is found by its title, not by the source behind its card', async () => {
    const drawing = JSON.stringify({ type: 'bar', title: 'Loaves', labels: ['kneaded'], series: [{ values: [3] }] });
    const { user } = start(aMessage('assistant', `So:\n\n\`\`\`chart\n${drawing}\n\`\`\``));
    await screen.findByRole('button', { name: /Bread guide/ });
    await screen.findAllByText('Loaves');
    await loadFindBar();
    await user.keyboard('{Control>}f{/Control}');
    const bar = within(await screen.findByRole('search', { name: 'Find in conversation' }));
    const marked = (query: string) =>
      [...document.querySelectorAll('[data-searched]')].flatMap((text) => findRanges(text, query)).map(String);
    const find = async (query: string, place: string) => {
      await user.clear(bar.getByRole('textbox'));
      await user.type(bar.getByRole('textbox'), query);
      await waitFor(() => expect(bar.getByRole('status')).toHaveTextContent(place));
    };
    await find('bread guide', '1 of 1');
    expect(marked('bread guide')).toEqual(['Bread guide']);
    await find('knead', 'No matches');
    expect(marked('knead')).toEqual([]);
    await find('loaves', '1 of 1');
    expect(marked('loaves')).toEqual(['Loaves']);
  });

  test('is changed before the eyes, change by change, by the edit of an answer', async () => {
    const media = fakeMedia('min-width: 1024px');
    const edited = openReply();
    server.on('POST', '/api/ai/groq', () => edited.response);
    const { user } = start();
    await user.click(await screen.findByRole('button', { name: /Bread guide/ }));
    const panel = within(await screen.findByTestId('artifact'));
    expect(await panel.findByText('Step 3: knead.')).toBeInTheDocument();
    await user.type(screen.getByPlaceholderText('Ask anything'), 'Let it rest{Enter}');
    act(() => edited.say(`So:\n\n${edit(change('Step 3: knead.', 'Step 3: rest.')).slice(0, -3)}`));
    const card = await screen.findByRole('button', {
      name: /Bread guide ?Document · Being written · 1 change · 31 lines/,
    });
    expect(card).toBeEnabled();
    expect(await panel.findByText('Step 3: rest.')).toBeInTheDocument();
    expect(panel.getByText('2/2')).toBeInTheDocument();
    act(() => {
      edited.say(`${change('Step 4: knead.', 'Step 4: bake.\n\nStep 5: eat.')}\`\`\`\n\nDone.`);
      edited.finish();
    });
    expect(await panel.findByText('Step 5: eat.')).toBeInTheDocument();
    expect(
      await screen.findByRole('button', { name: /Bread guide ?Document · 2 changes · 33 lines/ }),
    ).toBeInTheDocument();
    await user.click(panel.getByRole('button', { name: 'Changes' }));
    expect(panel.getByLabelText('Changes')).toHaveTextContent(/removed: Step 3: knead. .*added: Step 3: rest/);
    await user.click(panel.getByRole('button', { name: 'Previous version' }));
    expect(await panel.findByText('Step 3: knead.')).toBeInTheDocument();
    media.restore();
  });

  test('is edited by the person: a draft until it is saved, then an own version, which goes again', async () => {
    const media = fakeMedia('min-width: 1024px');
    const bread = aChat('Bread');
    const question = { ...aMessage('user', 'Write a guide'), parentId: null };
    const answered = { ...guide, parentId: question.id };
    let ownVersions: readonly OwnVersion[] = [];
    let refusal: string | null = 'CHAT_WENT_ON';
    const versions = `/api/progress/chat/${bread.id}/messages/${guide.id}/versions`;
    server
      .on('GET', '/api/progress/chats', () => answer({ chats: [bread] }))
      .on('GET', `/api/progress/chat/${bread.id}`, () =>
        answer(anOpenChat(bread, [question, { ...answered, details: { ...NO_DETAILS, ownVersions } }])),
      )
      .on('POST', versions, ({ body }) => {
        if (refusal !== null) return answer({ error: 'No', code: refusal }, 409);
        const version = { ...(body as Omit<OwnVersion, 'at'>), at: '2026-01-15T12:00:00.000Z' };
        ownVersions = [...ownVersions, version];
        return answer({ version }, 201);
      });
    const { user } = startApp({ stored: { ...signedIn(), 'chat-storage': { currentChatId: bread.id } } });
    await user.click(await screen.findByRole('button', { name: /Bread guide/ }));
    const panel = within(await screen.findByTestId('artifact'));
    await user.click(panel.getByRole('button', { name: 'Edit' }));
    const box = await panel.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text of Bread guide' });
    expect(box).toHaveValue(GUIDE);
    expect(panel.getByRole('button', { name: 'Save version' })).toBeDisabled();
    await user.click(box);
    act(() => box.setSelectionRange(0, 0));
    await user.keyboard('{Tab}My ');
    expect(box).toHaveValue(`  My ${GUIDE}`);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByTestId('artifact')).not.toBeInTheDocument());

    await user.click(screen.getByRole('button', { name: /Bread guide/ }));
    const again = within(await screen.findByTestId('artifact'));
    await user.click(again.getByRole('button', { name: 'Edit' }));
    const kept = await again.findByRole('textbox');
    expect(kept).toHaveValue(`  My ${GUIDE}`);
    await user.click(kept);
    fireEvent.keyDown(kept, { key: 'س', code: 'KeyS', ctrlKey: true });
    expect(await again.findByRole('alert')).toHaveTextContent('The chat has gone on elsewhere.');
    refusal = null;
    await user.click(again.getByRole('button', { name: 'Save version' }));
    expect(await again.findByText('Saved as your version.')).toBeInTheDocument();
    expect(server.calls('POST', versions).at(-1)?.body).toEqual({
      id: expect.stringMatching(/^[\w-]{21}$/),
      artifactId: 'markdown-bread-guide',
      kind: 'markdown',
      source: `  My ${GUIDE}`,
    });
    await user.click(again.getByRole('button', { name: 'Changes' }));
    expect(again.getByLabelText('Changes')).toHaveTextContent(/removed: # Bread guide .*added: My # Bread guide/);
    expect(again.getByRole('group', { name: 'Versions' })).toHaveTextContent('2/2Your version');
    expect(screen.getByRole('button', { name: /Bread guide.*Changed by hand/ })).toBeInTheDocument();

    server.on('DELETE', `${versions}/${ownVersions[0]?.id ?? ''}`, () => {
      ownVersions = [];
      return answer({ success: true });
    });
    await user.click(again.getByRole('button', { name: 'Delete your version' }));
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete your version' }),
    );
    await waitFor(() => expect(again.queryByText('Your version')).not.toBeInTheDocument());
    expect(screen.queryByText(/Changed by hand/)).not.toBeInTheDocument();
    media.restore();
  });

  test('is closed by Back where it covers the conversation, after a question if something is not saved', async () => {
    const { user, store } = start();
    const shown = () => screen.queryByTestId('artifact');
    const back = () => act(() => window.history.back());
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: /Bread guide/ }));
      return within(await screen.findByTestId('artifact'));
    };
    await open();
    const address = `#/c/${store.getState().chat.currentChatId}`;
    back();
    await waitFor(() => expect(shown()).toBeNull());
    expect(window.location.hash).toBe(address);
    expect(screen.getByRole('button', { name: /Bread guide/ })).toHaveFocus();

    const panel = await open();
    await user.click(panel.getByRole('button', { name: 'Edit' }));
    await user.type(await panel.findByRole('textbox', { name: 'Text of Bread guide' }), 'More');
    back();
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    back();
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(shown()).toBeNull());
    expect(window.location.hash).toBe(address);
  });

  test('leaves nothing in the history when it is closed by its button', async () => {
    const { user, store } = start();
    await user.click(await screen.findByRole('button', { name: /Bread guide/ }));
    const { currentChatId } = store.getState().chat;
    await user.click(within(await screen.findByTestId('artifact')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(window.history.state).not.toHaveProperty('layer'));
    expect(screen.queryByTestId('artifact')).toBeNull();
    expect(store.getState().chat).toMatchObject({ currentChatId });
  });

  test('stands beside the conversation on a wide screen, where Back leaves both', async () => {
    const media = fakeMedia('min-width: 1024px');
    const { user } = start();
    await user.click(await screen.findByRole('button', { name: /Bread guide/ }));
    await screen.findByTestId('artifact');
    expect(window.history.state).not.toHaveProperty('layer');
    media.restore();
  });

  test('opens by the address of a search, as the turn that was found has it', async () => {
    const answered = aMessage('assistant', edit(change('Step 3: knead.', 'Step 3: rest.')));
    const { store } = start(
      aMessage('user', 'Rest'),
      answered,
      aMessage('user', 'More'),
      aMessage('assistant', 'Done.'),
    );
    await screen.findByPlaceholderText('Ask anything');
    const chatId = store.getState().chat.currentChatId;
    const artifactId = 'markdown-bread-guide';
    act(() => void store.dispatch(placeOpened({ chatId, messageId: null, turnId: answered.id, artifactId })));
    const panel = within(await screen.findByTestId('artifact'));
    expect(await panel.findByText('Step 3: rest.')).toBeInTheDocument();
    expect(panel.getByText('2/2')).toBeInTheDocument();
  });

  test('stays as it was where an edit does not fit, and its whole text is asked for with a button', async () => {
    server.on('POST', '/api/ai/groq', () => reply('Here.'));
    const failed = edit(change('Step 3: knead.', 'Step 3: rest.'), change('Step 99', 'x'));
    const { user } = start(aMessage('user', 'Rest'), aMessage('assistant', failed));
    expect(await screen.findByText(/The change to “Bread guide” was not applied/)).toHaveTextContent(
      'The text that it is about is not in there.',
    );
    const answered = screen.getByText(/was not applied/).closest('[data-searched]') ?? document.body;
    expect(findRanges(answered, 'Step')).toEqual([]);
    await user.click(screen.getByRole('button', { name: /Bread guide/ }));
    const panel = within(await screen.findByTestId('artifact'));
    expect(await panel.findByText('Step 3: knead.')).toBeInTheDocument();
    expect(panel.queryByText(/\/2/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Ask again for the whole text' }));
    await waitFor(() =>
      expect(server.calls('POST', '/api/ai/groq')[0]?.body).toMatchObject({
        messages: expect.arrayContaining([
          expect.objectContaining({
            content: expect.stringMatching(/“Bread guide” could not be applied. Write its whole/),
          }),
        ]),
      }),
    );
  });
});
