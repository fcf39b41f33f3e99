import { act, screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';

import { ERROR_TEXTS } from '../../../src/contract/error-texts.ts';
import { formatUpcoming } from '../../../web/lib/format-date.ts';
import { aSubscription, somePlans } from '../support/billing.ts';
import { aChat, anOpenChat, aUser, NOW } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { reply } from '../support/reply-stream.ts';
import { aServer, signedIn, startApp } from '../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = aServer().on('GET', '/api/stripe/subscription', () => answer(aSubscription()));
});
afterEach(() => server.restore());

const RESETS_AT = '2026-11-22T00:00:00.000Z';
const again = formatUpcoming(RESETS_AT, NOW) ?? '';
const LIMIT = {
  error: 'Daily limit',
  code: 'USAGE_LIMIT_EXCEEDED',
  rule: 'daily',
  limit: 30,
  used: 30,
  resetsAt: RESETS_AT,
};

/** Somebody's question is turned away. */
const refused = async (status: number, body: unknown, person: Parameters<typeof aUser>[0] = {}) => {
  server
    .on('GET', '/api/auth/me', () => answer({ user: aUser(person) }))
    .on('POST', '/api/ai/groq', () => answer(body, status));
  const app = startApp({ stored: signedIn(person) });
  await app.user.type(await screen.findByPlaceholderText('Ask anything'), 'Why does bread rise?{Enter}');
  const failure = await screen.findByTestId('message-error');
  return { ...app, failure };
};

/**
 * Holds back what comes after a second, until it is let go: a busy machine may need longer for
 * what is looked at before.
 */
const withOffersHeld = async <T,>(work: (letGo: () => void) => Promise<T>): Promise<T> => {
  const real = window.setTimeout.bind(window);
  const offers: (() => void)[] = [];
  const spy = jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms?: number) =>
      ms === 1000 ? offers.push(run) : real(run, ms)) as unknown as typeof setTimeout);
  const letGo = (): void => {
    expect(offers.length).toBeGreaterThan(0);
    act(() => {
      for (const offer of offers) offer();
    });
  };
  try {
    return await work(letGo);
  } finally {
    spy.mockRestore();
  }
};

const button = (name: string) => screen.queryByRole('button', { name });

