import { act, screen, waitFor, within } from '@testing-library/react';

import type { ConnectedTool } from '../../../src/contract/tools.ts';
import type { Step } from '../../../src/shared/reply-details.ts';
import { chatSelected } from '../../../web/state/chat-slice.ts';
import { answer, type Asked, type FakeServer } from '../support/fake-server.ts';
import { openReply, reply, type OpenReply } from '../support/reply-stream.ts';
import { aChat } from '../support/builders.ts';
import { aServer, FakePage, openSettings, signedIn, startApp } from '../support/start-app.tsx';
import {
  aForm,
  anApproval,
  aTool,
  aToolServer,
  aToolStep,
  CALL,
  RECORDS,
  someTools,
  someToolServers,
} from '../support/tools.ts';

const NAMED = { success: true, chat: { id: 'x', title: 'Bread', updatedAt: 'x', lastUpdated: 'x' } };
const QUESTION_PATH = '/api/ai/replies/r1/questions/q1';

let server: FakeServer;
beforeEach(() => {
  server = aServer()
    .on('GET', '/api/tools', () => answer(someTools()))
    .on('POST', '/api/progress/chat', () => answer(NAMED));
});
afterEach(() => server.restore());

type User = ReturnType<typeof startApp>['user'];

const menuButton = () => screen.findByRole('button', { name: 'Tools' });
const openMenu = async (user: User) => {
  await user.click(await menuButton());
  return within(await screen.findByRole('dialog', { name: 'Tools in this chat' }));
};
const ask = async (user: User, text: string) =>
  user.type(await screen.findByPlaceholderText('Ask anything'), `${text}{Enter}`);
const answered = (text: string) =>
  waitFor(() => expect(screen.getByTestId('message-assistant')).toHaveTextContent(text));
const bodies = (path: string) => server.calls('POST', path).map(({ body }) => body);

