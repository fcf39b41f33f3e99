import { screen, waitFor, within } from '@testing-library/react';

import type { SavedPrompt } from '../../../src/contract/prompts.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { aServer, openSettings, signedIn, startApp } from '../support/start-app.tsx';
import { reply } from '../support/reply-stream.ts';

const aPrompt = (command: string, of: Partial<SavedPrompt> = {}): SavedPrompt => ({
  id: command,
  command,
  title: command,
  description: '',
  text: `Text of ${command}`,
  revision: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  ...of,
});

const BRIEF = aPrompt('brief', { title: 'Be brief', description: 'In a sentence' });
const RESUME = aPrompt('résumé', { title: 'Lebenslauf prüfen' });
const ASKS = aPrompt('translate', {
  title: 'Translate',
  text: 'Translate {{topic}} to {{language:English}} in a {{tone:calm|warm}} tone',
});
const SHARED = aPrompt('rules', { title: 'House rules' });

let server: FakeServer;
let prompts: SavedPrompt[];
let published: SavedPrompt[];
beforeEach(() => {
  prompts = [BRIEF, RESUME, ASKS];
  published = [SHARED];
  server = aServer()
    .on('GET', '/api/prompts', () => answer({ prompts, published }))
    .on('GET', '/api/tools', () => answer({ enabled: false, mayAdd: false, servers: [] }));
});
afterEach(() => server.restore());

const box = () => screen.findByPlaceholderText<HTMLTextAreaElement>('Ask anything');
const start = async () => {
  const { user } = startApp({ stored: signedIn() });
  const area = await box();
  await user.click(area);
  return { user, area };
};
const options = async () =>
  (await screen.findAllByRole('option', { hidden: true })).map(({ textContent }) => textContent);
const active = (area: HTMLElement) =>
  document.getElementById(area.getAttribute('aria-activedescendant') ?? '')?.textContent;
const sent = () => server.calls('POST', '/api/ai/groq');

describe('the box', () => {
  test('a slash opens the own prompts and those of everybody, and the text filters them', async () => {
    const { user, area } = await start();
    await user.keyboard('/');
    expect(await options()).toEqual([
      'Be brief/briefIn a sentence',
      'Lebenslauf prüfen/résumé',
      'Translate/translate',
      'House rules/rulesFor everybody',
    ]);
    expect(area).toHaveAttribute('role', 'combobox');
    expect(area).toHaveAttribute('aria-expanded', 'true');
    expect(active(area)).toContain('Be brief');
    await user.keyboard('RESU');
    expect(await options()).toEqual(['Lebenslauf prüfen/résumé']);
    await user.clear(area);
    await user.keyboard('/prufen');
    expect(await options()).toEqual(['Lebenslauf prüfen/résumé']);
    expect(screen.getByText('1 prompt')).toBeInTheDocument();
    await user.keyboard(' nothing');
    await waitFor(() => expect(screen.queryAllByRole('option', { hidden: true })).toEqual([]));
    expect(area).not.toHaveAttribute('role');
    expect(area).not.toHaveAttribute('aria-activedescendant');
  });

  test.each(['{Enter}', '{Tab}'])(
    'arrows move, and %s puts the prompt into the box without sending it',
    async (key) => {
      const { user, area } = await start();
      await user.keyboard('/');
      await options();
      await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}');
      expect(active(area)).toContain('House rules');
      await user.keyboard(key);
      expect(area).toHaveValue('Text of rules');
      expect(area).toHaveFocus();
      expect(sent()).toEqual([]);
      expect(screen.queryByRole('option', { hidden: true })).toBeNull();
    },
  );

  test('a click chooses too', async () => {
    const { user, area } = await start();
    await user.keyboard('/');
    await options();
    await user.click(screen.getByText('House rules'));
    expect(area).toHaveValue('Text of rules');
    expect(area).toHaveFocus();
  });

  test('Escape leaves the text, which then is a message like others', async () => {
    server.on('POST', '/api/ai/groq', () => reply('Done.'));
    const { user, area } = await start();
    await user.keyboard('/bri');
    await options();
    await user.keyboard('{Escape}');
    expect(area).toHaveValue('/bri');
    expect(screen.queryByRole('option', { hidden: true })).toBeNull();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ messages: [{ content: '/bri' }] });
  });

  test('a text with a slash that matches nothing is sent', async () => {
    server.on('POST', '/api/ai/groq', () => reply('Done.'));
    const { user } = await start();
    await user.keyboard('/etc/hosts?');
    await waitFor(() => expect(server.calls('GET', '/api/prompts')).toHaveLength(1));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  test('placeholders are asked for before; what is left blank stays', async () => {
    const { user, area } = await start();
    await user.keyboard('/trans');
    await options();
    await user.keyboard('{Enter}');
    const form = within(await screen.findByRole('dialog', { name: 'Translate' }));
    expect(form.getByLabelText('topic')).toHaveFocus();
    expect(form.getByLabelText('language')).toHaveValue('English');
    await user.selectOptions(form.getByLabelText('tone'), 'warm');
    await user.click(form.getByRole('button', { name: 'Insert' }));
    await waitFor(() => expect(area).toHaveValue('Translate {{topic}} to English in a warm tone'));
    expect(sent()).toEqual([]);
  });

  test('a form that is closed leaves what was typed', async () => {
    const { user, area } = await start();
    await user.keyboard('/trans');
    await options();
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Translate' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(area).toHaveValue('/trans');
  });

  test('whoever has no prompts is told where to make some, and can send a slash', async () => {
    [prompts, published] = [[], []];
    server.on('POST', '/api/ai/groq', () => reply('Done.'));
    const { user, area } = await start();
    await user.keyboard('/');
    expect(await screen.findByText('No saved prompts yet.')).toBeInTheDocument();
    expect(area).not.toHaveAttribute('role');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(1));
  });
});

