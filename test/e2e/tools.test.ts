import type { Page } from 'playwright-core';
import sharp from 'sharp';

import { eventually } from '../product/client.ts';
import { type McpServer, type PlayedCall, startMcpServer } from '../vendors/mcp-server.ts';
import { type OAuthServer, startOAuthServer } from '../vendors/oauth-server.ts';
import { type ScriptedResponse, streamsText, streamsToolCalls } from '../vendors/openai-server.ts';
import { findLandmarkFaults } from './landmark-faults.ts';
import { LAYOUT_FAULTS } from './layout-faults.ts';
import {
  accessibilityFaults,
  ask,
  becomeAdmin,
  browser,
  whileDrawn,
  product,
  setTheme,
  useProduct,
  visit,
  visitSignedIn,
} from './product.ts';

interface Said {
  readonly role: string;
  readonly content: unknown;
}

/** What this model calls for a question. */
const CALLS: Readonly<Record<string, readonly [tool: string, args: Readonly<Record<string, unknown>>]>> = {
  'File it': ['create_issue', { project: 'garden', title: 'The gate squeaks', labels: ['small'], days: 3 }],
  'Look it up': ['search_issues', { words: 'gate' }],
  'Throw it away': ['delete_issue', { key: 'GAR-12' }],
  'Book a gardener': ['book_visit', { day: '2026-11-30' }],
  'Survey the garden': ['survey', { place: 'the garden' }],
  'Read my note': ['read_note', { name: 'shopping' }],
};

const textOf = ({ content }: Said): string => String(content ?? '');

/** Pictures of a tool come in a message after its text. */
const answerTo = (last: Said): string => {
  if (JSON.stringify(last.content).includes('image_url')) return 'It is done. The map shows a pond.';
  if (last.role !== 'tool') return 'A plain answer.';
  return textOf(last).includes('refused') ? 'It was not done.' : 'It is done.';
};

const model: ScriptedResponse = (wire, request) => {
  const messages = request.body['messages'] as readonly Said[];
  const tools = ((request.body['tools'] ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
  const last = messages.at(-1);
  const [tool, args] = CALLS[last ? textOf(last) : ''] ?? [];
  const name = tools.find((one) => one.endsWith(`__${tool}`));
  if (name !== undefined)
    return streamsToolCalls('', { id: `c${messages.length}`, name, pieces: [JSON.stringify(args)] })(wire, request);
  return streamsText(last ? answerTo(last) : 'A plain answer.')(wire, request);
};

useProduct(model, (url) => ({
  OPENAI_COMPATIBLE_BASE_URL: url,
  OPENAI_COMPATIBLE_MODEL: 'fake-model',
  OUTBOUND_ALLOWED: '127.0.0.0/8',
}));

const FORM = {
  message: 'The gardener wants to know a little more.',
  requestedSchema: {
    type: 'object',
    properties: {
      email: { type: 'string', title: 'Your email', format: 'email' },
      hours: { type: 'integer', title: 'Hours of work', minimum: 1, maximum: 8 },
      urgent: { type: 'boolean', title: 'It is urgent' },
      part: { type: 'string', title: 'Where', enum: ['beds', 'paths', 'pond'] },
    },
    required: ['email', 'part'],
  },
};

const ISSUES = [
  { key: 'GAR-12', title: 'The gate squeaks', state: 'open', votes: 4 },
  { key: 'GAR-9', title: 'Lamp over the shed is dark', state: 'open', votes: 2 },
];
const CSV = 'bed,plants\nnorth,12\nsouth,9\n';

const GARDEN = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300">',
  '<rect width="480" height="300" fill="#dcead2"/><circle cx="370" cy="150" r="70" fill="#7fb2d6"/>',
  '<path d="M40 85H200M40 215H200" stroke="#8a6d4b" stroke-width="90"/>',
  '<path d="M260 0V300" stroke="#c9b89a" stroke-width="36"/></svg>',
].join('');

let tracker: McpServer;
let notes: McpServer;
let oauth: OAuthServer;
let map: Buffer;
/** Calls that came. */
const calls: PlayedCall[] = [];
/** Lets a survey come to its end. */
let finishSurvey = (): void => undefined;

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

const survey = async (call: PlayedCall) => {
  call.progress(1, 4, 'Measuring the beds');
  await new Promise<void>((resolve) => {
    finishSurvey = resolve;
  });
  return {
    content: [
      { type: 'text', text: 'Two beds, one path.' },
      { type: 'image', data: map.toString('base64'), mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'file:///garden/plants.csv',
          mimeType: 'text/csv',
          blob: Buffer.from(CSV).toString('base64'),
        },
      },
      { type: 'resource_link', uri: 'https://garden.example.org/map', name: 'The same map on its site' },
    ],
  };
};

