import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { saveChat } from '../../../src/contract/chats.ts';
import { NO_DETAILS } from '../../../src/shared/reply-details.ts';
import { signIn } from '../../../web/session/migrate-trial.ts';
import { TRANSITION_MS } from '../../../web/session/transition-times.ts';
import { draftSet, NEW_CHAT_DRAFT } from '../../../web/state/chat-slice.ts';
import { sessionSynced, sessionExpired, signedOut } from '../../../web/state/session-slice.ts';
import type { AppStore } from '../../../web/state/store.ts';
import { pendingMessageSet } from '../../../web/state/ui-slice.ts';
import { aMessage, anOpenChat, aUser } from '../support/builders.ts';
import { answer, type Asked, type FakeServer } from '../support/fake-server.ts';
import { reply } from '../support/reply-stream.ts';
import { aServer, startApp, stored } from '../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = aServer();
  server
    .on('POST', '/api/auth/login', () => answer({ token: 't1', user: aUser() }))
    .on('POST', '/api/progress/chat', ({ body }) => {
      const saved = body['chat'] as { id: string };
      server.on('GET', `/api/progress/chat/${saved.id}`, () => answer(openChatOf(body)));
      return answer({ success: true, chat: { id: saved.id, title: 'New Chat', updatedAt: 'x', lastUpdated: 'x' } });
    })
    .on('POST', '/api/ai/generate-title', () => answer({ title: 'Bread' }))
    .on('POST', '/api/ai/groq', () => reply('Sent once.'));
});
afterEach(() => server.restore());

const openChatOf = (body: Asked['body']) => {
  const { id, messages = [] } = body['chat'] as { id: string; messages?: ReturnType<typeof aMessage>[] };
  return anOpenChat(
    { id, title: 'New Chat' } as never,
    messages.map((message) => aMessage(message.role, message.content, message)),
  );
};

const question = aMessage('user', 'Why does bread rise?', { id: 'q1' });
const answered = aMessage('assistant', 'Yeast.', { id: 'a1', parentId: 'q1' });
const withTrial = {
  'trial-storage': {
    messages: [question, answered, aMessage('assistant', '', { id: 'failed' })],
    messagesUsed: 2,
    sessionId: 's',
    lastResetDate: '2026-11-21',
  },
};
const atOnce = () => Promise.resolve();
const enter = (store: AppStore, signingIn: ReturnType<typeof signIn>) =>
  act(async () => {
    await store.dispatch(signingIn);
  });
const say = (store: AppStore, action: Parameters<AppStore['dispatch']>[0]) =>
  act(() => {
    store.dispatch(action);
  });

