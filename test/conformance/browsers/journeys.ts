import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { extractText } from 'unpdf';

import { LANGUAGES } from '../../../src/shared/languages.ts';
import { newPerson, PASSWORD } from '../../product/client.ts';
import { type ProductProcess, startModelServer, startProcess, testEnv } from '../../support/parley.ts';
import type { OpenAiServer } from '../../vendors/openai-server.ts';
import { startTcpProxy, type TcpProxy } from '../../vendors/tcp-proxy.ts';
import { answersByQuestion } from './model.ts';
import { type Browser, KEYS, patiently, type Tab } from './tab.ts';

const BOX = '//textarea[@placeholder="Ask anything"]';
const button = (name: string): string => `//button[normalize-space()="${name}" or @aria-label="${name}"]`;
const startsWith = (name: string): string => `//button[starts-with(normalize-space(), "${name}")]`;
const item = (name: string): string => `//*[@role="menuitem" and normalize-space()="${name}"]`;
const choice = (name: string): string => `//*[@role="menuitemradio" and starts-with(normalize-space(), "${name}")]`;
const field = (label: string): string => `//dialog[@open]//input[@id=//label[normalize-space()="${label}"]/@for]`;
const CHAT_MENU = '//main//button[starts-with(@aria-label, "More for")]';

const quoted = (text: string): string => JSON.stringify(text);
const shows = (text: string): string => `document.body.innerText.includes(${quoted(text)})`;
const isThere = (selector: string): string => `document.querySelector(${quoted(selector)})`;
const DIALOG = isThere('dialog[open]');
const box = `document.querySelector('textarea[placeholder="Ask anything"]')`;
const ANSWERS = `[...document.querySelectorAll('[data-testid=message-assistant]')].map((one) => one.innerText)`;
const isAnswered = (text: string): string => `${ANSWERS}.some((answer) => answer.includes(${quoted(text)}))`;
const OVERFLOW = 'return document.documentElement.scrollWidth - window.innerWidth';

const ask = async (tab: Tab, question: string): Promise<void> => {
  await tab.click(BOX);
  await tab.type(question + KEYS.enter);
};

const fill = async (tab: Tab, label: string, text: string): Promise<void> => {
  await tab.click(field(label));
  await tab.type(text);
  await tab.wait(`document.activeElement.value === ${quoted(text)}`);
};

/** As one who signed in at another time, in the page that is open. */
const signIn = async (tab: Tab, url: string): Promise<void> => {
  const person = await newPerson(url);
  const { json: user } = await person.get('/api/auth/me');
  const session = JSON.stringify({ token: person.token, user });
  await tab.evaluate(`
    localStorage.setItem('session', ${quoted(session)});
    localStorage.setItem('ui-storage', '{"sidebarOpen":true}');`);
  await tab.open(String(await tab.evaluate('return location.href')));
  await tab.wait(shows('Free plan'));
};

const signUp = async (tab: Tab): Promise<void> => {
  await tab.click(button('Sign In'));
  await tab.click(button('or continue with email'));
  await tab.click(button('Sign up'));
  await fill(tab, 'Email', 'ann@example.org');
  await fill(tab, 'Password', PASSWORD);
  await tab.click(button('Create Account'));
  await tab.wait(isThere('dialog[open] a[href*="token="]'));
  const address = await tab.evaluate(`return document.querySelector('dialog[open] a[href*="token="]').href`);
  await fill(tab, 'Verification token', new URL(String(address)).searchParams.get('token') ?? '');
  await tab.click(button('Verify Token'));
  await tab.wait(`!${DIALOG}`);
};

/** Pays for Premium at the page of the sandbox. */
const goPremium = async (tab: Tab): Promise<void> => {
  const address = await tab.evaluate(`
    const { token } = JSON.parse(localStorage.getItem('session'));
    const headers = { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json' };
    const answer = await fetch('/api/stripe/create-checkout', { method: 'POST', headers, body: '{"tier":"premium"}' });
    return (await answer.json()).url`);
  await tab.open(String(address));
  await tab.click(startsWith('Pay'));
  await tab.click(button('Start chatting'));
};

const MAX_PRINTED_CHARACTERS = 3000;

const TABS = [
  ...['Overview', 'Providers', 'Rate Limits', 'Model Access', 'Model Config', 'Features', 'AI Agents'],
  ...['Freemium Trial', 'File Storage', 'Debug Logs', 'Audit', 'Shared Links', 'Groups', 'Sign-up & Sign-in', 'Users'],
];

