import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

import { newPerson } from '../product/client.ts';
import { type OpenAiServer, type ScriptedResponse, startOpenAiServer } from '../vendors/openai-server.ts';

const root = resolve(import.meta.dirname, '../..');

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

const CHROMIUM = '/usr/bin/chromium';
/** The same engine without a browser around it: a journey takes a third less work. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const override = process.env['CHROMIUM_PATH'];
/** The browser that draws the pictures: the shell draws letters in another way than the browser that people have. */
export const PICTURES_BROWSER = override ?? CHROMIUM;

const start = (program: string): Promise<Browser> => chromium.launch({ executablePath: program, args: FLAGS });

/** For journeys: any Chromium will do. */
export const launch = (): Promise<Browser> =>
  start(override ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM));

export const launchForPictures = (): Promise<Browser> => start(PICTURES_BROWSER);

export interface Product {
  readonly url: string;
  readonly model: OpenAiServer;
  /** Where the first admin's account is made, as the first start prints it. */
  readonly setupLink: string;
  /** Ends the process as `kill -9` would, and starts it again on the same data and port. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

const READY = /ready: http:\/\/localhost:(\d+)/;
const SETUP = /http:\/\/localhost:\d+\/\?setup=[\w-]+/;

interface Started {
  readonly port: number;
  readonly setupLink: string;
}

/** The greeting is one write, so whoever has read the address has read the link as well. */
const started = (child: ChildProcess): Promise<Started> =>
  new Promise((resolveStart, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const port = READY.exec(output)?.[1];
      if (port) resolveStart({ port: Number(port), setupLink: SETUP.exec(output)?.[0] ?? '' });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}:\n${output}`)));
  });

const exited = (child: ChildProcess) =>
  new Promise((done) => (child.exitCode === null && child.signalCode === null ? child.once('exit', done) : done(0)));

type Env = Readonly<Record<string, string>>;

const configuredModel = (url: string): Env => ({
  OPENAI_COMPATIBLE_BASE_URL: url,
  OPENAI_COMPATIBLE_MODEL: 'fake-model',
});

/** The built product on data of its own, with a fake provider of models that answers as `reply` says. */
export const startProduct = async (
  reply?: ScriptedResponse,
  modelEnv: (url: string) => Env = configuredModel,
): Promise<Product> => {
  const data = mkdtempSync(join(tmpdir(), 'parley-e2e-'));
  const model = await startOpenAiServer(reply ? { reply } : {});
  const run = (port: number) =>
    spawn(process.execPath, ['dist/src/main.js'], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        METRICS_PORT: '0',
        DATA_DIR: data,
        LOG_LEVEL: 'warn',
        ...modelEnv(model.url),
        SHUTDOWN_GRACE_SECONDS: '0',
        REGISTRATIONS_PER_HOUR: '10000',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  let child = run(0);
  const { port, setupLink } = await started(child);
  return {
    url: `http://localhost:${port}`,
    model,
    setupLink,
    async crash() {
      child.kill('SIGKILL');
      await exited(child);
      child = run(port);
      await started(child);
    },
    async close() {
      child.kill('SIGKILL');
      await exited(child);
      await model.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
};

/** Of the tests of one file, while they run. */
export let browser: Browser;
export let product: Product;

const MAX_PRINTED_CHARACTERS = 3000;

/** After a test that failed: what its pages show, as a screen reader would tell it. */
const printPagesOfFailure = async (): Promise<void> => {
  if (Reflect.get(globalThis, 'hasTestFailed') !== true) return;
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 2000 }).catch(String);
    process.stderr.write(`\n${page.url()}\n${shown.slice(0, MAX_PRINTED_CHARACTERS)}\n`);
  }
};

/** One browser and one product for all tests of a file. */
export const useProduct = (...options: Parameters<typeof startProduct>): void => {
  beforeAll(async () => {
    [browser, product] = await Promise.all([launch(), startProduct(...options)]);
  }, 60_000);
  afterEach(printPagesOfFailure);
  afterAll(async () => {
    await browser.close();
    await product.close();
  });
};

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What must never happen on any screen: console errors, uncaught errors, requests to a foreign host. */
  readonly faults: string[];
}

interface VisitOptions {
  readonly phone?: boolean;
  readonly reducedMotion?: boolean;
  /** The service worker: it fetches every file of the page once more, a quarter of the work of a short visit. */
  readonly offlineCache?: boolean;
  /** What localStorage holds. */
  readonly stored?: Readonly<Record<string, string>>;
}

/**
 * Nobody sees what a journey draws, and drawing is a tenth of its work: the page is laid out and operated transparent.
 * Dialogs are drawn in a layer of their own.
 */
const NOT_DRAWN = `
  :root:not([data-drawn]), :root:not([data-drawn]) dialog,
  :root:not([data-drawn]) ::backdrop { opacity: 0 !important }`;

const stayTransparent = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }, NOT_DRAWN);

/** Not every breach of the CSP is told on Chromium's console: who catches what it throws tries in silence. */
const tellBreaches = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if (window !== window.top) return;
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      reportError(new Error(`CSP: ${effectiveDirective} ${blockedURI} in ${sourceFile}`)),
    );
  });

/** Draws the page for what looks at its colours, or at what can be seen. */
export const whileDrawn = async <T>(page: Page, look: () => Promise<T>): Promise<T> => {
  const draw = (isDrawn: boolean) =>
    page.evaluate((on) => document.documentElement.toggleAttribute('data-drawn', on), isDrawn);
  await draw(true);
  const seen = await look();
  await draw(false);
  return seen;
};

