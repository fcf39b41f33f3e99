import { act, screen, waitFor, within } from '@testing-library/react';

import { personalitySet } from '../../../web/state/chat-slice.ts';
import { openDialog } from '../../../web/app/router/navigation.ts';
import { api } from '../../../web/lib/api.ts';
import { setLanguage } from '../../../web/lib/i18n/translations.ts';
import { somePlans } from '../support/billing.ts';
import { aUser } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { reply } from '../support/reply-stream.ts';
import { aServer, signedIn, startApp, stored } from '../support/start-app.tsx';
import {
  endFrame,
  eventFrame,
  metaFrame,
  relatedFrame,
  synthesisFrame,
  textFrame,
} from '../features/chat/support/line.ts';

let server: FakeServer;
beforeEach(() => {
  server = aServer().on('POST', '/api/progress/chat', () =>
    answer({ success: true, chat: { id: 'x', title: 'Bread', updatedAt: 'x', lastUpdated: 'x' } }),
  );
});
afterEach(() => server.restore());

const AGENTS = [
  {
    id: 'auto_agent',
    name: 'Auto agent',
    description: 'Routes',
    capabilities: ['Chooses the right agent', 'Web search', 'Reasoning', 'Code'],
    isRecommended: true,
  },
  { id: 'reasoning_agent', name: 'Reasoning agent', description: 'Thinks', capabilities: [], isRecommended: false },
];
const premium = (of: Record<string, unknown> = {}) =>
  server
    .on('GET', '/api/agent/status', () =>
      answer({ eligible: true, serviceAvailable: true, tier: 'premium', reason: '', lowestPlan: null, ...of }),
    )
    .on('GET', '/api/agent/available', () => answer({ agents: of['agents'] ?? [] }));
const PERSON = signedIn({ tier: 'premium', subscription: 'premium' });

const SOURCE = { id: 's1', title: 'On bread', url: 'https://bread.example/yeast', snippet: 'Yeast.' };
const LONG = `Bread rises because yeast makes gas. ${'It does so slowly. '.repeat(6)}`;

/** What the server does by itself after an answer of ours. */
const FOLLOW_UP_CALLS = ['/api/ai/generate-title', '/api/ai/related-questions', '/api/search/orchestrated'];

/** A research reply with a step and a source, and what follows it. */
const research = (...followUps: readonly string[]): Response =>
  new Response(
    [
      metaFrame('r1', 0, { agentType: 'research_agent' }),
      eventFrame(1, 'step', {
        id: 't1',
        kind: 'search',
        label: 'Searching the web',
        target: 'bread',
        state: 'done',
        output: null,
        code: null,
      }),
      eventFrame(2, 'step', {
        id: 't2',
        kind: 'read',
        label: 'Reading',
        target: 'https://www.bread.example/yeast',
        state: 'failed',
        output: 'The page did not answer.',
        code: null,
      }),
      eventFrame(3, 'sources', { sources: [SOURCE] }),
      textFrame(4, LONG),
      endFrame(5, 'complete'),
      relatedFrame(7, 'And rye?'),
      ...followUps,
    ].join(''),
    { headers: { 'Content-Type': 'text/event-stream' } },
  );

const mode = () => screen.findByRole('button', { name: 'Mode' });
const modeSays = (text: string) => waitFor(async () => expect(await mode()).toHaveAccessibleDescription(text));
type User = ReturnType<typeof startApp>['user'];
const pick = async (user: User, name: RegExp) => {
  await user.click(await mode());
  await user.click(await screen.findByRole(/upgrade/i.test(name.source) ? 'menuitem' : 'menuitemradio', { name }));
};
const ask = async (user: User, text: string) =>
  user.type(await screen.findByPlaceholderText('Ask anything'), `${text}{Enter}`);
const body = (path: string) =>
  waitFor(() => {
    const call = server.calls('POST', path)[0];
    expect(call).toBeDefined();
    return call?.body;
  });

