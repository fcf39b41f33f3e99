import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';

import { ROOT } from './paths.ts';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
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
const WAIT_TIMEOUT_MS = 20_000;

/** What is missing for measuring the page; undefined when nothing is. */
export const missingForPage = (): string | undefined => {
  if (!existsSync(CHROMIUM)) return `${CHROMIUM} is not there: install chromium`;
  if (!existsSync(join(ROOT, 'dist/web/index.html'))) return 'dist/web is not there: run npm run build';
  return undefined;
};

/** Lends a headless browser that ends with `work`. */
export const withBrowser = async <T>(work: (browser: Browser) => Promise<T>): Promise<T> => {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
};

export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly cdp: CDPSession;
}

/**
 * Lends a tab of a browser profile that knows nothing yet and keeps nothing for a later visit; `prepare` is run by the
 * page before its own scripts.
 */
export const inTab = async <T>(browser: Browser, prepare: string, work: (tab: Tab) => Promise<T>): Promise<T> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'no-preference',
    serviceWorkers: 'block',
  });
  try {
    await context.addInitScript({ content: prepare });
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_TIMEOUT_MS);
    return await work({ page, context, cdp: await context.newCDPSession(page) });
  } finally {
    await context.close();
  }
};

/** The browser's own accounting of the tab, such as `TaskDuration` (seconds) or `JSHeapUsedSize` (bytes). */
export const metrics = async (cdp: CDPSession): Promise<(name: string) => number> => {
  const response = await cdp.send('Performance.getMetrics');
  const values = new Map(response.metrics.map(({ name, value }) => [name, value]));
  return (name) => values.get(name) ?? Number.NaN;
};

/** What a tab holds, in millions of bytes, once what nobody needs is gone. */
export const heapMb = async ({ cdp }: Tab): Promise<number> => {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await metrics(cdp))('JSHeapUsedSize') / 1e6;
};