/** A fresh browser profile on the page, in an ordinary window or a phone's. */
export const visit = async (
  browser: Browser,
  url: string,
  { phone = false, reducedMotion = true, offlineCache = false, stored = {} }: VisitOptions = {},
): Promise<Visit> => {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] },
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: phone,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    permissions: ['clipboard-read', 'clipboard-write'],
    serviceWorkers: offlineCache ? 'allow' : 'block',
  });
  const faults: string[] = [];
  context.on('page', (page) => watchFaults(page, url, faults));
  await Promise.all([stayTransparent(context), tellBreaches(context)]);
  const page = await context.newPage();
  await page.goto(url);
  return { page, context, faults };
};

/** A person who signed up and in on another day; what the dialogs do is for the tests of the ways in. */
export const visitSignedIn = async (
  browser: Browser,
  url: string,
  options: VisitOptions = {},
): Promise<Visit & { readonly email: string }> => {
  const person = await newPerson(new URL(url).origin);
  const { json: user } = await person.get('/api/auth/me');
  const stored = {
    session: JSON.stringify({ token: person.token, user }),
    'ui-storage': JSON.stringify({ sidebarOpen: options.phone !== true }), // as signing in leaves it
  };
  return { ...(await visit(browser, url, { ...options, stored })), email: person.email };
};

const watchFaults = (page: Page, url: string, faults: string[]): void => {
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url()))
      faults.push(`foreign request: ${request.url()}`);
  });
};

export const ask = async (page: Page, text: string): Promise<void> => {
  await page.getByPlaceholder('Ask anything').fill(text);
  const isTouch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches);
  if (isTouch) await page.getByRole('button', { name: 'Send' }).click();
  else await page.keyboard.press('Enter');
};

/** Types the token that a sandbox shows with its mail, and waits until the dialog has gone by itself. */
const verifyByToken = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Verify your email' });
  const link = await dialog.getByRole('link', { name: 'Open the verification link' }).getAttribute('href');
  await dialog.getByLabel('Verification token').fill(new URL(link ?? '').searchParams.get('token') ?? '');
  await dialog.getByRole('button', { name: 'Verify Token' }).click();
  await dialog.waitFor({ state: 'detached' });
};

/** Follows the link of the newest mail with this subject, in a tab of its own, as a mail program would open it. */
export const openMailedLink = async (context: BrowserContext, url: string, subject: string): Promise<Page> => {
  const tab = await context.newPage();
  await tab.goto(`${url}/sandbox`);
  const link = tab
    .locator('article.mail', { has: tab.getByRole('heading', { name: subject }) })
    .first()
    .locator('pre a');
  await tab.goto((await link.getAttribute('href')) ?? '');
  return tab;
};

/** Opens the mail: its tab says that all is well, and the page that waits hears of it. */
const verifyByMail = async (page: Page): Promise<void> => {
  const mailed = await openMailedLink(page.context(), new URL(page.url()).origin, 'Confirm your email address');
  await mailed.getByText('Your email is verified.').waitFor();
  await mailed.close();
  await page.getByRole('dialog', { name: 'Verify your email' }).waitFor({ state: 'detached' });
};

let accounts = 0;

/** Makes an account through the sign-in dialog and verifies its address, if it is to be; answers the address. */
export const signUp = async (
  page: Page,
  { by = 'token' }: { by?: 'token' | 'mail' | 'nothing' } = {},
): Promise<string> => {
  accounts += 1;
  const email = `person${accounts}.${process.pid}@example.org`;
  await page.getByRole('button', { name: 'Sign In' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'or continue with email' }).click();
  await dialog.getByRole('button', { name: 'Sign up' }).click();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('dialog', { name: 'Verify your email' }).waitFor();
  if (by === 'token') await verifyByToken(page);
  if (by === 'mail') await verifyByMail(page);
  return email;
};

/** Makes the first account, as the link of the first start leads there, and leaves the guide. */
export const becomeAdmin = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Create the first admin account' });
  await dialog.getByLabel('Email').fill('admin@example.org');
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await dialog.getByRole('button', { name: 'Create admin account' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('dialog', { name: 'Set-up guide' }).getByRole('button', { name: 'Close' }).click();
};

/** As a person would choose it; the page of a public link has no such choice. */
export const setTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((name) => {
    const { themeDebug } = window as unknown as { themeDebug?: { set(theme: string): void } };
    if (themeDebug) themeDebug.set(name);
    else document.documentElement.dataset['theme'] = name;
  }, theme);

const axeSource = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

const WCAG_A_AND_AA = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** Another theme changes colours only. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const axeFaults = async (page: Page, runOnly: typeof WCAG_A_AND_AA): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  for (;;) {
    await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
    const faults = await page.evaluate(async (rules) => {
      interface Axe {
        run(context: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      }
      const { axe } = window as unknown as { axe: Axe };
      const moved = new AbortController();
      document.addEventListener('transitionrun', () => moved.abort(), { once: true, signal: moved.signal });
      const { violations } = await axe.run(document, { runOnly: rules });
      if (moved.signal.aborted) return undefined;
      moved.abort();
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    }, runOnly);
    if (faults) return faults; // else something faded in under the resting pointer while axe looked
  }
};

/** What axe finds against these rules, as `rule: element`. */
export const accessibilityFaults = (page: Page, runOnly = WCAG_A_AND_AA): Promise<string[]> =>
  whileDrawn(page, () => axeFaults(page, runOnly));

/** The same on the page as it stands, in light and in dark. */
export const faultsInBothThemes = async (page: Page): Promise<string[]> => {
  await setTheme(page, 'light');
  const found = await accessibilityFaults(page);
  await setTheme(page, 'dark');
  return [...found, ...(await accessibilityFaults(page, COLOURS))];
};
