import { act, fireEvent, screen, waitFor } from '@testing-library/react';

import { trialExhausted } from '../../../web/state/trial-slice.ts';
import { aMessage, NOW } from '../support/builders.ts';
import { somePlans } from '../support/billing.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { openReply, reply } from '../support/reply-stream.ts';
import { aServer, FakePage, startApp, stored } from '../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = aServer();
});
afterEach(() => server.restore());

const shown = (text: string) =>
  waitFor(() => expect(screen.getAllByTestId('message-assistant').at(-1)).toHaveTextContent(text));
const box = () => screen.findByPlaceholderText('Ask anything');
const trial = (of: Record<string, unknown>) => ({
  'trial-storage': {
    messages: [],
    messagesUsed: 0,
    sessionId: 'session-of-a-visitor1',
    lastResetDate: '2026-11-21',
    ...of,
  },
});

describe('the trial', () => {
  test('answers a visitor and counts the message', async () => {
    server.on('POST', '/api/ai/trial', () => reply('Bread rises because of yeast.'));
    const { user } = startApp();
    expect(await screen.findByText('3 of 3 free messages left today')).toBeInTheDocument();
    await user.type(await box(), 'Why does bread rise?{Enter}');

    expect(await screen.findByTestId('message-user')).toHaveTextContent('Why does bread rise?');
    await shown('Bread rises because of yeast.');
    expect(screen.getByText('2 of 3 free messages left today')).toBeInTheDocument();
    const [call] = server.calls('POST', '/api/ai/trial');
    expect(call?.body).toMatchObject({ message: 'Why does bread rise?', conversationHistory: [] });
    expect(call?.headers.get('x-session-id')).toBe(stored('trial-storage')['sessionId']);
    await waitFor(() =>
      expect(stored('trial-storage')).toMatchObject({
        messagesUsed: 1,
        messages: [
          { role: 'user' },
          { role: 'assistant', content: 'Bread rises because of yeast.', status: 'complete' },
        ],
      }),
    );
  });

  test('asks again under the same id after a proxy’s page, under a new one after a server’s failure', async () => {
    const answers = [
      () => new Response('<html>500</html>', { status: 500 }),
      () => answer({ error: 'x', code: 'API_QUOTA_EXCEEDED' }, 503),
      () => reply('Yeast.'),
    ];
    server.on('POST', '/api/ai/trial', () => answers.shift()?.() ?? reply('Yeast.'));
    const { user } = startApp();
    await user.type(await box(), 'Why does bread rise?{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(server.calls('POST', '/api/ai/trial')).toHaveLength(2));
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    await shown('Yeast.');
    const ids = server.calls('POST', '/api/ai/trial').map(({ body }) => body['replyMessageId']);
    expect(ids[0]).toEqual(expect.any(String));
    expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false]);
    expect(screen.getAllByTestId('message-user')).toHaveLength(1);
    expect(screen.getByText('2 of 3 free messages left today')).toBeInTheDocument();
  });

  test('tells the conversation so far with the next question', async () => {
    server.on('POST', '/api/ai/trial', () => reply('Fine.', 'r2'));
    const messages = [
      aMessage('user', 'Hi'),
      aMessage('assistant', 'Hello'),
      aMessage('assistant', '', { id: 'failed' }),
    ];
    const { user } = startApp({ stored: trial({ messages, messagesUsed: 1 }) });
    await user.type(await box(), 'How are you?{Enter}');
    await waitFor(() =>
      expect(server.calls('POST', '/api/ai/trial')[0]?.body).toMatchObject({
        message: 'How are you?',
        conversationHistory: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'Hello' },
        ],
      }),
    );
  });

  test('a pasted text that waits for the end of a reply goes out as it would at once', async () => {
    const first = openReply();
    server.on('POST', '/api/ai/trial', () => first.response);
    const { user } = startApp();
    await user.type(await box(), 'First{Enter}');
    await screen.findByTestId('message-user');
    server.on('POST', '/api/ai/trial', () => reply('Yes.'));
    fireEvent.paste(await box(), {
      clipboardData: { types: ['text/plain'], getData: () => `Second${'\n'.repeat(4_001)}` },
    });
    await user.click(await box());
    await user.keyboard('{Enter}');
    expect(server.calls('POST', '/api/ai/trial')).toHaveLength(1);
    act(() => {
      first.say('Yes.');
      first.finish();
    });
    await waitFor(() => expect(server.calls('POST', '/api/ai/trial')).toHaveLength(2));
    expect(server.calls('POST', '/api/ai/trial')[1]?.body).toMatchObject({ message: 'Second' });
  });

  test('a reload in the middle of a reply shows it to its end', async () => {
    const open = openReply('r7');
    server
      .on('POST', '/api/ai/trial', () => open.response)
      .on('GET', '/api/ai/replies/r7/stream', () => reply('The whole reply.', 'r7'));
    const first = startApp();
    await first.user.type(await box(), 'Begin{Enter}');
    open.say('The wh');
    await waitFor(() => expect(stored('trial-storage')['messages']).toMatchObject([{}, { replyId: 'r7' }]));
    first.leave();

    startApp();
    await shown('The whole reply.');
    await waitFor(() => expect(stored('trial-storage')['messages']).toMatchObject([{}, { status: 'complete' }]));
  });

  test('a reply that broke off before the server named it is shown as interrupted', async () => {
    const messages = [aMessage('user', 'Hi'), aMessage('assistant', '', { id: 'lost', status: 'streaming' })];
    const { store } = startApp({ stored: trial({ messages, messagesUsed: 1 }) });
    await waitFor(() => expect(store.getState().trial.messages[1]?.status).toBe('interrupted'));
  });

  test('a message that is too long names the limit, stays in the box and costs nothing', async () => {
    const { user, store } = startApp();
    const long = 'x'.repeat(4001);
    fireEvent.change(await box(), { target: { value: long } });
    expect(screen.getByText(/has 4,001 characters; without an account it can have 4,000/)).toBeInTheDocument();
    await user.type(await box(), '{Enter}');
    expect(server.calls('POST', '/api/ai/trial')).toEqual([]);
    expect(await box()).toHaveValue(long);
    expect(store.getState().trial).toMatchObject({ messagesUsed: 0, messages: [] });
  });

  test('a used-up trial shows the panel; what is typed goes through sign-in', async () => {
    const { user, store } = startApp({ stored: trial({ messagesUsed: 2 }) });
    await user.type(await box(), 'One thought more');
    act(() => {
      store.dispatch(trialExhausted({ limit: 3, today: '2026-11-21' }));
    });
    expect(await screen.findByText('Free trial complete!')).toBeInTheDocument();
    expect(screen.getByPlaceholderText('Ask anything')).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Get Started Free' }));

    expect(await screen.findByRole('dialog', { name: 'Create Account' })).toBeInTheDocument();
    expect(store.getState().ui.pendingMessage).toBe('One thought more');
    expect(screen.getByPlaceholderText('Ask anything')).toHaveValue('');
  });

  test('the panel and the page about the product promise what the free plan has', async () => {
    const plans = [{ tier: 'free', price: 0, dailyLimit: 5 } as const];
    server.on('GET', '/api/plans', () => answer(somePlans({ plans })));
    const { store } = startApp({ stored: trial({ messagesUsed: 2 }) });
    await box();
    act(() => {
      store.dispatch(trialExhausted({ limit: 3, today: '2026-11-21' }));
    });
    expect(await screen.findByText(/^A free account gives you 5 messages a day/)).toBeInTheDocument();
    act(() => {
      window.location.hash = '#/about';
    });
    expect(await screen.findByText(/With a free account you get 5 a day/)).toBeInTheDocument();
  });

  test('when the day is used up, the message waits for sign-in and the counter stands at its end', async () => {
    server.on('POST', '/api/ai/trial', () => answer({ error: 'Limit', code: 'USAGE_LIMIT_EXCEEDED', limit: 3 }, 429));
    const { user, store } = startApp();
    await user.type(await box(), 'Too much{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Welcome Back' })).toBeInTheDocument();
    expect(store.getState().ui.pendingMessage).toBe('Too much');
    expect(screen.getByText('0 of 3 free messages left today')).toBeInTheDocument();
    expect(store.getState().trial.messages).toHaveLength(0);
  });

  test.each(['{Escape}', 'Close'])(
    'a text that waited is in the box again when sign-in is dismissed by %s',
    async (how) => {
      const { user, store } = startApp();
      await user.type(await box(), 'One thought more');
      await user.click((await screen.findAllByRole('button', { name: 'Sign In' }))[0] as HTMLElement);
      await screen.findByRole('dialog', { name: 'Welcome Back' });
      expect(await box()).toHaveValue('');
      if (how === 'Close') await user.click(screen.getByRole('button', { name: how }));
      else await user.keyboard(how);
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(await box()).toHaveValue('One thought more');
      expect(store.getState().ui.pendingMessage).toBeNull();
    },
  );

  test('a refused message is in the box again, before what was typed since, when sign-in is dismissed', async () => {
    const { user, store } = startApp();
    server.on('POST', '/api/ai/trial', async () => {
      await user.type(await box(), 'And more');
      return answer({ error: 'Limit', code: 'USAGE_LIMIT_EXCEEDED', limit: 3 }, 429);
    });
    await user.type(await box(), 'Too much{Enter}');
    await screen.findByRole('dialog', { name: 'Welcome Back' });
    await user.keyboard('{Escape}');
    expect(await box()).toHaveValue('Too much\n\nAnd more');
    expect(store.getState().ui.pendingMessage).toBeNull();
  });

  test('a message that brought no text is given back and can be sent again', async () => {
    server.on('POST', '/api/ai/trial', () => answer({ error: 'Down', code: 'AI_SERVICE_TIMEOUT' }, 504));
    const { user } = startApp();
    await user.type(await box(), 'Hello{Enter}');
    expect(await screen.findByTestId('message-error')).toHaveTextContent(
      'Sorry, there was an error processing your trial message',
    );
    expect(screen.getByText('3 of 3 free messages left today')).toBeInTheDocument();

    server.on('POST', '/api/ai/trial', () => reply('Back again.'));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await shown('Back again.');
    expect(screen.getAllByTestId('message-user')).toHaveLength(1);
  });

  test('a new day starts a new count', async () => {
    startApp({ stored: trial({ messagesUsed: 3, lastResetDate: '2026-11-20' }) });
    expect(await screen.findByText('3 of 3 free messages left today')).toBeInTheDocument();
  });

  describe('that is used up before midnight', () => {
    const used = (lastUsedAt: Date) => trial({ messagesUsed: 3, lastUsedAt: lastUsedAt.toISOString() });
    const midnight = new Date(2026, 10, 22);

    test('starts over at midnight on the open page', async () => {
      const page = new FakePage(new Date(midnight.getTime() - 50));
      startApp({ page, stored: used(new Date(2026, 10, 21, 23, 40)) });
      page.moveTo(midnight);
      expect(await screen.findByText('3 of 3 free messages left today')).toBeInTheDocument();
      expect(await box()).toBeEnabled();
    });

    test('starts over when somebody comes back after midnight', async () => {
      const page = new FakePage(new Date(2026, 10, 21, 23, 50));
      startApp({ page, stored: used(new Date(2026, 10, 21, 23, 40)) });
      expect(await screen.findByText(/start again in 10 minutes \(tomorrow at 12:00 AM\)/)).toBeInTheDocument();
      page.moveTo(new Date(2026, 10, 22, 0, 1));
      act(() => void window.dispatchEvent(new Event('focus')));
      expect(await box()).toBeEnabled();
      expect(screen.queryByText('Free trial complete!')).not.toBeInTheDocument();
    });
  });

  test('New Chat empties the conversation, not the count', async () => {
    const { user } = startApp({
      stored: { ...trial({ messages: [aMessage('user', 'Hi'), aMessage('assistant', 'Hello')], messagesUsed: 2 }) },
    });
    await user.click((await screen.findAllByRole('button', { name: 'New Chat' }))[0] as HTMLElement);
    expect(screen.queryByTestId('message-user')).not.toBeInTheDocument();
    expect(screen.getByText('1 of 3 free messages left today')).toBeInTheDocument();
  });

  test('suggestions come after the title was typed, leave while somebody types, and send by one click', async () => {
    server.on('POST', '/api/ai/trial', () => reply('Gladly.'));
    const { user } = startApp();
    expect(await screen.findByRole('button', { name: 'Help me write' })).toBeInTheDocument();
    await user.type(await box(), 'x');
    expect(screen.queryByRole('button', { name: 'Help me write' })).not.toBeInTheDocument();
    await user.clear(await box());
    await user.click(await screen.findByRole('button', { name: 'Help me write' }));
    await waitFor(() => expect(server.calls('POST', '/api/ai/trial')[0]?.body['message']).toMatch(/friendly email/));
  }, 30_000);

  test('without an answer of the server the defaults hold', async () => {
    server.on('GET', '/api/freemium-config', () => answer({ error: 'x' }, 500));
    startApp();
    expect(await screen.findByText('3 of 3 free messages left today')).toBeInTheDocument();
  });
});