describe('the menu in the text box', () => {
  test('what is switched on before the first message goes with every message of the chat', async () => {
    server.on('POST', '/api/ai/groq', () => reply('Done.'));
    const { user, store } = startApp({ stored: signedIn() });
    const menu = await openMenu(user);
    await user.click(menu.getByRole('switch', { name: 'Use Issue tracker in this chat' }));
    await user.keyboard('{Escape}');
    expect(await menuButton()).toHaveAccessibleDescription('1 server is on');
    expect(await menuButton()).toHaveFocus();
    await ask(user, 'File it');
    await answered('Done.');
    await ask(user, 'And again');
    await waitFor(() => expect(bodies('/api/ai/groq')).toHaveLength(2));
    expect(bodies('/api/ai/groq').map(({ toolServers }) => toolServers)).toEqual([['tracker'], ['tracker']]);
    // The next chat starts without.
    act(() => {
      store.dispatch(chatSelected(null));
    });
    await waitFor(async () => expect(await menuButton()).toHaveAccessibleDescription('no server is on'));
  });

  test('a chat without servers sends nothing about them', async () => {
    server.on('POST', '/api/ai/groq', () => reply('Done.'));
    const { user } = startApp({ stored: signedIn() });
    await menuButton();
    await ask(user, 'Hello');
    await answered('Done.');
    expect(bodies('/api/ai/groq')[0]).not.toHaveProperty('toolServers');
  });

  test('each tool has its mode, and the limit of an admin is said', async () => {
    server.on('PUT', '/api/tools/servers/tracker/mode', ({ body }: Asked) => {
      const [tracker] = someToolServers();
      const mode = body['mode'] === 'auto' ? 'ask' : 'off';
      const tools = (tracker?.tools ?? []).map((tool) => (tool.name === 'create_issue' ? { ...tool, mode } : tool));
      return answer({ success: true, server: { ...tracker, tools } });
    });
    const { user } = startApp({ stored: signedIn() });
    const menu = await openMenu(user);
    await user.click(menu.getByRole('button', { name: /^Issue tracker 3 tools/ }));
    const mode = menu.getByRole('combobox', { name: 'What Create issue may do' });
    expect(mode).toHaveDisplayValue('Asks first');
    await user.selectOptions(mode, 'Runs by itself');
    expect(await menu.findByText('An admin lets Create issue do no more than this.')).toBeInTheDocument();
    await user.selectOptions(mode, 'Off');
    await waitFor(() => expect(mode).toHaveDisplayValue('Off'));
    expect(server.calls('PUT', '/api/tools/servers/tracker/mode').at(-1)?.body).toEqual({
      tool: 'create_issue',
      mode: 'off',
      digest: 'create_issue 1',
    });
  });

  test('a tool that changed meanwhile is shown again with what it said before, and can be accepted', async () => {
    const described = (of: Partial<ConnectedTool>) => [
      aToolServer('tracker', {
        name: 'Issue tracker',
        tools: [aTool('create_issue', { title: 'Create issue', ...of })],
      }),
    ];
    let servers = described({ description: 'Files an issue.' });
    const now = { description: 'Files an issue and mails everybody.', digest: 'create_issue 2' };
    server
      .on('GET', '/api/tools', () => answer(someTools(servers)))
      .on('PUT', '/api/tools/servers/tracker/mode', ({ body }: Asked) => {
        if (body['digest'] === now.digest) return answer({ success: true, server: described(now)[0] });
        servers = described({ ...now, changed: true });
        return answer({ error: 'x', code: 'TOOL_CHANGED', tool: now }, 409);
      });
    const { user } = startApp({ stored: signedIn() });
    const menu = await openMenu(user);
    await user.click(menu.getByRole('button', { name: /^Issue tracker 1 tool/ }));
    const mode = menu.getByRole('combobox', { name: 'What Create issue may do' });
    await user.selectOptions(mode, 'Runs by itself');
    const alert = await menu.findByRole('alert');
    expect(alert).toHaveTextContent('nothing was chosen');
    expect(alert).toHaveTextContent('Before: Files an issue.');
    expect(menu.getByText('Files an issue and mails everybody.')).toBeInTheDocument();
    expect(mode).toHaveDisplayValue('Asks first');
    await user.click(menu.getByRole('button', { name: 'Accept Create issue as it is now' }));
    await waitFor(() => expect(menu.queryByText('Changed')).not.toBeInTheDocument());
    expect(menu.queryByRole('alert')).not.toBeInTheDocument();
    expect(server.calls('PUT', '/api/tools/servers/tracker/mode').at(-1)?.body).toEqual({
      tool: 'create_issue',
      mode: 'ask',
      digest: 'create_issue 2',
    });
  });

  test('leads to the page of a server that wants a sign-in, and says why one cannot be reached', async () => {
    server
      .on('POST', '/api/tools/servers/calendar/sign-in', () => answer({ url: 'https://calendar.example/allow' }))
      .on('POST', '/api/tools/servers/weather/refresh', () =>
        answer({ success: true, server: aToolServer('weather', { name: 'Weather station' }) }),
      );
    const page = new FakePage();
    const { user } = startApp({ stored: signedIn(), page });
    const menu = await openMenu(user);
    expect(menu.queryByRole('switch', { name: /Weather/ })).not.toBeInTheDocument();
    expect(menu.getByText('Cannot be reached: it answered 503')).toBeInTheDocument();
    await user.click(menu.getByRole('button', { name: 'Try again: Weather station' }));
    expect(await menu.findByRole('switch', { name: 'Use Weather station in this chat' })).toBeInTheDocument();
    await user.click(menu.getByRole('button', { name: 'Sign in to Calendar' }));
    await waitFor(() => expect(page.visited).toEqual(['https://calendar.example/allow']));
  });

  test.each([
    ['there are no servers', { ...someTools([]), enabled: true }],
    ['tools are switched off', { ...someTools(), enabled: false }],
  ])('is not there when %s', async (_, tools) => {
    server.on('GET', '/api/tools', () => answer(tools));
    startApp({ stored: signedIn() });
    await screen.findByRole('heading', { name: /Ada/ });
    await waitFor(() => expect(server.calls('GET', '/api/tools')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Tools' })).not.toBeInTheDocument();
  });

  test('a visitor has no tools', async () => {
    startApp();
    await screen.findByPlaceholderText('Ask anything');
    expect(server.calls('GET', '/api/tools')).toEqual([]);
  });
});

const WAITING: Partial<Step> = { state: 'waiting', question: anApproval() };

/** A reply of a chat that has come to a question. */
const askedBy = async (step: Partial<Step>) => {
  const stream: OpenReply = openReply();
  server.on('POST', '/api/ai/groq', () => stream.response);
  const started = startApp({ stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true } } });
  await ask(started.user, 'File it');
  const tell = (next: Partial<Step>) => act(async () => stream.tell('step', aToolStep(next)));
  await tell(step);
  return { ...started, stream, tell };
};