describe('the day’s limit', () => {
  test('is told with its number and its reset, keeps the question, and brings the plans a moment later', async () => {
    await withOffersHeld(async (letGo) => {
      const { failure } = await refused(429, LIMIT);
      expect(failure).toHaveTextContent(
        'Daily message limit reached (30 messages)! Upgrade to continue chatting with unlimited access.',
      );
      expect(failure).toHaveTextContent(`Your daily limit: 30 of 30 used. It starts again ${again}.`);
      expect(screen.getByTestId('message-user')).toHaveTextContent('Why does bread rise?');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      letGo();
    });
    expect(await screen.findByRole('dialog', { name: 'Subscription' })).toBeInTheDocument();
    expect(await screen.findByTestId('plan-basic')).toBeInTheDocument();
  });

  test('without a number is told without one', async () => {
    const { failure } = await refused(429, { error: 'limit' });
    expect(failure).toHaveTextContent(
      /^Daily message limit reached! Upgrade to continue chatting with unlimited access\./,
    );
    expect(button('See plans')).toBeInTheDocument();
  });

  const inASecond = (
    leave: (app: Awaited<ReturnType<typeof refused>>) => unknown,
    person: Parameters<typeof aUser>[0] = {},
  ) =>
    withOffersHeld(async (letGo) => {
      const app = await refused(429, LIMIT, person);
      await leave(app);
      letGo();
      return app.store.getState().ui.subscriptionModalOpen;
    });

  test('brings the plans to somebody who has stayed', async () => {
    expect(await inASecond(() => undefined)).toBe(true);
  });

  test('brings nothing to somebody who has left the chat', async () => {
    expect(
      await inASecond(({ store }) =>
        act(() => {
          store.dispatch({ type: 'chat/chatSelected', payload: null });
        }),
      ),
    ).toBe(false);
  });

  test('offers no plan to somebody who has the highest, and says what helps instead', async () => {
    expect(await inASecond(() => undefined, { tier: 'premium', subscription: 'premium' })).toBe(false);
    expect(button('See plans')).not.toBeInTheDocument();
    expect(button('Retry')).toBeInTheDocument();
    expect(screen.getByTestId('message-error')).toHaveTextContent(
      `Daily message limit reached.Your daily limit: 30 of 30 used. It starts again ${again}. ` +
        'An administrator of this server can change that.',
    );
  });

  test('that an admin or a group gave is no reason to buy a plan', async () => {
    await withOffersHeld(async (letGo) => {
      const { failure } = await refused(429, { ...LIMIT, custom: true });
      expect(failure).toHaveTextContent(
        `Daily message limit reached.Your daily limit: 30 of 30 used. It starts again ${again}. ` +
          'An administrator of this server can change that.',
      );
      expect(button('See plans')).not.toBeInTheDocument();
      expect(letGo).toThrow(); // no offer waits
    });
  });

  test('of 0 that an admin or a group gave is none either', async () => {
    const { failure } = await refused(403, { ...LIMIT, rule: 'no-access', limit: 0, used: 0, custom: true });
    expect(failure).toHaveTextContent('An administrator of this server can change that.');
    expect(failure).not.toHaveTextContent(/upgrade|plan\b/i);
    expect(button('See plans')).not.toBeInTheDocument();
  });

  test('what the groups leave out is no reason to buy a plan', async () => {
    const { failure } = await refused(403, {
      code: 'SUBSCRIPTION_REQUIRED',
      error: 'Not in your groups',
      custom: true,
    });
    expect(failure).toHaveTextContent('Your account does not include this.');
    expect(button('See plans')).not.toBeInTheDocument();
  });

  test('opens nothing where nothing is sold', async () => {
    server.on('GET', '/api/plans', () => answer(somePlans({ payments: false, plans: [] })));
    const { store, failure } = await refused(429, LIMIT);
    expect(button('See plans')).not.toBeInTheDocument();
    expect(failure).not.toHaveTextContent(/upgrade|plan\b/i);
    act(() => {
      store.dispatch({ type: 'ui/subscriptionModalSet', payload: true });
    });
    await waitFor(() => expect(store.getState().ui.subscriptionModalOpen).toBe(false));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('is over with the upgrade: Retry sends the question that was kept', async () => {
    const { user } = await refused(429, LIMIT, { tier: 'free' });
    server
      .on('POST', '/api/ai/groq', () => reply('Yeast.'))
      .on('POST', '/api/progress/chat', () =>
        answer({ success: true, chat: { id: 'x', title: 'Bread', updatedAt: 'x', lastUpdated: 'x' } }),
      );
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getByTestId('message-assistant')).toHaveTextContent('Yeast.'));
    expect(server.calls('POST', '/api/ai/groq').at(-1)?.body['messages']).toEqual([
      { role: 'user', content: 'Why does bread rise?' },
    ]);
  });
});

test('a server that has no room keeps nothing, so the question stays here and can be sent again', async () => {
  const { failure, user } = await refused(503, { error: 'The disk of this server is full.', id: 'x' });
  expect(failure).toHaveTextContent('The disk of this server is full.');
  expect(screen.getByTestId('message-user')).toHaveTextContent('Why does bread rise?');
  const opened = () =>
    server.asked.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/progress/chat/'));
  expect(opened()).toEqual([]); // it would be told that there is no such chat
  server.on('POST', '/api/ai/groq', () => reply('Yeast.'));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByTestId('message-assistant')).toHaveTextContent('Yeast.'));
});

test('a refusal by another limit says which, and opens nothing', async () => {
  const facts = { rule: 'agent', limit: 5, used: 5, resetsAt: RESETS_AT };
  const { failure, store } = await refused(403, { error: 'x', code: 'USAGE_LIMIT_EXCEEDED', ...facts });
  expect(failure).toHaveTextContent(ERROR_TEXTS.USAGE_LIMIT_EXCEEDED);
  expect(failure).toHaveTextContent(
    `Agent requests today: 5 of 5 used. It starts again ${again}. The chat without agents goes on.`,
  );
  expect(store.getState().ui.subscriptionModalOpen).toBe(false);
});