describe('signing in after a trial', () => {
  test('moves the conversation into a chat of the account and keeps the count', async () => {
    const { user } = startApp({ stored: withTrial });
    await user.click(await within(screen.getByRole('main')).findByRole('button', { name: 'Sign In' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'or continue with email' }));
    await user.type(screen.getByLabelText('Email'), 'ada@example.org');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(within(dialog).getByRole('button', { name: 'Sign In' }));

    await waitFor(() => expect(stored('trial-storage')).toMatchObject({ messages: [], messagesUsed: 2 }));
    expect(await screen.findByText('Yeast.')).toBeInTheDocument();
    const [save] = server.calls('POST', '/api/progress/chat');
    expect(save?.headers.get('authorization')).toBe('Bearer t1');
    expect(save?.body['chat']).toMatchObject({
      id: expect.stringMatching(/^[\w-]{21}$/) as string,
      messages: [
        { id: 'q1', role: 'user', parentId: null },
        { id: 'a1', role: 'assistant', parentId: 'q1' },
      ],
    });
  });

  test('keeps what its answers were found with, and nothing of what the server alone may say', async () => {
    const found = {
      ...NO_DETAILS,
      thinking: 'Hm.',
      sources: [{ id: 's1', title: 'On yeast', url: 'https://a.example/yeast', snippet: 'Gas.', icon: '/i' }],
      images: [{ url: 'https://a.example/a.png', alt: 'Dough', caption: '', source: '', preview: '/p' }],
      relatedQuestions: [{ id: 'r1', text: 'And sourdough?', category: 'deeper' as const }],
      citations: { checked: 1, supported: 1, marks: [] },
    };
    const messageMode = { isAgent: true, agentType: 'research_agent' };
    const messages = [question, { ...answered, messageMode, details: found }];
    const { store, client, page } = startApp({ stored: { 'trial-storage': { messages, sessionId: 's' } } });
    await enter(store, signIn({ token: 't1', user: aUser() }, { client, now: page.now, wait: atOnce }));
    const [save] = server.calls('POST', '/api/progress/chat');
    const { sources, images, relatedQuestions } = found;
    expect((save?.body['chat'] as { messages: unknown[] }).messages).toEqual([
      expect.objectContaining({ id: 'q1' }),
      expect.objectContaining({ id: 'a1', messageMode, details: { sources, images, relatedQuestions } }),
    ]);
    expect(saveChat.body.safeParse(save?.body).success).toBe(true);
  });

  test('takes along what a seal vouches for, as far as there is room', async () => {
    const details = { ...NO_DETAILS, thinking: 'Hm.', citations: { checked: 1, supported: 1, marks: [] } };
    const sealed = { ...answered, model: 'a/model', seal: 'f'.repeat(64), details };
    const long = { ...sealed, id: 'a2', details: { ...details, thinking: 'x'.repeat(400_000) } };
    const plain = { ...sealed, id: 'a3', details: null };
    const messages = [question, sealed, long, plain, { ...plain, id: 'a4', seal: undefined }];
    const { store, client, page } = startApp({ stored: { 'trial-storage': { messages, sessionId: 's' } } });
    await enter(store, signIn({ token: 't1', user: aUser() }, { client, now: page.now, wait: atOnce }));
    const [save] = server.calls('POST', '/api/progress/chat');
    const { seal, model } = sealed;
    const nothing = { thinking: '', steps: [], citations: null, corrections: [], insteadOf: null };
    expect(saveChat.body.parse(save?.body).chat.messages.map((message) => message.sealed)).toEqual([
      undefined,
      { ...nothing, seal, model, thinking: 'Hm.', citations: details.citations },
      undefined,
      { ...nothing, seal, model },
      undefined,
    ]);
  });

  test('a chat that no model names is called by the opening of its question', async () => {
    server.on('POST', '/api/ai/generate-title', () => answer({ error: 'x', code: 'AI_SERVICE_TIMEOUT' }, 504));
    const { store, client, page } = startApp({ stored: withTrial });
    await enter(store, signIn({ token: 't1', user: aUser() }, { client, now: page.now, wait: atOnce }));
    await waitFor(() =>
      expect(server.calls('POST', '/api/progress/chat').map(({ body }) => body['chat'])).toContainEqual(
        expect.objectContaining({ title: 'Why does bread rise?' }),
      ),
    );
  });

  test('a full account says so, and the conversation stays in the trial', async () => {
    server.on('POST', '/api/progress/chat', () =>
      answer({ error: 'x', code: 'USAGE_LIMIT_EXCEEDED', rule: 'chats', limit: 500, used: 500, resetsAt: null }, 403),
    );
    const { store, client, page } = startApp({ stored: withTrial });
    await enter(store, signIn({ token: 't1', user: aUser() }, { client, now: page.now, wait: atOnce }));
    expect(
      await screen.findByText(/could not be saved in your account: You have 500 chats, and 500 can be kept/),
    ).toBeInTheDocument();
    expect(store.getState().trial.messages).toHaveLength(3);
  });

  test('the conversation stays in the trial when it cannot be saved', async () => {
    server.on('POST', '/api/progress/chat', () => answer({ error: 'x' }, 500));
    const { store, client, page } = startApp({ stored: withTrial });
    await enter(store, signIn({ token: 't1', user: aUser() }, { client, now: page.now, wait: atOnce }));
    expect(store.getState().trial.messages).toHaveLength(3);
    expect(store.getState().session.isTransitioning).toBe(false);
  });

  test('the text that waited is sent once, into the chat that was moved', async () => {
    const { store, client, page } = startApp({ stored: withTrial });
    say(store, pendingMessageSet('And without yeast?'));
    await enter(store, signIn({ token: 't1', user: aUser() }, { client, now: page.now, wait: atOnce }));

    await waitFor(() => expect(screen.getAllByTestId('message-assistant').at(-1)).toHaveTextContent('Sent once.'));
    const sends = server.calls('POST', '/api/ai/groq');
    expect(sends).toHaveLength(1);
    expect(sends[0]?.body).toMatchObject({ chatId: store.getState().chat.currentChatId, parentId: 'a1' });
    expect((sends[0]?.body['messages'] as { content: string }[]).map(({ content }) => content)).toEqual([
      'Why does bread rise?',
      'Yeast.',
      'And without yeast?',
    ]);
    expect(store.getState().ui.pendingMessage).toBeNull();
  });

  test('without a trial nothing is made, and the text that waited begins a chat', async () => {
    const { store, client, page } = startApp();
    say(store, pendingMessageSet('Hello there'));
    await enter(store, signIn({ token: 't1', user: aUser() }, { client, now: page.now, wait: atOnce }));
    await waitFor(() => expect(server.calls('POST', '/api/ai/groq')).toHaveLength(1));
    expect(
      server.calls('POST', '/api/progress/chat').filter(({ body }) => 'messages' in (body['chat'] as object)),
    ).toHaveLength(0);
  });

  test.each([
    ['after a trial', withTrial],
    ['without one', {}],
    ['where somebody else was signed in before', { 'chat-storage': { currentChatId: 'c'.repeat(21) } }],
  ])('what was typed and not sent is in the box still, and is not sent: %s', async (_when, kept) => {
    const { store, client, page, user } = startApp({ stored: kept });
    await user.type(await screen.findByPlaceholderText('Ask anything'), 'Half a question');
    await enter(store, signIn({ token: 't1', user: aUser() }, { client, now: page.now, wait: atOnce }));
    await waitFor(() => expect(screen.getByPlaceholderText('Ask anything')).toHaveValue('Half a question'));
    expect(server.calls('POST', '/api/ai/groq')).toHaveLength(0);
  });

  test('the order is token and user, sidebar, a pause, the history, the chat', async () => {
    const { store, client, page } = startApp({ stored: withTrial });
    const seen: string[] = [];
    const pausing = async (ms: number) => {
      const { session, ui, trial } = store.getState();
      seen.push(
        `${ms} token=${session.token} user=${session.user?.uid} open=${ui.sidebarOpen} ` +
          `history=${server.calls('GET', '/api/progress/chats').length} trial=${trial.messages.length}`,
      );
    };
    await enter(store, signIn({ token: 't1', user: aUser() }, { client, now: page.now, wait: pausing }));
    expect(seen[0]).toBe('500 token=t1 user=u1 open=true history=0 trial=3');
    expect(seen.at(-1)).toMatch(/^250 .* trial=0$/);
    const asked = server.asked.map(({ method, path }) => `${method} ${path}`);
    expect(asked.indexOf('GET /api/progress/chats')).toBeLessThan(asked.indexOf('POST /api/progress/chat'));
  });

  test('somebody whose session had ended comes back to the same chat', async () => {
    const { store, client, page } = startApp({
      stored: { session: { token: 't0', user: aUser() }, 'chat-storage': { currentChatId: 'c'.repeat(21) } },
    });
    say(store, sessionExpired());
    await enter(store, signIn({ token: 't1', user: aUser() }, { client, now: page.now, wait: atOnce }));
    expect(store.getState().chat.currentChatId).toBe('c'.repeat(21));
    await enter(
      store,
      signIn({ token: 't2', user: aUser({ uid: 'someone-else' }) }, { client, now: page.now, wait: atOnce }),
    );
    expect(store.getState().chat.currentChatId).toBeNull();
  });
});