const rewrite = async (user: User, box: HTMLElement, text: string) => {
  await user.clear(box);
  await user.paste(text);
};

const card = (name: string | RegExp) => screen.findByRole('region', { name });

describe('a call that asks', () => {
  test('is a card with the focus that can be read, allowed and turns into its outcome', async () => {
    server.on('POST', QUESTION_PATH, () => answer({ success: true }));
    const { user, tell, stream } = await askedBy(WAITING);
    const region = await card('Issue tracker wants to use Create issue');
    await waitFor(() => expect(region).toHaveFocus());
    expect(region).toHaveTextContent(/closes in (60|1) (minutes|hour)/);
    expect(region).toHaveTextContent('Files a new issue in a project');
    expect(within(region).getByRole('group', { name: 'Arguments' })).toHaveTextContent(/titleThe gate squeaks/);
    expect(screen.getByTestId('waits-for-person')).toHaveTextContent('Waiting for your answer');
    expect(screen.queryByTestId('stream-status')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Stop' })).toBeInTheDocument();
    expect(document.title).toMatch(/^Answer needed – /);
    expect(screen.getByText(/Your answer is needed: Issue tracker wants to use Create issue/)).toBeInTheDocument();

    await user.click(within(region).getByRole('button', { name: 'Allow in this chat' }));
    expect(await within(region).findByText('Sent. The reply goes on.')).toBeInTheDocument();
    expect(bodies(QUESTION_PATH)).toEqual([{ decision: 'chat' }]);
    await tell({ question: anApproval({ outcome: 'chat' }), state: 'running' });
    await waitFor(() => expect(region).not.toBeInTheDocument());
    expect(screen.getAllByText(/You allowed it in this chat/)).not.toEqual([]);
    expect(document.title).not.toMatch(/Answer needed/);
    await act(async () => {
      stream.say('It is filed.');
      stream.finish();
    });
    await answered('It is filed.');
  });

  test('names its only argument, also where that is a list of records', async () => {
    const members = '[{"name":"Ann","role":"admin"},{"name":"Bob","role":"member"}]';
    await askedBy({ ...WAITING, call: { ...CALL, arguments: `{"remove":${members}}` } });
    const region = within(await card(/wants to use/));
    expect(region.getByRole('group', { name: 'Arguments' })).toHaveTextContent(/remove.*nameAnnroleadmin/);
  });

  test('shows signs that are not seen or turn the reading round, and keeps them', async () => {
    server.on('POST', QUESTION_PATH, () => answer({ success: true }));
    const note = 'pay\u202eann\u200b\u{E0041} ad\u200cmin 👩‍👧 می‌خواهم';
    const { user } = await askedBy({ ...WAITING, call: { ...CALL, arguments: JSON.stringify({ note }) } });
    const region = within(await card(/wants to use/));
    const shown = String.raw`pay\u202eann\u200b\udb40\udc41 ad\u200cmin 👩‍👧 می‌خواهم`;
    expect(region.getByRole('group', { name: 'Arguments' })).toHaveTextContent(shown);
    await user.click(region.getByRole('button', { name: 'Edit' }));
    expect(region.getByRole('textbox', { name: 'Arguments' })).toHaveValue(`{\n  "note": "${shown}"\n}`);
    await user.click(region.getByRole('button', { name: 'Allow once' }));
    await waitFor(() => expect(bodies(QUESTION_PATH)).toEqual([{ decision: 'once' }]));
  });

  test('shows what steers a terminal, which JSON escapes by itself', async () => {
    const command = 'rm \\b it\u001b[2K\b\r\nls\u0000';
    await askedBy({ ...WAITING, call: { ...CALL, arguments: JSON.stringify({ command }) } });
    const region = within(await card(/wants to use/));
    const shown = region.getByRole('group', { name: 'Arguments' });
    expect(shown).toHaveTextContent(String.raw`rm \b it\u001b[2K\b\r ls\u0000`);
  });

  test('its arguments can be changed; what is no JSON object is not sent', async () => {
    server.on('POST', QUESTION_PATH, () => answer({ success: true }));
    const { user } = await askedBy(WAITING);
    const region = within(await card(/wants to use/));
    await user.click(region.getByRole('button', { name: 'Edit' }));
    const box = region.getByRole('textbox', { name: 'Arguments' });
    expect(box).toHaveValue(JSON.stringify(JSON.parse(CALL.arguments), null, 2));
    await rewrite(user, box, '{\n"project": "garden",\n}');
    expect(box).toHaveAccessibleDescription(/not valid JSON/);
    await user.click(region.getByRole('button', { name: 'Allow once' }));
    expect(box).toHaveFocus();
    expect(bodies(QUESTION_PATH)).toEqual([]);
    await rewrite(user, box, '{"project": "shed"}');
    await user.click(region.getByRole('button', { name: 'Allow once' }));
    await waitFor(() => expect(bodies(QUESTION_PATH)).toEqual([{ decision: 'once', arguments: '{"project":"shed"}' }]));
  });

  test('keeps what was typed when the answer cannot be sent', async () => {
    const { user } = await askedBy(WAITING);
    server.on('POST', QUESTION_PATH, () => Promise.reject(new TypeError('Failed to fetch')));
    const region = within(await card(/wants to use/));
    await user.click(region.getByRole('button', { name: 'Edit' }));
    const box = region.getByRole('textbox', { name: 'Arguments' });
    await rewrite(user, box, '{"project": "shed"}');
    await user.click(region.getByRole('button', { name: 'Allow once' }));
    expect(await region.findByRole('alert')).toBeInTheDocument();
    expect(box).toHaveValue('{"project": "shed"}');
    server.on('POST', QUESTION_PATH, () => answer({ success: true }));
    await user.click(region.getByRole('button', { name: 'Allow once' }));
    expect(await region.findByText('Sent. The reply goes on.')).toBeInTheDocument();
  });

  test('that was answered elsewhere says so and offers nothing more', async () => {
    server.on('POST', QUESTION_PATH, () => answer({ error: 'x', code: 'ALREADY_ANSWERED' }, 409));
    const { user, tell } = await askedBy(WAITING);
    const region = within(await card(/wants to use/));
    await user.click(region.getByRole('button', { name: 'Refuse' }));
    expect(await region.findByText(/answered already, perhaps in another tab/)).toBeInTheDocument();
    expect(region.queryByRole('button', { name: 'Refuse' })).not.toBeInTheDocument();
    await tell({ state: 'failed', output: 'Refused.', question: anApproval({ outcome: 'refused' }) });
    expect((await screen.findAllByText(/You refused it/)).length).toBeGreaterThan(0);
  });

  test('leaves the focus with whoever is writing', async () => {
    const { user, tell } = await askedBy({});
    const box = screen.getByPlaceholderText('Ask anything');
    await user.type(box, 'meanwhile');
    await tell(WAITING);
    await card(/wants to use/);
    expect(box).toHaveFocus();
  });
});

test('the editor of arguments is left by Escape; a result that repeats its data shows them once', async () => {
  const { user, tell } = await askedBy(WAITING);
  const region = within(await card(/wants to use/));
  await user.click(region.getByRole('button', { name: 'Edit' }));
  const box = region.getByRole('textbox', { name: 'Arguments' });
  await waitFor(() => expect(box).toHaveFocus());
  await user.type(box, 'x{Escape}');
  expect(box).not.toBeInTheDocument();
  expect(region.getByRole('button', { name: 'Edit' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Toggle sidebar' })).toHaveAttribute('aria-expanded', 'true');
  const data = JSON.stringify(RECORDS);
  await tell({
    state: 'done',
    question: anApproval({ outcome: 'once' }),
    parts: [
      { kind: 'text', text: JSON.stringify(RECORDS, null, 2) },
      { kind: 'text', text: '{"place":"garden"}' },
      { kind: 'data', text: data },
    ],
  });
  const result = within(await screen.findByRole('group', { name: 'Result' }));
  expect(result.getAllByRole('table')).toHaveLength(1);
  expect(result.getByText('garden').tagName).toBe('SPAN');
  expect(result.queryByText(/GAR-12"/)).not.toBeInTheDocument();
});

describe('a chat that waits for an answer', () => {
  const bread = aChat('Bread');
  const gate = aChat('The gate', 0, { waits: true });

  test('is marked in the list, in the title and with a note, as the server lists it', async () => {
    server.on('GET', '/api/progress/chats', () => answer({ chats: [gate, bread] }));
    const { store, user } = startApp({ stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true } } });
    const rows = await screen.findAllByTestId('chat-item');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('Asks you'),
      expect.not.stringContaining('Asks you'),
    ]);
    expect(await screen.findByText('“The gate” waits for your answer.')).toBeInTheDocument();
    expect(document.title).toMatch(/^Answer needed – /);
    await user.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
    expect(screen.getByRole('button', { name: 'Toggle sidebar' })).toHaveAccessibleDescription('Answer needed');

    // Answered on another device: the person comes back to this page.
    server.on('GET', '/api/progress/chats', () => answer({ chats: [{ ...gate, waits: false }, bread] }));
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(document.title).not.toMatch(/Answer needed/));
    expect(screen.queryByText('Asks you')).not.toBeInTheDocument();
    expect(store.getState().tools.waiting).toEqual({ followed: [], listed: [] });
  });

  test('stays marked when an older answer of the server arrives, and is not once it was answered here', async () => {
    server.on('GET', '/api/progress/chats', () => answer({ chats: [bread] }));
    const { store, tell } = await askedBy(WAITING);
    await card(/wants to use/);
    const chatId = store.getState().chat.currentChatId ?? '';
    server.on('GET', '/api/progress/chats', () => answer({ chats: [{ ...bread, id: chatId, waits: false }] }));
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByText('Asks you')).toBeInTheDocument();
    server.on('GET', '/api/progress/chats', () => answer({ chats: [{ ...bread, id: chatId, waits: true }] }));
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(store.getState().tools.waiting.listed).toEqual([chatId]));
    await tell({ question: anApproval({ outcome: 'once' }), state: 'running' });
    await waitFor(() => expect(screen.queryByText('Asks you')).not.toBeInTheDocument());
    expect(document.title).not.toMatch(/Answer needed/);
    expect(screen.queryByText(/waits for your answer/)).not.toBeInTheDocument(); // it is the chat that is shown
  });
});