describe('the settings', () => {
  const open = async () => {
    const { user } = startApp({ stored: signedIn() });
    await openSettings(user, 'Prompts');
    await screen.findByRole('list', { name: 'My prompts' });
    return user;
  };
  const bodies = (method: string, path: string) => server.calls(method, path).map(({ body }) => body);

  test('a new prompt gets its command from its title, and says what is missing', async () => {
    server.on('POST', '/api/prompts', ({ body }) => answer({ success: true, prompt: { ...BRIEF, ...body } }, 201));
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'New prompt' }));
    const form = within(await screen.findByRole('dialog', { name: 'New prompt' }));
    await user.type(form.getByLabelText('Title'), 'Über uns!');
    expect(form.getByLabelText('Command')).toHaveValue('über-uns');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByLabelText('Text')).toHaveAccessibleDescription('Please enter the text.');
    expect(bodies('POST', '/api/prompts')).toEqual([]);
    await user.clear(form.getByLabelText('Command'));
    await user.type(form.getByLabelText('Command'), '/wir uns');
    await user.click(form.getByLabelText('Text'));
    await user.paste('Say {{what}}');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByLabelText('Command')).toHaveAccessibleDescription(/letters, digits and hyphens only/);
    await user.clear(form.getByLabelText('Command'));
    await user.type(form.getByLabelText('Command'), '/wir');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(bodies('POST', '/api/prompts')).toEqual([
        { command: 'wir', title: 'Über uns!', description: '', text: 'Say {{what}}' },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New prompt' })).toBeNull());
  });

  test('a command that is taken is said at its field, and nothing typed is lost', async () => {
    server.on('POST', '/api/prompts', () => answer({ error: 'x', code: 'COMMAND_TAKEN', field: 'command' }, 409));
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Duplicate Be brief' }));
    const form = within(await screen.findByRole('dialog', { name: 'New prompt' }));
    await user.type(form.getByLabelText('Command'), 'brief');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(form.getByLabelText('Command')).toHaveAccessibleDescription('Another prompt has this command.'),
    );
    expect(form.getByLabelText('Text')).toHaveValue('Text of brief');
  });

  test('a prompt that another tab changed is not overwritten unless it is wished', async () => {
    const current = { ...BRIEF, title: 'Theirs', text: 'Their text', revision: 5 };
    server.on('PUT', '/api/prompts/brief', ({ body }) =>
      body['revision'] === 5
        ? answer({ success: true, prompt: { ...BRIEF, ...body, revision: 6 } })
        : answer({ error: 'x', code: 'PROMPT_CHANGED', prompt: current }, 409),
    );
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Edit Be brief' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit prompt' }));
    await user.type(form.getByLabelText('Title'), ' now');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/changed elsewhere meanwhile/)).toBeInTheDocument();
    expect(form.getByText('Their text')).toBeInTheDocument();
    expect(form.getByLabelText('Title')).toHaveValue('Be brief now');
    await user.click(form.getByRole('button', { name: 'Save mine instead' }));
    await waitFor(() =>
      expect(bodies('PUT', '/api/prompts/brief')).toMatchObject([
        { revision: 1, title: 'Be brief now' },
        { revision: 5, title: 'Be brief now' },
      ]),
    );
  });

  test('closing over unsaved changes asks', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Edit Be brief' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit prompt' }));
    await user.type(form.getByLabelText('Title'), '!');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(form.getByLabelText('Title')).toHaveValue('Be brief!');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit prompt' })).toBeNull());
  });

  test('a deleted prompt comes back by undoing', async () => {
    server
      .on('DELETE', '/api/prompts/brief', () => answer({ success: true, prompt: BRIEF }))
      .on('POST', '/api/prompts', () => answer({ success: true, prompt: BRIEF }, 201));
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Delete Be brief' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(bodies('POST', '/api/prompts')).toEqual([
        { command: 'brief', title: 'Be brief', description: 'In a sentence', text: 'Text of brief' },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  test('a published prompt is copied into the own ones', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Copy House rules to my prompts' }));
    const form = within(await screen.findByRole('dialog', { name: 'New prompt' }));
    expect(form.getByLabelText('Text')).toHaveValue('Text of rules');
  });

  test('many are searched', async () => {
    prompts = [...prompts, ...['a', 'b', 'c', 'd'].map((command) => aPrompt(command))];
    const user = await open();
    await user.type(screen.getByRole('searchbox', { name: 'Search prompts' }), 'LEBENS');
    expect(within(screen.getByRole('list', { name: 'My prompts' })).getAllByRole('listitem')).toHaveLength(1);
    await user.keyboard('xyz');
    expect(screen.getByText('No prompt matches.')).toBeInTheDocument();
  });
});

test('an own message becomes a prompt', async () => {
  server
    .on('POST', '/api/ai/groq', () => reply('Done.'))
    .on('POST', '/api/progress/chat', () => answer({ success: true, chat: { id: 'x', title: 'T' } }))
    .on('POST', '/api/prompts', ({ body }) => answer({ success: true, prompt: { ...BRIEF, ...body } }, 201));
  const { user } = await start();
  await user.keyboard('Explain this word to me as to a child{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Save as prompt' }));
  const form = within(await screen.findByRole('dialog', { name: 'Save as prompt' }));
  expect(form.getByLabelText('Title')).toHaveValue('Explain this word to me as');
  expect(form.getByLabelText('Command')).toHaveValue('explain-this-word-to-me-as');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved. Type /explain-this-word-to-me-as to use it.')).toBeInTheDocument();
});
