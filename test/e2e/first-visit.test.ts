import type { Page } from 'playwright-core';

import { browser, product, useProduct } from './product.ts';

useProduct();

const MAX_FIRST_KILOBYTES = 150;
const MAX_FIRST_REQUESTS = 15;
/** Scripts and styles that a calm page fetches for later, and the kilobytes of them. */
const MAX_LATER_FILES = 28;
const MAX_LATER_KILOBYTES = 151;

/** The likeliest of the later parts. */
const SIGNED_IN = /\/signed-in-chunk-.*\.js$/;

interface Fetched {
  readonly path: string;
  readonly isCode: boolean;
  bytes: number;
}

/** Everything that a page fetches, with its bytes on the wire. */
const recordRequests = async (page: Page): Promise<ReadonlyMap<string, Fetched>> => {
  const requests = new Map<string, Fetched>();
  const cdp = await page.context().newCDPSession(page);
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!request.url.startsWith('http')) return;
    const isCode = type === 'Script' || type === 'Stylesheet';
    requests.set(requestId, { path: new URL(request.url).pathname, isCode, bytes: 0 });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await cdp.send('Network.enable');
  return requests;
};

const kilobytesOf = (files: readonly Fetched[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

test('a first visit stays within its budget, and so does what is fetched while the page is calm', async () => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  // The page's clock stands still, so nothing is fetched for later until it is moved.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  const requests = await recordRequests(page);
  await page.goto(product.url);
  await page.getByText('3 of 3 free messages left today').waitFor();
  const first = [...requests.values()];
  const firstCode = first.filter(({ isCode }) => isCode);
  expect(firstCode.filter(({ bytes }) => bytes === 0)).toEqual([]);
  expect(kilobytesOf(firstCode)).toBeLessThan(MAX_FIRST_KILOBYTES);
  expect(first.length).toBeLessThanOrEqual(MAX_FIRST_REQUESTS);

  const later = () => [...requests.values()].slice(first.length).filter(({ isCode }) => isCode);
  const isWhole = () => later().some(({ path }) => SIGNED_IN.test(path)) && later().every(({ bytes }) => bytes > 0);
  // Jumps, so that the background draws one frame and not each of two seconds.
  while (!isWhole()) await page.clock.fastForward(2000);
  expect(later().length).toBeLessThanOrEqual(MAX_LATER_FILES);
  expect(kilobytesOf(later())).toBeLessThan(MAX_LATER_KILOBYTES);
  await context.close();
}, 60_000);

test('the start is cut into tasks: a script for each part, no layout or segmenter before its time', async () => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const early: string[] = [];
    const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0;
    const construct = (made: typeof Intl.Segmenter, values: unknown[]): object => {
      early.push('Intl.Segmenter');
      return Reflect.construct(made, values);
    };
    Reflect.set(Intl, 'Segmenter', new Proxy(Intl.Segmenter, { construct }));
    const measure = Element.prototype.getBoundingClientRect;
    Element.prototype.getBoundingClientRect = function measured() {
      if (!isPainted()) early.push(`the place of ${this.className}`);
      return measure.call(this);
    };
    Reflect.set(window, 'early', early);
  });
  await page.goto(product.url);
  await page.getByText('3 of 3 free messages left today').waitFor();
  expect(await page.evaluate('window.early')).toEqual([]);
  // The browser evaluates a script and its not yet evaluated imports in one task.
  const { scripts, imported } = await page.evaluate(() => ({
    scripts: [...document.querySelectorAll<HTMLScriptElement>('script[type=module]')].map(({ src }) => src),
    imported: [...document.querySelectorAll<HTMLLinkElement>('head > link[rel=modulepreload]')].map(({ href }) => href),
  }));
  expect(scripts.length).toBeGreaterThan(3);
  expect(imported).toEqual(expect.arrayContaining(scripts.slice(0, -1)));
  expect(scripts.at(-1)).toMatch(/\/index-/);
  await context.close();
}, 60_000);

test('a file that is dropped before the page takes files does not make the browser leave it', async () => {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  const page = await context.newPage();
  // Time stands still, so what takes files is never loaded.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto(product.url);
  await page.getByPlaceholder('Ask anything').fill('What I was about to ask');
  const leftToBrowser = await page.evaluate(() => {
    const drag = (type: string, kind: 'file' | 'text'): boolean => {
      const dataTransfer = new DataTransfer();
      if (kind === 'file') dataTransfer.items.add(new File(['a'], 'lease.txt', { type: 'text/plain' }));
      else dataTransfer.setData('text/plain', 'some words');
      const target = document.querySelector('textarea') ?? document.body;
      return target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    };
    return ['dragover', 'drop'].map((type) => [drag(type, 'file'), drag(type, 'text')]);
  });
  // What nobody prevents is left to the browser: it opens a file, and puts words into the box.
  expect(leftToBrowser).toEqual([
    [false, true],
    [false, true],
  ]);
  await context.close();
}, 60_000);

test('a browser in which the script cannot run says so, and no other one, however late the script comes', async () => {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } });
  await context.route('**/*.js', (route) => route.abort());
  const page = await context.newPage();
  const notice = page.getByText('Chrome or Edge 111');
  await page.goto(product.url);
  await expect(notice.count()).resolves.toBe(1);
  await expect(notice.isVisible()).resolves.toBe(false);
  // As Chrome 110 reads the sheet.
  await context.route('**/base-*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace('color-mix(in srgb, red, red)', 'new(red)'),
    });
  });
  await page.reload();
  await expect(notice.boundingBox()).resolves.toMatchObject({ x: 24, y: 32 });
  await context.close();
}, 60_000);