/** What people do, in a browser that the tests of every day do not have; each journey is on its own. */
export const servesBrowser = (start: () => Promise<Browser>): void => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-browser-'));
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  let model: OpenAiServer;
  let server: ProductProcess;
  let network: TcpProxy;
  let browser: Browser;
  let url = '';
  beforeAll(async () => {
    model = await startModelServer({ reply: answersByQuestion });
    closers.push(() => model.close());
    server = await startProcess(testEnv(`sqlite:${join(folder, 'parley.db')}`, folder, model));
    closers.push(() => server.kill());
    network = await startTcpProxy({ port: Number(new URL(server.url).port) });
    closers.push(() => network.close());
    // As the product names itself in links, so that a person who returns from one is still signed in.
    url = server.url.replace('127.0.0.1', 'localhost');
    browser = await start();
    closers.push(() => browser.close());
  }, 150_000);
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });

  const journey = (name: string, walk: (tab: Tab) => Promise<void>): void =>
    test(
      name,
      async () => {
        const tab = await browser.openTab();
        try {
          await tab.open(url);
          await tab.wait(box);
          await walk(tab);
          expect(await tab.faults()).toEqual([]);
        } catch (error) {
          const shown = await tab.evaluate('return [location.href, document.body.innerText]').catch(String);
          process.stderr.write(`\n${name}\n${String(shown).slice(0, MAX_PRINTED_CHARACTERS)}\n`);
          throw error;
        } finally {
          await tab.close();
        }
      },
      300_000,
    );
  const journeySignedIn = (name: string, walk: (tab: Tab) => Promise<void>): void =>
    journey(name, async (tab) => {
      await signIn(tab, server.url);
      await walk(tab);
    });
  const downloaded = (ending: string): Promise<string> =>
    patiently(async () => {
      const name = readdirSync(browser.downloads).find((one) => one.endsWith(ending));
      const text = name === undefined ? '' : readFileSync(join(browser.downloads, name), 'utf8');
      if (text === '') throw new Error(`nothing was downloaded to ${browser.downloads}`);
      return text;
    });

  journey('a visitor sees a reply grow, stops it, makes an account and keeps it', async (tab) => {
    await ask(tab, 'Slowly');
    await tab.wait(shows('word word word'));
    await tab.click(button('Stop'));
    await tab.wait(shows('Stopped'));
    await signUp(tab);
    await tab.wait(shows('Free plan'));
    await tab.wait(isAnswered('word word word'));
  });

  journeySignedIn('code is copied and pasted, formulas are set, a diagram opens beside them', async (tab) => {
    await ask(tab, 'Everything');
    await tab.wait(isThere('.katex'));
    await tab.wait(isThere('table td'));
    await tab.click(button('Copy code'));
    await tab.wait(isThere('[aria-label="Copied"]'));
    await tab.click(BOX);
    await tab.shortcut('v');
    await tab.wait(`${box}.value.trim() === 'const answer = 42;'`);
    await tab.click(startsWith('Diagram'));
    await tab.wait(isThere('[data-testid="artifact"] iframe'));
    await tab.type(KEYS.escape);
    await tab.wait(`!${isThere('[data-testid="artifact"]')}`);
  });

  journeySignedIn('a dialog is a place of its own that Back leaves, and a reload keeps the chat', async (tab) => {
    await ask(tab, 'Hello');
    await tab.wait(isAnswered('You said: Hello'));
    await tab.click(button('Settings'));
    await tab.wait(`location.hash.startsWith('#/settings')`);
    await tab.evaluate('history.back()');
    await tab.wait(`!${DIALOG}`);
    await tab.open(String(await tab.evaluate('return location.href')));
    await tab.wait(isAnswered('You said: Hello'));
  });

  journeySignedIn('research shows its sources and opens as a document', async (tab) => {
    await goPremium(tab);
    await tab.click(button('Mode'));
    await tab.click(choice('Web Search'));
    await ask(tab, 'Which plans are there?');
    await tab.wait(isAnswered('midnight UTC'));
    await tab.wait(isThere('[aria-label^="Source 1:"]'));
    await tab.click(button('Open in document view'));
    await tab.wait(isThere('[data-testid="doc-sources"] li'));
    await tab.click(button('Back to chat'));
    await tab.wait(`!${isThere('[data-testid="document-view"]')}`);
  });

  journeySignedIn('a file is attached, sent, and opened again after a reload', async (tab) => {
    await goPremium(tab);
    const path = join(folder, 'notes.md');
    writeFileSync(path, '# Notes\n\nRent is due monthly.');
    await tab.chooseFile('//input[@aria-label="Files to attach"]', path);
    await tab.wait(isThere('[aria-label="Attached files"]'));
    await ask(tab, 'When is it due?');
    await tab.wait(isAnswered('You said'));
    await tab.open(String(await tab.evaluate('return location.href')));
    await tab.click('//button[contains(., "notes.md")]');
    await tab.wait(`${DIALOG}?.innerText.includes('Rent is due monthly.')`);
  });

  journeySignedIn('a page and a component that answers made run in their frames', async (tab) => {
    for (const [question, name] of [
      ['A page', 'Bread timer'],
      ['A component', 'Loaves'],
    ] as const) {
      await ask(tab, question);
      await tab.click(startsWith(name));
      await tab.wait(isThere('[data-testid="artifact"] iframe'));
      await tab.wait(`!${isThere('[data-testid="artifact"] [aria-busy="true"]')}`);
      await tab.click(`//*[@data-testid="artifact"]${button('Close')}`);
    }
  });

  journeySignedIn('a conversation is exported as Markdown', async (tab) => {
    await ask(tab, 'Everything');
    await tab.wait(isAnswered('That is all.'));
    await tab.click(CHAT_MENU);
    await tab.click(item('Export as Markdown'));
    expect(await downloaded('.md')).toContain('## You\n\nEverything');
  });

  journeySignedIn('a conversation is shared and read without an account', async (tab) => {
    await ask(tab, 'Everything');
    await tab.wait(isAnswered('That is all.'));
    await tab.click(CHAT_MENU);
    await tab.click(item('Share…'));
    await tab.click(button('Create link'));
    await tab.wait(isThere('dialog[open] a[href*="/share/"]'));
    const address = String(await tab.evaluate(`return document.querySelector('dialog[open] a[href*="/share/"]').href`));
    await tab.evaluate('localStorage.clear()');
    await tab.open(url + new URL(address).pathname);
    await tab.wait(shows('That is all.'));
    await tab.wait(isThere('.katex'));
  });

  journeySignedIn('a conversation is printed', async (tab) => {
    await ask(tab, 'Everything');
    await tab.wait(isAnswered('That is all.'));
    await tab.evaluate('window.print = () => { document.title = "printed"; }');
    await tab.click(CHAT_MENU);
    await tab.click(item('Print or save as PDF'));
    await tab.wait('document.title === "printed"');
    await tab.wait(`${isThere('[data-testid="print-sheet"]')}.textContent.includes('That is all.')`);
    const pdf = await tab.print();
    if (pdf) {
      const { text } = await extractText(Buffer.from(pdf).buffer, { mergePages: true });
      expect(text).toContain('That is all.');
      expect(text).not.toContain('New Chat');
    }
    await tab.evaluate(`window.dispatchEvent(new Event('afterprint'))`);
  });

  journey('the first admin opens every tab of the panel', async (tab) => {
    const link = new URL(/http:\/\/\S+\?setup=[\w-]+/.exec(server.output())?.[0] ?? '');
    await tab.open(url + link.pathname + link.search);
    await fill(tab, 'Email', 'admin@example.org');
    await fill(tab, 'Password', PASSWORD);
    await tab.click(button('Create admin account'));
    await tab.wait(shows('Set-up guide'));
    await tab.open(`${url}/#/admin/overview`);
    for (const name of TABS) {
      await tab.click(`//*[@role="tab" and normalize-space()="${name}"]`);
      await tab.wait(`${isThere('[role=tabpanel]')} && !${isThere('[role=tabpanel] [aria-busy="true"]')}`);
    }
  });

  journeySignedIn('the page speaks other languages, from right to left as well', async (tab) => {
    for (const language of Object.keys(LANGUAGES)) {
      await tab.open(`${url}/#/settings/appearance`);
      await tab.wait(isThere('dialog[open] select'));
      await tab.evaluate(`
        const list = [...document.querySelectorAll('dialog[open] select')].find((one) =>
          [...one.options].some(({ value }) => value === '${language}'));
        list.value = '${language}';
        list.dispatchEvent(new Event('change', { bubbles: true }));`);
      await tab.wait(`document.documentElement.lang === '${language}'`);
      await tab.wait(`document.documentElement.dir === '${language === 'ar' ? 'rtl' : 'ltr'}'`);
      expect(await tab.evaluate(OVERFLOW)).toBeLessThanOrEqual(0);
    }
  });

  journeySignedIn('it is dark where that is chosen, and fits a phone', async (tab) => {
    await tab.open(`${url}/#/settings/appearance`);
    await tab.click('//dialog[@open]//*[@role="radio" or self::label or self::button][normalize-space()="Dark"]');
    await tab.wait(`document.documentElement.dataset.theme === 'dark'`);
    await tab.type(KEYS.escape);
    await tab.click(button('Toggle sidebar'));
    await tab.resize(390, 844);
    await tab.open(url);
    await tab.wait(`document.documentElement.dataset.theme === 'dark'`);
    await ask(tab, 'Everything');
    await tab.wait(isAnswered('That is all.'));
    expect(await tab.evaluate(OVERFLOW)).toBeLessThanOrEqual(0);
  });

  journey('without a network the page says so and comes up, and a reply goes on afterwards', async (tab) => {
    const weak = `http://127.0.0.1:${network.port}`;
    await tab.open(weak);
    await tab.evaluate('await navigator.serviceWorker.ready');
    await signIn(tab, server.url);
    await ask(tab, 'Shortly');
    await tab.wait(shows('word word word'));
    network.cut();
    await tab.wait(shows('Reconnecting'));
    network.restore();
    await tab.wait(`(document.body.innerText.match(/word/g) ?? []).length >= 150`);
    network.cut();
    try {
      await tab.open(weak);
      await tab.wait(box);
    } finally {
      network.restore();
    }
  });

  journeySignedIn('Enter that ends a composition sends nothing', async (tab) => {
    await tab.click(BOX);
    const composed = await tab.compose();
    await tab.wait(`${box}.value === ${quoted(composed)}`);
    await tab.type(KEYS.enter);
    await tab.wait(isAnswered(`You said: ${composed}`));
  });
};