describe('the mode selector', () => {
  test('says that it is loading until the service has answered', async () => {
    let tell: (response: Response) => void = () => undefined;
    server.on(
      'GET',
      '/api/agent/status',
      () =>
        new Promise((resolve) => {
          tell = resolve;
        }),
    );
    startApp({ stored: PERSON });
    await modeSays('Loading...');
    tell(answer({ eligible: false, serviceAvailable: true, tier: 'free', reason: '' }));
    await modeSays('Standard');
  });

  test('offers six modes, switches agents on once, and keeps what is chosen afterwards', async () => {
    premium();
    const { user, store, leave } = startApp({
      stored: { ...PERSON, 'chat-storage': { agentType: 'reasoning_agent', agentMode: true } },
    });
    await modeSays('Auto');
    expect(store.getState().chat).toMatchObject({ agentMode: true, agentType: 'auto_agent', agentAutoMoved: true });
    await user.click(await mode());
    expect(
      (await screen.findAllByRole('menuitemradio')).map((item) => item.querySelector('span span')?.textContent),
    ).toEqual(['Auto', 'Standard', 'Search', 'Reasoning', 'Web Search', 'Code']);
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await modeSays('Reasoning');
    leave();
    startApp();
    await modeSays('Reasoning');
    expect(stored('agent-migrated')).toEqual({ moved: true });
  });

  test('keeps agents from a free account, and leads it to the plans', async () => {
    const { user, store } = startApp({ stored: signedIn() });
    await modeSays('Standard');
    await user.click(await mode());
    expect(await screen.findByRole('menuitemradio', { name: /Reasoning/ })).toHaveAccessibleDescription(
      'Upgrade to Premium for AI agents',
    );
    await user.click(screen.getByRole('menuitem', { name: 'Upgrade to Premium for AI agents' }));
    expect(store.getState().ui.subscriptionModalOpen).toBe(true);
    expect(store.getState().chat.agentMode).toBe(false);
  });

  test('leads a visitor to sign-in', async () => {
    const { user, store } = startApp();
    await pick(user, /Code/);
    expect(store.getState().ui.authModalOpen).toBe(true);
  });

  test.each([
    ['free', 'Premium Only', null, 'Upgrade to Premium for AI agents'],
    ['free', 'All Tiers', 'basic', 'Upgrade to Pro for AI agents'],
    ['premium', 'All Tiers', 'basic', 'Agents are not available to you'],
  ] as const)('names to a %s account under %s (%s) what it needs', async (tier, _, lowestPlan, text) => {
    server
      .on('GET', '/api/auth/me', () => answer({ user: aUser({ tier, subscription: tier }) }))
      .on('GET', '/api/agent/status', () =>
        answer({ eligible: false, serviceAvailable: true, tier, reason: 'x', lowestPlan }),
      );
    const { user } = startApp({ stored: signedIn({ tier, subscription: tier }) });
    await modeSays('Standard');
    await user.click(await mode());
    expect(await screen.findByRole('menuitem', { name: text })).toBeInTheDocument();
  });

  test('offers no plan for agents that the groups of the account leave out', async () => {
    server.on('GET', '/api/agent/status', () =>
      answer({ eligible: false, serviceAvailable: true, tier: 'free', reason: 'x', lowestPlan: null, byGroups: true }),
    );
    const { user } = startApp({ stored: signedIn() });
    await modeSays('Standard');
    await user.click(await mode());
    expect(await screen.findByRole('menuitem', { name: 'Agents are not available to you' })).toBeDisabled();
    expect(screen.getByRole('menuitemradio', { name: /Reasoning/ })).toBeDisabled();
    expect(screen.queryByText(/upgrade/i)).not.toBeInTheDocument();
  });

  test('names no plan where none is sold', async () => {
    server.on('GET', '/api/plans', () => answer(somePlans({ payments: false, plans: [] })));
    const { user } = startApp();
    await user.click(await mode());
    expect(await screen.findByRole('menuitem', { name: 'Agents are not available to you' })).toBeInTheDocument();
  });

  test('offers no upgrade to agents that are switched off', async () => {
    server.on('GET', '/api/agent/status', () =>
      answer({ eligible: false, serviceAvailable: false, tier: 'free', reason: 'x', lowestPlan: null }),
    );
    const { user } = startApp({ stored: signedIn() });
    await modeSays('Standard');
    await user.click(await mode());
    expect(await screen.findByRole('menuitem', { name: 'Agent service temporarily unavailable' })).toBeDisabled();
    expect(screen.queryByText(/upgrade/i)).not.toBeInTheDocument();
  });

  test('an agent that is switched off is not offered, and one that chooses stands in for it', async () => {
    premium({ agents: AGENTS });
    server.on('POST', '/api/agent/stream', () => reply('Because.'));
    const { user } = startApp({
      stored: {
        ...PERSON,
        'chat-storage': { agentType: 'code_agent', agentMode: true },
        'agent-migrated': { moved: true },
      },
    });
    await modeSays('Auto');
    await user.click(await mode());
    expect(await screen.findByRole('menuitemradio', { name: /Code/ })).toBeDisabled();
    expect(screen.getByRole('menuitemradio', { name: /^Search/ })).toBeDisabled();
    expect(screen.getByRole('menuitemradio', { name: /Reasoning/ })).toBeEnabled();
    await user.keyboard('{Escape}');
    await ask(user, 'Sort this list');
    expect(await body('/api/agent/stream')).toMatchObject({ agentType: 'auto_agent' });
  });

  test.each([
    ['the line', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server', () => answer({ error: 'Internal error' }, 500)],
  ] as const)('keeps what was known when %s fails', async (_, failing) => {
    premium({ agents: AGENTS });
    const { store } = startApp({ stored: PERSON });
    await modeSays('Auto');
    await waitFor(() => expect(store.getState().agents.available).toHaveLength(2));
    server.on('GET', '/api/agent/status', failing).on('GET', '/api/agent/available', failing);
    const asked = server.asked.length;
    act(() => void store.dispatch(api.util.invalidateTags(['Me'])));
    const paths = () => server.asked.slice(asked).map(({ path }) => path);
    await waitFor(() => expect(paths()).toEqual(expect.arrayContaining(['/api/agent/status', '/api/agent/available'])));
    await waitFor(() =>
      expect(Object.values(store.getState().api.queries).every((one) => one?.status !== 'pending')).toBe(true),
    );
    await modeSays('Auto');
    expect(store.getState().agents).toMatchObject({ status: { eligible: true }, available: AGENTS });
  });

  test('says when the service is down', async () => {
    premium({ serviceAvailable: false, reason: 'Agent service temporarily unavailable' });
    const { user } = startApp({ stored: PERSON });
    await modeSays('Standard');
    await user.click(await mode());
    expect(await screen.findByRole('menuitem', { name: 'Agent service temporarily unavailable' })).toBeDisabled();
    expect(screen.getByRole('menuitemradio', { name: /Auto/ })).toBeDisabled();
  });
});

describe('a message', () => {
  test('in an agent mode goes to that agent and stays in the chat', async () => {
    premium();
    server.on('POST', '/api/agent/stream', () => reply('Because.'));
    const { user, store } = startApp({ stored: PERSON });
    await modeSays('Auto');
    await pick(user, /Code/);
    act(() => void store.dispatch(personalitySet('tutor')));
    await ask(user, 'Sort this list');
    expect(await body('/api/agent/stream')).toMatchObject({
      message: 'Sort this list',
      messages: [],
      agentType: 'code_agent',
      personality: 'tutor',
      stream: true,
      chatId: store.getState().chat.currentChatId,
      parentId: null,
    });
    await waitFor(() => expect(screen.getByTestId('message-assistant')).toHaveTextContent('Because.'));
    expect(screen.getByTestId('message-assistant')).toHaveTextContent('Code');
    expect(store.getState().ui.viewMode).toBe('chat');
    expect(server.calls('POST', '/api/ai/groq')).toEqual([]);
  });

  test('that asks for a search takes research and document along; all evidence stays with its answer', async () => {
    premium();
    let respond: (response: Response) => void = () => undefined;
    server.on(
      'POST',
      '/api/agent/stream',
      () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    );
    const { user, store } = startApp({ stored: PERSON });
    await modeSays('Auto');
    await ask(user, 'latest news about bread');
    expect(await body('/api/agent/stream')).toMatchObject({
      agentType: 'research_agent',
      mode: 'search',
      followUps: true,
      synthesis: true,
    });
    expect(store.getState().chat).toMatchObject({ agentMode: true, agentType: 'research_agent' });
    respond(research(synthesisFrame(8, 'All in '), synthesisFrame(9, 'all, yeast [1].')));
    await waitFor(() => expect(store.getState().chat).toMatchObject({ agentMode: true, agentType: 'auto_agent' }));
    const page = within(await screen.findByTestId('document-view'));
    expect(await page.findByTestId('synthesis')).toHaveTextContent('All in all, yeast');
    expect(store.getState().ui).toMatchObject({
      viewMode: 'document-magazine',
      currentSearchResult: { sources: [SOURCE], content: LONG },
    });
    expect(page.getByTestId('doc-sources')).toHaveTextContent('On bread');
    expect(await page.findByRole('button', { name: /And rye/ })).toBeInTheDocument();
    await waitFor(() => expect(store.getState().ui.scrollToEndRequests).toBe(1));
    await user.click(screen.getByRole('button', { name: 'Back to chat' }));
    expect(await screen.findByTestId('synthesis')).toHaveTextContent('All in all, yeast');
    expect(screen.getAllByTestId('message-assistant')).toHaveLength(1);
    expect(within(screen.getByRole('list', { name: 'Sources' })).getByRole('link')).toHaveAttribute('href', SOURCE.url);
    expect(server.asked.filter(({ path }) => FOLLOW_UP_CALLS.includes(path))).toEqual([]);
  });

  test('that asks for a search changes nothing for the next one', async () => {
    premium();
    server.on('POST', '/api/agent/stream', () => reply('So.'));
    const { user } = startApp({ stored: PERSON });
    await modeSays('Auto');
    await ask(user, 'latest news about bread');
    await waitFor(() => expect(server.calls('POST', '/api/agent/stream')).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Back to chat' }));
    await modeSays('Auto');
    await ask(user, 'And how is it made?');
    await waitFor(() => expect(server.calls('POST', '/api/agent/stream')).toHaveLength(2));
    expect(server.calls('POST', '/api/agent/stream')[1]?.body).toMatchObject({ agentType: 'auto_agent' });
  });

  test.each([
    ['is interrupted by a reload', 'Auto', null],
    ['meets another choice', 'Reasoning', /Reasoning/],
  ] as const)('that asks for a search and %s leaves %s chosen', async (_, chosen, choice) => {
    premium();
    server.on('POST', '/api/agent/stream', () => new Promise(() => undefined));
    const { user, leave } = startApp({ stored: PERSON });
    await modeSays('Auto');
    await ask(user, 'latest news about bread');
    await user.click(await screen.findByRole('button', { name: 'Back to chat' }));
    await modeSays('Web Search');
    if (choice) await pick(user, choice);
    leave();
    startApp();
    await modeSays(chosen);
  });

  test('in the chosen Standard mode is never a search', async () => {
    premium();
    server.on('POST', '/api/ai/groq', () => reply('So.'));
    const { user } = startApp({ stored: PERSON });
    await modeSays('Auto');
    await pick(user, /Standard/);
    await ask(user, 'latest news about bread');
    expect(await body('/api/ai/groq')).toMatchObject({ search: false });
    expect(server.calls('POST', '/api/agent/stream')).toEqual([]);
  });

  test('in chosen Web Search that asks for a search is a document, without a synthesis', async () => {
    premium();
    server.on('POST', '/api/agent/stream', () => research());
    const { user } = startApp({ stored: PERSON });
    await modeSays('Auto');
    await pick(user, /Web Search/);
    await ask(user, 'latest news about bread');
    await screen.findByTestId('document-view');
    expect(await body('/api/agent/stream')).not.toHaveProperty('synthesis');
    await user.click(await screen.findByRole('button', { name: 'Back to chat' }));
    await modeSays('Web Search');
  });

  test('in Search mode is asked for as a document, without a synthesis', async () => {
    premium();
    server.on('POST', '/api/agent/stream', () => research());
    const { user, store } = startApp({ stored: PERSON });
    await modeSays('Auto');
    await pick(user, /^Search/);
    expect(store.getState().ui).toMatchObject({ isSearchMode: true, isExplicitSearchMode: true });
    await ask(user, 'Bread');
    const asked = await body('/api/agent/stream');
    expect(asked).toMatchObject({ agentType: 'research_agent', mode: 'search', followUps: true });
    expect(asked).not.toHaveProperty('synthesis');
  });

  test('of a free account that asks for a search goes to the model, and its failure brings the chat back', async () => {
    server.on('POST', '/api/ai/groq', () => answer({ error: 'x', code: 'API_QUOTA_EXCEEDED' }, 503));
    const { user, store } = startApp({ stored: signedIn() });
    await modeSays('Standard');
    await ask(user, 'weather in Rome now');
    await body('/api/ai/groq');
    await waitFor(() => expect(screen.getByTestId('message-error')).toBeInTheDocument());
    expect(store.getState().ui).toMatchObject({ viewMode: 'chat', currentSearchResult: null });
    expect(store.getState().chat.agentMode).toBe(false);
  });
});

const asTrialWithAgents = (agents: () => Response | Promise<Response>) =>
  server
    .on('GET', '/api/freemium-config', () =>
      answer({ freemiumEnabled: true, maxTrialMessages: 3, freemiumAgentAccess: true, demoModel: false }),
    )
    .on('GET', '/api/agent/available', agents);

test('a visitor is offered the agents that the trial’s session may use', async () => {
  asTrialWithAgents(() => answer({ agents: AGENTS }));
  const { user, store } = startApp();
  await waitFor(() => expect(store.getState().agents.available).toEqual(AGENTS));
  expect(server.calls('GET', '/api/agent/available')[0]?.headers.get('x-session-id')).toBe(
    store.getState().trial.sessionId,
  );
  expect(server.calls('GET', '/api/agent/status')).toEqual([]);
  await user.click(await mode());
  expect(await screen.findByRole('menuitemradio', { name: /Reasoning/ })).toBeEnabled();
  expect(screen.getByRole('menuitemradio', { name: /Code/ })).toBeDisabled();
});

test.each([
  ['switched off', () => answer({ agents: [] })],
  ['failing', () => answer({ error: 'Internal error' }, 500)],
] as const)('agents that are %s are not offered to a visitor', async (_, agents) => {
  asTrialWithAgents(agents);
  const { user, store } = startApp({ stored: { 'chat-storage': { agentMode: true } } });
  await waitFor(() => expect(store.getState().agents.loading).toBe(false));
  await modeSays('Standard');
  await user.click(await mode());
  expect(await screen.findByRole('menuitem', { name: 'Agent service temporarily unavailable' })).toBeDisabled();
  expect(screen.getByRole('menuitemradio', { name: /Auto/ })).toBeDisabled();
});

test('a visitor with agents asks them without touching the trial', async () => {
  asTrialWithAgents(() => answer({ agents: AGENTS })).on('POST', '/api/agent/stream', () => reply('Yes.'));
  const { user, store } = startApp();
  await waitFor(() => expect(store.getState().agents.available).toEqual(AGENTS));
  await pick(user, /Reasoning/);
  await ask(user, 'Is it so?');
  expect(await body('/api/agent/stream')).toEqual({
    message: 'Is it so?',
    messages: [],
    replyMessageId: expect.any(String),
    agentType: 'reasoning_agent',
    stream: true,
    followUps: true,
    synthesis: true,
  });
  expect(server.calls('POST', '/api/agent/stream')[0]?.headers.get('x-session-id')).toBe(
    store.getState().trial.sessionId,
  );
  await waitFor(() => expect(screen.getByTestId('message-assistant')).toHaveTextContent('Yes.'));
  expect(store.getState().trial.messagesUsed).toBe(0);
});

test('the answer shows its work folded, its failed step in words, its source, and a further question', async () => {
  premium();
  server.on('POST', '/api/agent/stream', () => research());
  const { user } = startApp({ stored: PERSON });
  await modeSays('Auto');
  await pick(user, /Web Search/);
  await ask(user, 'Why does bread rise?');
  const related = within(await screen.findByTestId('related-questions'));
  const work = screen.getByRole('button', { name: '2 steps, 1 failed' });
  expect(work).toHaveAttribute('aria-expanded', 'false');
  await user.click(work);
  expect(screen.getByText('The page did not answer.')).toBeInTheDocument();
  expect(
    within(screen.getByRole('group', { name: 'How this was answered' })).getByText('bread.example'),
  ).toBeInTheDocument();
  expect(within(screen.getByRole('list', { name: 'Sources' })).getByRole('link')).toHaveAttribute('href', SOURCE.url);
  await user.click(related.getByRole('button', { name: 'And rye?' }));
  await waitFor(() =>
    expect(server.calls('POST', '/api/agent/stream')[1]?.body).toMatchObject({
      message: 'And rye?',
      agentType: 'research_agent',
    }),
  );
});

describe('the setting', () => {
  const opened = async (of: Record<string, unknown>, stored: Record<string, unknown> = PERSON) => {
    premium(of);
    const app = startApp({ stored });
    await screen.findByRole('button', { name: 'Mode' });
    act(() => {
      openDialog({ at: 'settings', section: 'agents' });
    });
    return { ...app, pane: within(await screen.findByRole('region', { name: 'Agent mode' })) };
  };

  test('shows the agent with three capabilities and how many more, and changes it', async () => {
    const { user, store, pane } = await opened({ agents: AGENTS });
    expect(await pane.findByText('Auto agent')).toBeInTheDocument();
    expect(pane.getByText('+1 more')).toBeInTheDocument();
    await act(() => setLanguage('de'));
    expect(screen.getByText('Wählt den passenden Agenten')).toBeInTheDocument();
    await act(() => setLanguage('en'));
    await user.click(pane.getByRole('button', { name: 'Change' }));
    await user.click(pane.getByRole('radio', { name: /Reasoning agent/ }));
    expect(store.getState().chat.agentType).toBe('reasoning_agent');
    await user.click(pane.getByRole('switch', { name: 'Agent mode' }));
    expect(store.getState().chat.agentMode).toBe(false);
    await user.click(pane.getByRole('switch', { name: 'Agent mode' }));
    expect(pane.getByRole('radiogroup', { name: 'Agent' })).toBeInTheDocument();
  });

  test.each([
    [{ eligible: false }, 'Premium subscription required'],
    [{ eligible: false, lowestPlan: 'basic' }, 'Agents are part of the Pro plan'],
    [{ eligible: false, byGroups: true }, 'Agents are not available to you'],
    [{ serviceAvailable: false }, 'Agent service temporarily unavailable'],
  ])('with %j says %s and cannot be switched', async (of, text) => {
    const { pane } = await opened(of, signedIn());
    expect(await pane.findByText(text)).toBeInTheDocument();
    expect(pane.getByRole('switch', { name: 'Agent mode' })).toBeDisabled();
  });
});