test('a form of a server is checked and sent', async () => {
  const path = '/api/ai/replies/r1/questions/q2';
  server.on('POST', path, () => answer({ success: true }));
  const { user } = await askedBy({ state: 'waiting', question: aForm() });
  const form = within(await card('Issue tracker asks you'));
  await user.click(form.getByRole('button', { name: 'Send' }));
  const email = form.getByRole('textbox', { name: 'Who reports it' });
  expect(email).toHaveFocus();
  expect(email).toHaveAccessibleDescription('This is needed.');
  await user.type(email, 'ada');
  expect(email).toHaveAccessibleDescription('This is not an email address.');
  await user.type(email, '@example.org');
  const hours = form.getByRole('textbox', { name: /Hours of work/ });
  await user.type(hours, '50');
  expect(hours).toHaveAccessibleDescription('At most 40.');
  await user.type(hours, '{Backspace}');
  await user.selectOptions(form.getByRole('combobox', { name: 'Priority' }), 'High');
  for (const name of ['house', 'garden', 'street']) await user.click(form.getByRole('checkbox', { name }));
  expect(form.getByText('Choose at most 2.')).toBeInTheDocument();
  await user.click(form.getByRole('checkbox', { name: 'street' }));
  await user.click(form.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(bodies(path)).toEqual([
      {
        decision: 'once',
        content: {
          reporter: 'ada@example.org',
          hours: 5,
          urgent: false,
          priority: 'high',
          tags: ['house', 'garden'],
        },
      },
    ]),
  );
});

