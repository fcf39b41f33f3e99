import type { Browser, Page } from 'playwright-core';

import { eventually } from '../product/client.ts';
import { chunk, DONE, type ScriptedResponse, streamsText } from '../vendors/openai-server.ts';
import { launch, type Product, startProduct, visit } from './product.ts';
import { pressShortcut } from './press-shortcut.ts';

const PARAGRAPH = 'Flour, water and salt, and a night of patience. ';
const GROWING = [
  '# Bread\n\n',
  ...PARAGRAPH.repeat(12).split(/(?<= )/),
  '\n\n```js\n',
  'const hours = 12;\n',
  'wait(hours);\n',
  '```\n\n',
  '| Flour | Water |\n|---|---|\n',
  '| 500 g | 350 g |\n\n',
  'It is $a^2$ warm.\n\n',
  ...PARAGRAPH.repeat(20).split(/(?<= )/),
];

/** A reply that begins and then says nothing more until it is stopped. */
const hangs: ScriptedResponse = async (wire) => {
  await wire.sendEvent(chunk({ role: 'assistant', content: 'This one takes its time' }));
  await wire.closed;
};

/** A reply that comes piece by piece, each in a frame of the screen of its own. */
const grows: ScriptedResponse = async (wire) => {
  for (const content of GROWING) {
    await wire.sendEvent(chunk({ content }));
    await new Promise((next) => {
      setTimeout(next, 4);
    });
  }
  await wire.sendEvent(chunk({}, 'stop'));
  await wire.sendBytes(DONE);
  wire.end();
};

const reply: ScriptedResponse = (wire, request) => {
  const asked = JSON.stringify((request.body['messages'] as unknown[]).at(-1));
  if (asked.includes('take your time')) return hangs(wire, request);
  return (asked.includes('at length') ? grows : streamsText('## Bread\n\nIt rises by yeast, which eats sugar.'))(
    wire,
    request,
  );
};

const [EMAIL, PASSWORD] = ['ada@example.org', 'correct horse battery'];

let browser: Browser;
let product: Product;

const post = (path: string, body: object, token = '') =>
  fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  [browser, product] = await Promise.all([launch(), startProduct(reply)]);
  const token = new URL(product.setupLink).searchParams.get('setup');
  const made = await post('/api/auth/setup', { token, email: EMAIL, password: PASSWORD, name: 'Ada' });
  const { token: session } = (await made.json()) as { token: string };
  await post('/api/admin/temp-subscription-override', { enabled: true, overrideType: 'premium' }, session);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await product.close();
});

interface Focus {
  /** What a screen reader would call it. */
  readonly name: string;
  /** On nothing at all: whoever has no mouse would begin at the top of the page again. */
  readonly lost: boolean;
  /** It stands on the screen, and a ring, a frame or a caret tells where it is. */
  readonly seen: boolean;
}

const focus = (page: Page): Promise<Focus> =>
  page.evaluate(`(() => {
  const at = document.activeElement;
  const box = at.getBoundingClientRect();
  const holders = [
    at,
    at.parentElement,
    at.parentElement?.parentElement,
    at.parentElement?.parentElement?.parentElement,
  ].filter(Boolean);
  const marked =
    at.matches('input:not([type=radio], [type=checkbox]), textarea') ||
    holders.some((holder) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(holder);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
    });
  return {
    name: (
      at.getAttribute('aria-label') ??
      at.labels?.[0]?.textContent ??
      at.getAttribute('placeholder') ??
      at.textContent ??
      ''
    ).trim(),
    lost: at === document.body || at === document.documentElement,
    seen: marked && box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
})()`);

/** Goes on by Tab until it is there; on the way the focus must always be on something and be seen. */
const tabTo = async (page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  const passed: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press(key);
    const at = await focus(page);
    // Past the last control of the page the browser's own come.
    if (at.lost && step < 59) continue;
    passed.push(at.name);
    if (!at.seen) throw new Error(`nothing shows that the focus is on “${at.name}”`);
    if (typeof name === 'string' ? at.name === name : name.test(at.name)) return;
  }
  throw new Error(`the keyboard does not reach ${String(name)}; it passes ${passed.join(', ')}`);
};

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
/** The focus ends there: what closes gives it back a frame or two after the key. */
const kept = async (page: Page, name: string | RegExp): Promise<void> => {
  let last = '';
  const isThere = async () => {
    last = (await focus(page)).name;
    return typeof name === 'string' ? last.includes(name) : name.test(last);
  };
  await eventually(isThere).catch(() => expect(last).toMatch(name));
};
const composer = /Ask anything|Message/;