test.each([
  ['who has the highest plan', { tier: 'premium', subscription: 'premium' }, somePlans()],
  ['where nothing is sold', {}, somePlans({ payments: false, plans: [] })],
] as const)('somebody %s reads of no plan', async (_, person, plans) => {
  server.on('GET', '/api/plans', () => answer(plans));
  const { failure } = await refused(403, { error: 'x', code: 'SUBSCRIPTION_REQUIRED' }, person);
  expect(failure).toHaveTextContent('Your account does not include this.');
  expect(button('See plans')).not.toBeInTheDocument();
});

test.each([
  [
    'chats',
    { rule: 'chats', limit: 500, used: 500 },
    'You have 500 chats, and 500 can be kept. Delete chats to make room.',
  ],
  [
    'one chat',
    { rule: 'chat-size', limit: 5_242_880, used: 5_300_000 },
    'This chat is full: it can hold 5 MB. Go on in a new chat.',
  ],
  [
    'all chats',
    { rule: 'chat-storage', limit: 1_572_864, used: 1_600_000 },
    'Your chats are full: they can hold 1.5 MB in all. Delete chats to make room.',
  ],
])('a full room for %s says what it holds and what helps, and the question stays', async (_, facts, text) => {
  const { failure, user } = await refused(403, {
    error: 'x',
    code: 'USAGE_LIMIT_EXCEEDED',
    message: 'In English words.',
    resetsAt: null,
    ...facts,
  });
  expect(
    within(failure)
      .getAllByText(/\S/)
      .map((part) => part.textContent),
  ).toContain(text);
  expect(failure).not.toHaveTextContent('In English words.');
  expect(screen.getByTestId('message-user')).toHaveTextContent('Why does bread rise?');
  server.on('POST', '/api/ai/groq', () => reply('Yeast.'));
  await user.click(within(failure).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByTestId('message-assistant')).toHaveTextContent('Yeast.'));
});

describe('a refusal by its code', () => {
  test.each<[keyof typeof ERROR_TEXTS, number, boolean, boolean]>([
    ['AI_SERVICE_AUTH_ERROR', 502, false, false],
    ['EMAIL_VERIFICATION_REQUIRED', 403, true, false],
    ['SUBSCRIPTION_REQUIRED', 403, true, true],
  ])('%s', async (code, status, retry, plans) => {
    const { failure } = await refused(status, { error: 'x', code });
    expect(failure.querySelector('p')?.textContent).toBe(ERROR_TEXTS[code]);
    await waitFor(() => expect(button('See plans') !== null).toBe(plans));
    expect(button('Retry') !== null).toBe(retry);
  });

  test.each([
    ['which the server never had, is not called deleted', 404],
    ['which the server has, is a stored one', 200],
  ])('a server’s fault does not tell whether it has the question: a new chat %s', async (_, status) => {
    server.on('GET', '/api/progress/chat/*', () => answer(anOpenChat(aChat('Bread'), []), status));
    const { store } = await refused(500, { error: 'Internal error', code: 'INTERNAL_ERROR' });
    const asked = () => server.asked.filter(({ path }) => path.startsWith('/api/progress/chat/'));
    await waitFor(() => expect(asked()).not.toEqual([]));
    await waitFor(() => expect(store.getState().chat.newChats).toHaveLength(status === 404 ? 1 : 0));
    expect(screen.queryByText(/This chat was deleted/)).toBeNull();
  });

  test('the offer leads to the subscription', async () => {
    const { user } = await refused(403, { error: 'x', code: 'SUBSCRIPTION_REQUIRED' });
    await user.click(await screen.findByRole('button', { name: 'See plans' }));
    expect(await screen.findByRole('dialog', { name: 'Subscription' })).toBeInTheDocument();
  });
});