test('a form can be declined', async () => {
  const path = '/api/ai/replies/r1/questions/q2';
  server.on('POST', path, () => answer({ success: true }));
  const { user } = await askedBy({ state: 'waiting', question: aForm() });
  await user.click(within(await card('Issue tracker asks you')).getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(bodies(path)).toEqual([{ decision: 'refuse' }]));
});

test('what a tool returned stands in its step: tables, data, texts, links, images and files', async () => {
  await askedBy({
    state: 'done',
    parts: [
      { kind: 'text', text: 'Three issues were found.' },
      { kind: 'data', text: JSON.stringify(RECORDS) },
      { kind: 'data', text: '{"project":{"name":"Garden","open":2}}' },
      { kind: 'link', text: 'The project', url: 'https://www.tracker.example/garden' },
      { kind: 'link', text: 'A trap', url: 'javascript:alert(1)' },
      { kind: 'image', text: 'A gate', url: '/api/image?of=x', fileId: 'f1', mimeType: 'image/png' },
      { kind: 'image', text: 'Somewhere else', url: 'https://evil.example/x.png' },
      { kind: 'file', text: 'report.pdf', fileId: 'f2', mimeType: 'application/pdf' },
    ],
  });
  const result = within(await screen.findByRole('group', { name: 'Result' }));
  expect(result.getByText('Three issues were found.')).toBeInTheDocument();
  expect(result.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'key',
    'title',
    'state',
    'votes',
  ]);
  expect(result.getAllByRole('row')).toHaveLength(RECORDS.length + 1);
  expect(result.getByText('Garden')).toBeInTheDocument();
  const link = result.getByRole('link', { name: 'The project' });
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  expect(link.parentElement).toHaveTextContent('tracker.example');
  expect(result.queryByRole('link', { name: 'A trap' })).not.toBeInTheDocument();
  expect(result.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual(['/api/image?of=x']);
  expect(result.getByRole('button', { name: 'Download report.pdf' })).toBeInTheDocument();
});

