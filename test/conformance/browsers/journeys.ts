import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type ProductProcess, startModelServer, startProcess, testEnv } from '../../support/parley.ts';
import { type OpenAiServer, streamsPaced, streamsText } from '../../vendors/openai-server.ts';

/** One tab of a real browser. An element is named by an XPath, and is the first one that can be seen. */
export interface Tab {
  open(url: string): Promise<void>;
  /** With the pointer, once the element is there. */
  click(element: string): Promise<void>;
  /** Key by key into what has the focus; special keys are those of `KEYS`. */
  type(text: string): Promise<void>;
  /** What the body of a function returns in the page; a promise is awaited. */
  evaluate(body: string): Promise<unknown>;
  /** Until an expression of the page holds. */
  wait(expression: string): Promise<void>;
  /** Errors and breaches of the CSP in the page that is open. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** As WebDriver writes them, classic and BiDi. */
const KEYS = { enter: '\uE007', escape: '\uE00C' } as const;

const BOX = '//textarea[@placeholder="Ask anything"]';
const button = (name: string): string => `//button[normalize-space()="${name}" or @aria-label="${name}"]`;
const field = (label: string): string => `//dialog[@open]//input[@id=//label[normalize-space()="${label}"]/@for]`;
const shows = (text: string): string => `document.body.innerText.includes(${JSON.stringify(text)})`;
const isThere = (selector: string): string => `document.querySelector(${JSON.stringify(selector)}) !== null`;

const EVERYTHING = [
  ...['Sums: $$e^{i\\pi} + 1 = 0$$', '', '```js', 'const answer = 42;', '```', '', '```mermaid', 'flowchart LR'],
  ...['  A[Flour] --> B[Dough]', '```', '', 'That is all.'],
].join('\n');

const ask = async (tab: Tab, question: string): Promise<void> => {
  await tab.click(BOX);
  await tab.type(question + KEYS.enter);
};

const signUp = async (tab: Tab): Promise<void> => {
  await tab.click(button('Sign In'));
  await tab.click(button('or continue with email'));
  await tab.click(button('Sign up'));
  await tab.click(field('Email'));
  await tab.type('ann@example.org');
  await tab.click(field('Password'));
  await tab.type('correct horse battery');
  await tab.click(button('Create Account'));
  await tab.wait(isThere('dialog[open] a[href*="token="]'));
  const address = await tab.evaluate(`return document.querySelector('dialog[open] a[href*="token="]').href`);
  await tab.click(field('Verification token'));
  await tab.type(new URL(String(address)).searchParams.get('token') ?? '');
  await tab.click(button('Verify Token'));
  await tab.wait(`!(${isThere('dialog[open]')})`);
};

/** What a person does first, in a browser that the tests of every day do not have. */
export const servesBrowser = (openTab: () => Promise<Tab>): void => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-browser-'));
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  let vendor: OpenAiServer;
  let server: ProductProcess;
  let tab: Tab;
  beforeAll(async () => {
    vendor = await startModelServer();
    closers.push(() => vendor.close());
    server = await startProcess(testEnv(`sqlite:${join(folder, 'parley.db')}`, folder, vendor));
    closers.push(() => server.kill());
    tab = await openTab();
    closers.push(() => tab.close());
  }, 150_000);
  afterEach(async () => expect(await tab.faults()).toEqual([]));
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });

  test('a visitor sees a reply grow, and stops it', async () => {
    vendor.enqueue(streamsPaced({ tokens: 2000, everyMs: 20, text: 'word ' }));
    await tab.open(server.url);
    await ask(tab, 'Hello');
    await tab.wait(shows('word word word'));
    await tab.click(button('Stop'));
    await tab.wait(shows('Stopped'));
  });

  test('who makes an account keeps the conversation', async () => {
    await signUp(tab);
    await tab.wait(shows('word word word'));
  });

  test('code is copied, formulas are set, a diagram opens beside them', async () => {
    vendor.enqueue(streamsText(EVERYTHING));
    await tab.click(button('New Chat'));
    await ask(tab, 'Everything');
    await tab.wait(isThere('.katex'));
    await tab.click(button('Copy code'));
    await tab.wait(isThere('[aria-label="Copied"]'));
    await tab.click('//button[starts-with(normalize-space(), "Diagram")]');
    await tab.wait(isThere('[data-testid="artifact"] iframe'));
    await tab.type(KEYS.escape);
    await tab.wait(`!(${isThere('[data-testid="artifact"]')})`);
  });

  test('a dialog is a place of its own that Back leaves, and a reload keeps the chat', async () => {
    await tab.click(button('Settings'));
    await tab.wait(`location.hash.startsWith('#/settings')`);
    await tab.evaluate('history.back()');
    await tab.wait(`!(${isThere('dialog[open]')})`);
    await tab.open(String(await tab.evaluate('return location.href')));
    await tab.wait(shows('That is all.'));
  });
};