const composer = () => screen.getByPlaceholderText('Ask anything');
const typed = (text: string) => userEvent.setup().type(composer(), `${text}{Enter}`);

/** A promise that the test resolves. */
const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

/** What the account was asked, and nothing of it as a visitor. */
const askedInAccount = async (text: string) => {
  await waitFor(() =>
    expect(
      server
        .calls('POST', '/api/ai/groq')
        .map(({ body }) => (body['messages'] as { content: string }[]).at(-1)?.content),
    ).toEqual([text]),
  );
  expect(server.calls('POST', '/api/ai/trial')).toHaveLength(0);
  await waitFor(() => expect(screen.getAllByTestId('message-assistant').at(-1)).toHaveTextContent('Sent once.'));
};

describe('what is sent while signing in', () => {
  const MOMENTS = [
    'the token is stored',
    'the history loads',
    'the chat is saved',
    'the chat is opened',
    'all is moved',
  ] as const;

  /** Signs in and stands still at one moment. */
  const standingAt = async (moment: (typeof MOMENTS)[number], session = { token: 't1', user: aUser() }) => {
    const { open, opened } = gate();
    const reached = gate();
    const stop = async (here: (typeof MOMENTS)[number]) => {
      if (here !== moment) return;
      reached.open();
      await opened;
    };
    server
      .on('GET', '/api/progress/chats', async () => {
        await stop('the history loads');
        return answer({ chats: [] });
      })
      .on('POST', '/api/progress/chat', async ({ body }) => {
        const saved = body['chat'] as { id: string };
        server.on('GET', `/api/progress/chat/${saved.id}`, async () => {
          await stop('the chat is opened');
          return answer(openChatOf(body));
        });
        await stop('the chat is saved');
        return answer({ success: true, chat: { id: saved.id, title: 'New Chat', updatedAt: 'x', lastUpdated: 'x' } });
      });
    const pausing = (ms: number) => {
      if (ms === TRANSITION_MS.historyWait) return new Promise<void>(() => undefined);
      return stop(ms === TRANSITION_MS.history ? 'the token is stored' : 'all is moved');
    };
    const { store, client, page } = startApp({ stored: withTrial });
    await screen.findByText('Yeast.');
    let done: Promise<void> = Promise.resolve();
    await act(async () => {
      done = store.dispatch(signIn(session, { client, now: page.now, wait: pausing }));
      await reached.opened;
    });
    return {
      store,
      goOn: () =>
        act(async () => {
          open();
          await done;
        }),
    };
  };

  test.each(MOMENTS)('while %s is answered in the account, in the chat that was moved', async (moment) => {
    const { store, goOn } = await standingAt(moment);
    await typed('And without yeast?');
    await goOn();
    await askedInAccount('And without yeast?');
    const [send] = server.calls('POST', '/api/ai/groq');
    expect(send?.body).toMatchObject({ chatId: store.getState().chat.currentChatId, parentId: 'a1' });
    expect(send?.headers.get('authorization')).toBe('Bearer t1');
  });

  test.each(MOMENTS)('what is typed while %s stands in the box afterwards', async (moment) => {
    const { goOn } = await standingAt(moment);
    await userEvent.setup().type(composer(), 'half a thought');
    await goOn();
    await waitFor(() => expect(composer()).toHaveValue('half a thought'));
    expect(server.calls('POST', '/api/ai/groq')).toHaveLength(0);
  });

  test('a second text stays in the box while the first one waits', async () => {
    const { goOn } = await standingAt('the history loads');
    await typed('The first');
    await typed('The second');
    expect(composer()).toHaveValue('The second');
    await goOn();
    await askedInAccount('The first');
    await waitFor(() => expect(composer()).toHaveValue('The second'));
  });

  test('is answered in a chat of its own when the conversation cannot be moved', async () => {
    const { goOn } = await standingAt('the history loads');
    server.on('POST', '/api/progress/chat', () => answer({ error: 'x' }, 500));
    await typed('And without yeast?');
    await goOn();
    await askedInAccount('And without yeast?');
  });

  test('before the token is stored: a question that no word has come to is asked in the account', async () => {
    server.on('POST', '/api/ai/trial', () => new Promise<Response>(() => undefined));
    const { store, client, page } = startApp({ stored: withTrial });
    await screen.findByText('Yeast.');
    await typed('And without yeast?');
    await waitFor(() => expect(server.calls('POST', '/api/ai/trial')).toHaveLength(1));
    await enter(store, signIn({ token: 't1', user: aUser() }, { client, now: page.now, wait: atOnce }));
    await waitFor(() => expect(server.calls('POST', '/api/ai/groq')).toHaveLength(1));
    expect(server.calls('POST', '/api/ai/groq')[0]?.body).toMatchObject({
      chatId: store.getState().chat.currentChatId,
      parentId: 'a1',
    });
    await waitFor(() => expect(screen.getAllByTestId('message-assistant').at(-1)).toHaveTextContent('Sent once.'));
  });
});