describe('where there is no trial', () => {
  test('the offer is shown, and a question waits for its writer to sign in', async () => {
    server.on('GET', '/api/freemium-config', () =>
      answer({ freemiumEnabled: false, maxTrialMessages: 3, freemiumAgentAccess: false }),
    );
    const { user, store } = startApp();
    expect(
      await screen.findByRole('heading', { name: 'GPT-4o-quality AI at a fraction of the cost' }),
    ).toBeInTheDocument();
    await user.type(await box(), 'A question{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Welcome Back' })).toBeInTheDocument();
    expect(store.getState().ui.pendingMessage).toBe('A question');
    expect(server.calls('POST', '/api/ai/trial')).toHaveLength(0);
    await user.keyboard('{Escape}');
    expect(await box()).toHaveValue('A question');
    expect(store.getState().ui.pendingMessage).toBeNull();
  });
});

test('the page does not show a variant before the server has said which one holds', async () => {
  let tell: (response: Response) => void = () => undefined;
  server.on(
    'GET',
    '/api/freemium-config',
    () =>
      new Promise<Response>((resolve) => {
        tell = resolve;
      }),
  );
  startApp({ page: new FakePage(NOW) });
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  await waitFor(() => expect(server.calls('GET', '/api/freemium-config')).toHaveLength(1));
  tell(answer({ freemiumEnabled: true, maxTrialMessages: 5, freemiumAgentAccess: false }));
  expect(await screen.findByText('5 of 5 free messages left today')).toBeInTheDocument();
});