const play: McpServer['play'] = async (call) => {
  calls.push(call);
  switch (call.name) {
    case 'search_issues':
      return { ...text(JSON.stringify({ issues: ISSUES })), structuredContent: { issues: ISSUES } };
    case 'book_visit':
      return text(JSON.stringify(await call.ask(FORM)));
    case 'survey':
      return survey(call);
    default:
      return text(`${call.name} ${JSON.stringify(call.arguments)}`);
  }
};

const READS = { readOnlyHint: true };
const TRACKER_TOOLS = [
  { name: 'create_issue', title: 'Create issue', description: 'Files a new issue in a project.' },
  { name: 'delete_issue', title: 'Delete issue', description: 'Deletes an issue for good.' },
  { name: 'search_issues', title: 'Search issues', description: 'Finds issues by their words.', annotations: READS },
  { name: 'book_visit', title: 'Book a visit', description: 'Books a gardener.', annotations: READS },
  { name: 'survey', title: 'Survey', description: 'Measures a garden and draws its map.', annotations: READS },
];

beforeAll(async () => {
  [tracker, notes] = await Promise.all([startMcpServer(), startMcpServer()]);
  oauth = await startOAuthServer(notes);
  tracker.tools = TRACKER_TOOLS;
  tracker.play = play;
  notes.tools = [{ name: 'read_note', description: 'Reads a note.', annotations: READS }];
  notes.play = () => text('Milk and bread');
  map = await sharp(Buffer.from(GARDEN)).png().toBuffer();
});
afterAll(async () => {
  await Promise.all([tracker.close(), notes.close(), oauth.close()]);
});

let looks = 0;

/** What is wrong with a page as it stands. Looks take turns between light and dark. */
const faultsOf = async (page: Page): Promise<readonly string[]> => {
  looks += 1;
  await setTheme(page, looks % 2 === 0 ? 'dark' : 'light');
  return [
    ...(await accessibilityFaults(page)),
    ...(await whileDrawn(page, () => page.evaluate<string[]>(LAYOUT_FAULTS))),
    ...(await findLandmarkFaults(page)),
  ];
};

const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    window.location.hash = to;
  }, hash);

const switchOn = async (page: Page, server: string): Promise<void> => {
  await page.getByRole('button', { name: 'Tools' }).click();
  const menu = page.getByRole('dialog', { name: 'Tools in this chat' });
  await menu.getByRole('switch', { name: `Use ${server} in this chat` }).click();
};

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const lastAnswer = (page: Page) => page.getByTestId('message-assistant').last();
const done = (page: Page, said = 'It is done.') => lastAnswer(page).getByText(said).waitFor();

const isAsked = (page: Page, wanted: boolean) =>
  page.waitForFunction((is) => document.title.startsWith('Answer needed') === is, wanted);

/** Not before the dialog has gone is the focus where it was. */
const closeDialog = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('dialog[open]') === null);
};

const openSteps = (page: Page) =>
  lastAnswer(page)
    .getByRole('button', { name: /^\d steps?/, expanded: false })
    .click();