describe('a text whose session the server ended', () => {
  const ann = aUser({ uid: 'ann' });
  const bob = aUser({ uid: 'bob' });
  beforeEach(() => {
    server.on('GET', '/api/auth/me', ({ headers }) =>
      answer({ user: headers.get('authorization')?.endsWith('bob') ? bob : ann }),
    );
  });
  const lost = () => {
    const app = startApp({ stored: { session: { token: 't0', user: ann } } });
    say(app.store, draftSet({ key: NEW_CHAT_DRAFT, text: 'Only for Ann' }));
    say(app.store, sessionExpired());
    return {
      ...app,
      signsIn: (user: typeof ann) =>
        enter(
          app.store,
          signIn({ token: `of ${user.uid}`, user }, { client: app.client, now: app.page.now, wait: atOnce }),
        ),
    };
  };

  test('is neither sent nor shown when somebody else signs in, and is sent when its writer comes back', async () => {
    const { store, signsIn } = lost();
    expect(store.getState().ui.pendingMessage).toBe('Only for Ann');
    await signsIn(bob);
    expect(store.getState().ui).toMatchObject({ pendingMessage: null, stashedMessages: { ann: 'Only for Ann' } });
    expect(document.body).not.toHaveTextContent('Only for Ann');
    expect(composer()).toHaveValue('');
    expect(server.calls('POST', '/api/ai/groq')).toHaveLength(0);
    say(store, sessionExpired());
    await signsIn(ann);
    await waitFor(() => expect(server.calls('POST', '/api/ai/groq')).toHaveLength(1));
    expect(server.calls('POST', '/api/ai/groq')[0]?.headers.get('authorization')).toBe('Bearer of ann');
    expect(store.getState().ui.stashedMessages).toEqual({});
  });

  test('is gone when whoever is here signs out', async () => {
    const { store, signsIn } = lost();
    await signsIn(bob);
    say(store, signedOut());
    expect(store.getState().ui).toMatchObject({ pendingMessage: null, stashedMessages: {} });
  });

  test('waits aside when a visitor asks something meanwhile, which is sent for whoever signs in', async () => {
    const { store, signsIn } = lost();
    say(store, pendingMessageSet('Of a visitor'));
    await signsIn(bob);
    await waitFor(() => expect(server.calls('POST', '/api/ai/groq')).toHaveLength(1));
    expect(JSON.stringify(server.calls('POST', '/api/ai/groq')[0]?.body)).toContain('Of a visitor');
    expect(store.getState().ui.stashedMessages).toEqual({ ann: 'Only for Ann' });
  });

  test('what was typed here is not in the box of somebody whom another tab signed in', async () => {
    const { store } = startApp({ stored: { session: { token: 't0', user: ann } } });
    say(store, draftSet({ key: NEW_CHAT_DRAFT, text: 'Only for Ann' }));
    await waitFor(() => expect(composer()).toHaveValue('Only for Ann'));
    say(store, sessionSynced({ token: 'of bob', user: bob, isTransitioning: false, expiredUid: null }));
    await waitFor(() => expect(composer()).toHaveValue(''));
    expect(server.calls('POST', '/api/ai/groq')).toHaveLength(0);
    expect(store.getState().ui.stashedMessages).toEqual({ ann: 'Only for Ann' });
  });
});