const enter = async (page: Page): Promise<void> => {
  await tabTo(page, 'Sign In', 'Shift+Tab');
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Welcome Back' });
  await dialog.waitFor();
  await tabTo(page, 'or continue with email');
  await press(page, 'Enter');
  await tabTo(page, 'Email');
  await page.keyboard.type(EMAIL);
  await tabTo(page, 'Password');
  await page.keyboard.type(PASSWORD);
  await press(page, 'Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: /Ada/ }).waitFor();
};

const ask = async (page: Page, text: string): Promise<void> => {
  await kept(page, composer);
  await page.keyboard.type(text);
  await press(page, 'Enter');
};

const answered = (page: Page, at: number, text: string) =>
  page.getByTestId('message-assistant').nth(at).getByText(text).waitFor();

test('everything is done by keys alone, and the focus is always seen and never lost', async () => {
  const { page, context, faults } = await visit(browser, product.url);
  page.setDefaultTimeout(15_000);
  // From here on the browser hands its file dialog over, long before it is asked for.
  page.on('filechooser', () => undefined);
  await page.getByPlaceholder('Ask anything').waitFor();
  await enter(page);

  // Mode and model.
  await page.locator('button[data-mode=auto]').waitFor();
  await tabTo(page, 'Mode');
  await press(page, 'Enter');
  await page.getByRole('menuitemradio', { name: /^Standard/ }).waitFor();
  await press(page, 'Home', 'ArrowDown', 'Enter');
  await kept(page, 'Mode');
  expect(await page.getByRole('button', { name: 'Mode' }).getAttribute('data-mode')).toBe('standard');
  await tabTo(page, 'Choose LLM');
  await press(page, 'Enter');
  await page.getByRole('menuitemradio', { name: /^Fake Model/ }).waitFor();
  await press(page, 'Home', 'Enter');
  await kept(page, 'Choose LLM');
  await tabTo(page, composer, 'Shift+Tab');

  // Sent, and stopped.
  await ask(page, 'How does bread rise?');
  await answered(page, 0, 'which eats sugar');
  await ask(page, 'Please take your time');
  await answered(page, 1, 'This one takes its time');
  await tabTo(page, /^Stop/);
  // Stop takes nothing in its first moment.
  await eventually(async () => {
    if (await page.getByRole('button', { name: /^Stop/ }).isVisible()) await press(page, 'Enter');
    return page.getByText('Stopped', { exact: true }).isVisible();
  });
  await kept(page, composer);

  // The palette gives the focus back to where it was.
  await pressShortcut(page, 'Control+k');
  await page.getByRole('combobox').waitFor();
  await kept(page, /Search commands/);
  await press(page, 'Escape');
  await kept(page, composer);

  // A conversation gets another name.
  if ((await page.getByRole('complementary', { name: 'Sidebar' }).getAttribute('data-open')) === null)
    await pressShortcut(page, 'Control+b');
  await tabTo(page, /^Rename conversation: /);
  await press(page, 'Enter', 'Control+a');
  await page.keyboard.type('Bread');
  await press(page, 'Enter');
  await page.getByRole('heading', { level: 1, name: 'Bread' }).waitFor();
  await kept(page, /Bread|Rename/);

  // The settings, and another theme.
  await pressShortcut(page, 'Control+,');
  await page.getByRole('dialog', { name: 'Settings' }).waitFor();
  const before = await page.evaluate('document.documentElement.dataset.theme');
  await tabTo(page, before === 'dark' ? 'Dark' : 'Light');
  await press(page, before === 'dark' ? 'ArrowLeft' : 'ArrowRight');
  expect(await page.evaluate('document.documentElement.dataset.theme')).not.toBe(before);
  await press(page, 'Escape');
  await kept(page, /Bread|Rename/);

  // A file goes along.
  await tabTo(page, 'Attach files');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Enter')]);
  await chooser.setFiles({ name: 'lease.txt', mimeType: 'text/plain', buffer: Buffer.from('The lease ends in May.') });
  await page.getByText('lease.txt').first().waitFor();
  await page.locator('[data-testid=attachment][data-state=ready], [aria-label="Remove lease.txt"]').first().waitFor();
  await kept(page, 'Attach files');
  await tabTo(page, composer, 'Shift+Tab');
  await page.keyboard.type('What does it say?');
  await press(page, 'Enter');
  await answered(page, 2, 'which eats sugar');

  // A reply is read as a document, and left again.
  await tabTo(page, 'Open in document view', 'Shift+Tab');
  await press(page, 'Enter');
  await page.getByTestId('document-view').waitFor();
  await tabTo(page, 'Back to chat', 'Shift+Tab');
  await press(page, 'Enter');
  await page.getByTestId('document-view').waitFor({ state: 'detached' });
  await kept(page, 'Open in document view');

  // And out.
  await pressShortcut(page, 'Control+,');
  await tabTo(page, 'Account');
  await press(page, 'Enter');
  await tabTo(page, 'Sign Out');
  await press(page, 'Enter');
  await page.getByRole('button', { name: 'Sign In' }).first().waitFor();
  expect(faults).toEqual([]);
  await context.close();
}, 120_000);

test('nothing that stands moves while a reply is written', async () => {
  const { page, context } = await visit(browser, product.url, { reducedMotion: false });
  await page.getByPlaceholder('Ask anything').fill('Tell me at length');
  await page.evaluate(`window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput)
      window.shifts.push({ value, what: sources.map(({ node }) => node?.nodeName + '.' + (node?.className ?? '')) });
}).observe({ type: 'layout-shift', buffered: false })`);
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: '350 g' }).waitFor();
  await page.getByRole('button', { name: 'Send' }).waitFor();
  await page.locator('.katex').first().waitFor();
  const shifts = (await page.evaluate('window.shifts')) as { value: number; what: string[] }[];
  expect(shifts.reduce((sum, { value }) => sum + value, 0)).toBeLessThanOrEqual(0.1);
  await context.close();
}, 60_000);