const addServer = async (page: Page): Promise<void> => {
  await goTo(page, '#/admin/tools');
  const panel = page.getByRole('dialog', { name: 'Admin Panel' });
  await panel.getByRole('tabpanel', { name: 'Tools' }).waitFor();
  await panel.getByText('No servers yet').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Add server' }).click();
  const form = page.getByRole('dialog', { name: 'Add a server of tools' });
  await form.getByLabel('Name').fill('Issue tracker');
  await form.getByLabel('Address').fill(tracker.url);
  expect(await faultsOf(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save and test' }).click();
  await panel.getByRole('button', { name: /^Issue tracker 5 tools/ }).click();
  expect(await faultsOf(page)).toEqual([]);
  await panel.getByRole('switch', { name: 'Free: own servers' }).click();
  await panel.getByLabel('Reason for changes').fill('Everybody has notes');
  await panel.getByRole('button', { name: 'Save Changes' }).click();
  await panel.getByTestId('toast').filter({ hasText: /saved/i }).waitFor();
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
};

test('an admin adds a server, and its tools ask, run, fill in forms and return files in a chat', async () => {
  const { page, context, faults } = await visit(browser, product.url);
  await page.goto(product.setupLink);
  await becomeAdmin(page);
  await addServer(page);

  await switchOn(page, 'Issue tracker');
  const menu = page.getByRole('dialog', { name: 'Tools in this chat' });
  await menu.getByRole('button', { name: /^Issue tracker 5 tools/ }).click();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('button', { name: 'Tools' }).getAttribute('aria-description')).toBe('1 server is on');

  await ask(page, 'File it');
  const question = card(page, 'Issue tracker wants to use Create issue');
  await question.waitFor();
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-question'));
  await isAsked(page, true);
  expect(await faultsOf(page)).toEqual([]);

  // By keys alone: edit, a mistake that is said, and once.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const editor = question.getByRole('textbox', { name: 'Arguments' });
  await editor.press('Control+End');
  await page.keyboard.type('x');
  await question.getByRole('alert').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await editor.fill('{"project": "garden", "title": "The gate sings"}');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await done(page);
  expect(calls.at(-1)?.arguments).toEqual({ project: 'garden', title: 'The gate sings' });
  await openSteps(page);
  await lastAnswer(page).getByText('You allowed it once', { exact: true }).waitFor();

  await ask(page, 'File it');
  await question.getByRole('button', { name: 'Allow in this chat' }).click();
  await question.waitFor({ state: 'detached' });
  await done(page);
  await ask(page, 'File it');
  await eventually(() => calls.length === 3);
  await done(page);
  expect(await question.count()).toBe(0);

  // Another description of the same tool is another tool.
  tracker.tools = TRACKER_TOOLS.map((tool) =>
    tool.name === 'create_issue' ? { ...tool, description: 'Files a new issue and mails everybody.' } : tool,
  );
  await goTo(page, '#/settings/tools');
  await page.getByRole('button', { name: 'Check Issue tracker' }).click();
  await page.getByRole('button', { name: /^Issue tracker 5 tools/ }).click();
  await page.getByText('mails everybody').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await closeDialog(page);
  await ask(page, 'File it');
  await question.getByText('mails everybody').waitFor();
  await question.getByRole('button', { name: 'Refuse' }).click();
  await done(page, 'It was not done.');
  expect(calls).toHaveLength(3);

  await ask(page, 'Look it up');
  await done(page);
  await openSteps(page);
  await lastAnswer(page).getByRole('cell', { name: 'GAR-12' }).waitFor();

  await ask(page, 'Book a gardener');
  const form = card(page, 'Issue tracker asks you');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText('This is needed.').first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await form.getByLabel('Your email').fill('robin@example.org');
  await form.getByLabel(/Hours of work/).fill('3');
  await form.getByLabel('Where').selectOption('pond');
  await form.getByRole('checkbox', { name: 'It is urgent' }).check();
  await form.getByRole('button', { name: 'Send' }).click();
  await done(page);
  await openSteps(page);
  await lastAnswer(page).getByText('pond', { exact: true }).waitFor();

  await ask(page, 'Survey the garden');
  await lastAnswer(page).getByRole('progressbar', { name: 'Progress' }).waitFor();
  await lastAnswer(page).getByText('Measuring the beds').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  finishSurvey();
  await done(page, 'It is done. The map shows a pond.');
  await openSteps(page);
  const results = lastAnswer(page).getByRole('group', { name: 'Result' });
  await results.getByRole('img').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await results.getByRole('button', { name: 'image-2.png', exact: true }).click();
  const preview = page.getByRole('dialog', { name: 'image-2.png' });
  await preview.getByRole('img').waitFor();
  await page.keyboard.press('Escape');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    results.getByRole('button', { name: 'Download plants.csv' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('plants.csv');
  expect(faults).toEqual([]);
  await context.close();
}, 120_000);

test('on a phone a question outlives a reload, another tab answers it, and an own server signs in', async () => {
  const { page, context, faults } = await visitSignedIn(browser, product.url, { phone: true });
  await switchOn(page, 'Issue tracker');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('dialog', { name: 'Tools in this chat' }).getByRole('button', { name: 'Close' }).click();
  await ask(page, 'Throw it away');
  const question = card(page, 'Issue tracker wants to use Delete issue');
  await question.waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.reload();
  await question.waitFor();
  // A tab with another chat: its list, its title and a note tell of it.
  const second = await context.newPage();
  await second.goto(product.url);
  await second.getByText(/waits for your answer/).waitFor();
  await isAsked(second, true);
  expect(await faultsOf(second)).toEqual([]);
  await second.getByTestId('toast').waitFor({ state: 'detached' });
  await second.getByRole('button', { name: 'Toggle sidebar' }).click();
  const row = second.getByTestId('chat-item').filter({ hasText: 'Asks you' });
  await row.waitFor();
  expect(await faultsOf(second)).toEqual([]);
  await row.click();
  await card(second, /Delete issue/)
    .getByRole('button', { name: 'Refuse' })
    .click();
  await done(second, 'It was not done.');
  await done(page, 'It was not done.');
  expect(await question.count()).toBe(0);
  await isAsked(page, false);
  expect(calls.some(({ name }) => name === 'delete_issue')).toBe(false);
  // Asked in this tab while the other one has a new chat.
  await goTo(second, '#/');
  await ask(page, 'Throw it away');
  await isAsked(second, true);
  await question.getByRole('button', { name: 'Allow once' }).click();
  await done(page);
  await isAsked(second, false);
  await second.close();

  await goTo(page, '#/settings/tools');
  await page.getByRole('button', { name: 'Add server' }).click();
  await page.getByLabel('Name').fill('My notes');
  await page.getByLabel('Address').fill(notes.url);
  await page.getByRole('combobox', { name: 'Access' }).selectOption('Sign-in at its page');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save and test' }).click();
  await page.getByText('My notes is saved. Sign in to it').waitFor();
  await page.getByRole('button', { name: 'Sign in to My notes' }).click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByText('Access was not allowed at the server’s page.').waitFor();
  await page.getByRole('button', { name: 'Sign in to My notes' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('You are signed in.').waitFor();
  await page.getByRole('button', { name: /^My notes 1 tool/ }).click();
  expect(await faultsOf(page)).toEqual([]);

  // It says something else just before the person chooses.
  notes.tools = [{ name: 'read_note', description: 'Reads a note and shows it to others.', annotations: READS }];
  const other = await context.newPage();
  await other.goto(`${product.url}/#/settings/tools`);
  await other.getByRole('button', { name: 'Check My notes' }).click();
  await other.getByRole('button', { name: /^My notes 1 tool/ }).click();
  await other.getByText('shows it to others').waitFor();
  await other.close();
  const mode = page.getByRole('combobox', { name: 'What read_note may do' });
  await mode.selectOption('Asks first');
  await page.getByText('Before: Reads a note.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await mode.selectOption('Asks first');
  await page.getByText('Before: Reads a note.').waitFor({ state: 'detached' });

  await goTo(page, '#/');
  await switchOn(page, 'My notes');
  await page.getByRole('dialog', { name: 'Tools in this chat' }).getByRole('button', { name: 'Close' }).click();
  await ask(page, 'Read my note');
  await card(page, 'My notes wants to use read_note').getByRole('button', { name: 'Allow once' }).click();
  await done(page);
  await openSteps(page);
  await lastAnswer(page).getByText('Milk and bread').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await goTo(page, '#/settings/tools');
  await page.getByRole('button', { name: 'Sign out of My notes' }).click();
  await page.getByRole('button', { name: 'Sign in to My notes' }).waitFor();
  expect(faults.filter((fault) => !fault.includes(oauth.origin))).toEqual([]);
  await context.close();
}, 120_000);