describe('the servers in the settings', () => {
  const inSettings = () => within(screen.getByRole('region', { name: 'Tools' }));

  test('say how the sign-in at a server went, and keep it out of the address', async () => {
    window.history.replaceState(null, '', '/?tool-sign-in=done#/settings/tools');
    startApp({ stored: signedIn() });
    expect(await screen.findByText(/You are signed in/)).toBeInTheDocument();
    expect(window.location.search).toBe('');
    expect(window.location.hash).toBe('#/settings/tools');
  });

  test('one’s own is added with a secret header, tested and removed', async () => {
    const own = aToolServer('mine', {
      name: 'My notes',
      origin: 'own',
      url: 'https://notes.example/mcp',
      auth: 'headers',
      headerNames: ['Authorization'],
      tools: [aTool('read')],
    });
    server
      .on('POST', '/api/tools/servers', () => answer({ success: true, server: own }, 201))
      .on('DELETE', '/api/tools/servers/mine', () => answer({ success: true }));
    const { user } = startApp({ stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true } } });
    await menuButton();
    await openSettings(user, 'Tools');
    await screen.findByText(/Servers bring tools/);
    await user.click(inSettings().getByRole('button', { name: 'Add server' }));
    const form = within(inSettings().getByRole('group', { name: 'New server' }));
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'My notes');
    await user.type(form.getByRole('textbox', { name: 'Address' }), 'notes.example');
    await user.selectOptions(form.getByRole('combobox', { name: 'Access' }), 'Secret headers');
    await user.type(form.getByRole('textbox', { name: 'Header 1' }), 'Authorization');
    await user.type(form.getByLabelText('Value 1'), 'Bearer x');
    await user.click(form.getByRole('button', { name: 'Save and test' }));
    const address = form.getByRole('textbox', { name: 'Address' });
    expect(address).toHaveFocus();
    expect(address).toHaveAccessibleDescription(/begins with https/);
    await user.clear(address);
    await user.type(address, 'https://notes.example/mcp');
    await user.click(form.getByRole('button', { name: 'Save and test' }));
    expect(await inSettings().findByText('My notes works: 1 tool.')).toBeInTheDocument();
    expect(bodies('/api/tools/servers')).toEqual([
      {
        name: 'My notes',
        url: 'https://notes.example/mcp',
        auth: 'headers',
        headers: [{ name: 'Authorization', value: 'Bearer x' }],
      },
    ]);
    await user.click(await inSettings().findByRole('button', { name: 'Remove My notes' }));
    server.on('GET', '/api/tools', () => answer(someTools(someToolServers())));
    await user.click(
      within(screen.getByRole('alertdialog', { name: 'Remove My notes?' })).getByRole('button', { name: 'Remove' }),
    );
    await waitFor(() => expect(inSettings().queryByText('My notes')).not.toBeInTheDocument());
  });
});
