import type { Page } from 'playwright-core';

import type { ScriptedResponse, RecordedRequest } from '../vendors/openai-server.ts';
import { streamsToolCalls, streamsText } from '../vendors/openai-server.ts';
import {
  accessibilityFaults,
  ask,
  browser,
  faultsInBothThemes,
  product,
  useProduct,
  visitSignedIn,
} from './product.ts';

const HELD = 'The free plan counts messages per day, starting again at midnight UTC';
const MADE_UP = 'Visitors from the moon pay nothing on Tuesdays';
const RELATED = JSON.stringify([
  { text: 'How do Pro and Premium compare?', category: 'comparison' },
  { text: 'How is the limit raised?', category: 'practical' },
]);

interface Told {
  readonly role: string;
  readonly content: unknown;
}

const heard = ({ body }: RecordedRequest): readonly Told[] => (body['messages'] ?? []) as Told[];
const text = (message: Told | undefined): string => String(message?.content ?? '');

const CODE = { id: 'c1', name: 'run_javascript', pieces: ['{"code":"const n = 6 * 7;', '\\nconsole.log(n)"}'] };
const SEARCHES = [
  { id: 's1', name: 'web_search', pieces: ['{"query":"plans and ', 'their limits"}'] },
  { id: 's2', name: 'web_search', pieces: ['{"query":"agents premium"}'] },
];
const answer = streamsText(
  '## The plans\n\n',
  `${HELD} [1]. `,
  `${MADE_UP} [1].\n\n`,
  '- Pro has no daily limit on messages [1].\n',
);

/**
 * What this model says: two searches at once or a program before an answer, which has two true
 * citations and one that is not.
 */
const reaction = (messages: readonly Told[], tools: readonly string[]): ScriptedResponse => {
  const all = messages.map(text);
  if (all[0]?.startsWith('Suggest ')) return streamsText(RELATED);
  if (all.some((one) => one.includes('midnight UTC')))
    return tools.includes('run_javascript') ? programmed(messages) : answer;
  if (tools.includes('web_search')) return streamsToolCalls('', ...SEARCHES);
  return tools.includes('run_javascript') ? programmed(messages) : streamsText('A plain answer.');
};

const programmed = (messages: readonly Told[]): ScriptedResponse =>
  messages.at(-1)?.role === 'tool' ? streamsText('The program printed 42.') : streamsToolCalls('', CODE);

const researcher: ScriptedResponse = (wire, request) => {
  const tools = ((request.body['tools'] ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
  return reaction(heard(request), tools)(wire, request);
};

useProduct(researcher);

/** Buys Premium at the sandbox's counter. */
const goPremium = async (page: Page): Promise<void> => {
  const url = await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('session') ?? '{}') as { token: string };
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const reply = await fetch('/api/stripe/create-checkout', { method: 'POST', headers, body: '{"tier":"premium"}' });
    return ((await reply.json()) as { url: string }).url;
  });
  await page.goto(url);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('dialog', { name: 'Welcome to Premium' }).waitFor();
  await page.getByRole('button', { name: 'Start chatting' }).click();
};

const chooseMode = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Mode' }).click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${name} `) }).click();
};

const lastAnswer = (page: Page) => page.getByTestId('message-assistant').last();

test('research shows steps and sources, its marks hold or say so, and it reads as a document', async () => {
  const { page, context, faults } = await visitSignedIn(browser, product.url);
  await page.getByRole('button', { name: 'Mode' }).click();
  await page.getByRole('menuitemradio', { name: /^Web Search / }).click();
  await page.getByRole('dialog').getByText('Premium').first().waitFor(); // locked: leads to the plans
  await page.keyboard.press('Escape');
  await goPremium(page);

  await chooseMode(page, 'Web Search');
  await ask(page, 'Which plans are there and what are their limits?');
  const reply = lastAnswer(page);
  await reply.getByText(HELD).waitFor();
  const steps = reply.getByRole('group', { name: 'How this was answered' });
  await steps.getByRole('button', { name: /^\d steps/, expanded: false }).click();

  await steps.getByText('plans and their limits', { exact: true }).waitFor();
  await steps.getByText('agents premium').waitFor();
  await reply.getByText('2 of 3 cited sentences found in their sources').waitFor();
  // Marks can be asked about once the answer is final, a moment after its check is shown.
  await reply.getByRole('button', { name: /not found in the source/ }).waitFor();
  expect(await reply.getByRole('button', { name: /^Source 1: Plans and their limits$/ }).count()).toBe(2);
  expect(await reply.getByRole('button', { name: /not found in the source/ }).count()).toBe(1);
  // They come last and move the page, which closes the card of a mark.
  await page.getByTestId('related-questions').getByText('How do Pro and Premium compare?').waitFor();
  await reply
    .getByRole('button', { name: /^Source 1: Plans and their limits$/ })
    .first()
    .hover();
  await reply.getByRole('group', { name: 'Source 1' }).locator('mark').waitFor();
  expect(await reply.getByRole('list', { name: 'Sources' }).getByRole('listitem').count()).toBeGreaterThan(1);
  expect(await faultsInBothThemes(page)).toEqual([]);

  // The same after a reload: nothing of it lived in the page alone.
  await page.reload();
  await reply.getByText('2 of 3 cited sentences found in their sources').waitFor();
  await steps.getByRole('button', { name: /^\d steps/, expanded: false }).click();
  await steps.getByText('agents premium').waitFor();

  await page.getByRole('button', { name: 'Open in document view' }).click();
  const view = page.getByTestId('document-view');
  await view.getByRole('heading', { name: 'The plans' }).waitFor();
  expect(await view.getByTestId('doc-sources').getByRole('listitem').count()).toBeGreaterThan(1);
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Switch view' }).click();
  await page.locator('[data-testid="document-view"][data-layout="reading"]').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await view.getByRole('button', { name: 'Copy as Markdown' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(HELD);
  expect(copied).toContain('https://docs.parley.example/limits');
  await page.getByRole('button', { name: 'Back to chat' }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Open in document view');
  expect(faults).toEqual([]);
  await context.close();
}, 90_000);

test('a search opens as a document, a program shows what it printed, and a phone shows both', async () => {
  const { page, context, faults } = await visitSignedIn(browser, product.url, { phone: true });
  await goPremium(page);
  await chooseMode(page, 'Search');
  await ask(page, 'What are the plans and their limits?');
  const view = page.getByTestId('document-view');
  await view.getByRole('heading', { name: 'The plans' }).waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Back to chat' }).click();

  await chooseMode(page, 'Code');
  await ask(page, 'What is six times seven?');
  const reply = lastAnswer(page);
  await reply.getByText('The program printed 42.').waitFor();
  await reply.getByRole('button', { name: /^\d steps?/, expanded: false }).click();
  await reply.getByLabel('Output').getByText('42').waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(faults).toEqual([]);
  await context.close();
}, 90_000);
