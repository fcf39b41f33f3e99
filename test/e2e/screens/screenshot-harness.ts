import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';

import Koa from 'koa';
import type { Browser, CDPSession, Page, Request } from 'playwright-core';

import { serveWebApp } from '../../../src/adapters/http/pages/web-app.ts';
import { ROUTES } from '../../../src/contract/all-routes.ts';
import { findLandmarkFaults } from '../landmark-faults.ts';
import { LAYOUT_FAULTS } from '../layout-faults.ts';
import type { Answers, OpenStream, ErrorAnswer, Scene } from './scene.ts';
import { HOUR, fixturesFor } from './api-fixtures.ts';

const WEB = resolve(import.meta.dirname, '../../../dist/web');

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
/** Looked at, but not kept as a picture. */
const TABLET = { width: 768, height: 1024 };
const THEMES = ['light', 'dark'] as const;
type Size = keyof typeof SIZES;
type Theme = (typeof THEMES)[number];

/** The themes in which a scene is taken at a size. */
type ThemesOf = (scene: Scene, size: Size) => readonly Theme[];
const allThemes: ThemesOf = () => THEMES;
/** One at a desk and the other on a phone; half of the scenes the other way round. */
export const oneThemeEach: ThemesOf = ({ name }, size) =>
  (name.length % 2 === 0) === (size === 'desktop') ? ['light'] : ['dark'];

/** A picture of a scene: `name` is the scene's, the size and the theme. */
export interface Screenshot {
  readonly name: string;
  readonly png: Buffer;
}

/**
 * Nothing blinks, nothing is random, what comes after a second comes at once, and what leaves after some seconds stays.
 */
const FREEZE_PAGE = `
  const sheet = new CSSStyleSheet();
sheet.replaceSync('* { caret-color: transparent !important; cursor: default !important }');
document.adoptedStyleSheets = [sheet];
let seed = 1;
Math.random = () => {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
};
const later = window.setTimeout.bind(window);
window.setTimeout = (run, ms = 0, ...input) =>
  ms >= 2500 ? 0 : later(run, ms >= 1000 ? 20 : ms, ...input);`;

/** So long a scene is taken again when it is not yet as it should be: on a busy machine something may come late. */
const STABLE_TIMEOUT_MS = 6_000;
/** For a step of a scene, and for a picture. */
const STEP_TIMEOUT_MS = 20_000;
/**
 * So often a scene is played, each time on a page of its own: what came in another order on a busy machine
 * is not what is looked for.
 */
const MAX_ATTEMPTS = 3;

/**
 * Ready for the camera: nothing loads, nothing moves, and the page has looked the same for two frames more. A reply may
 * be written for as long as it likes.
 */
const WAIT_UNTIL_STABLE = `new Promise((resolve) => {
  const begun = performance.now();
  let before = '';
  let same = 0;
  const look = () => {
    const busy =
      document.querySelector('[aria-busy="true"]:not([data-testid="message-assistant"]), [class*="_skeleton_"]') !==
        null ||
      [...document.images].some((image) => !image.complete) ||
      document.fonts.status !== 'loaded' ||
      document.getAnimations().some((animation) => animation.playState === 'running');
    const now =
      document.body.innerHTML.length +
      ':' +
      [...document.querySelectorAll('main *, dialog *')]
        .slice(0, 400)
        .reduce(
          (sum, element) =>
            sum +
            element.scrollTop +
            element.scrollLeft +
            element.getBoundingClientRect().top +
            element.getBoundingClientRect().left,
          0,
        );
    same = !busy && now === before ? same + 1 : 0;
    before = now;
    if (same >= 3 || performance.now() - begun > 3000) resolve();
    else requestAnimationFrame(look);
  };
  look();
})`;

/** As a person would choose it; the page of a public link has no such choice. */
const inTheme = (theme: string): string =>
  `window.themeDebug ? window.themeDebug.set('${theme}') : void (document.documentElement.dataset.theme = '${theme}')`;

const isOpenStream = (answer: unknown): answer is OpenStream =>
  typeof answer === 'object' && answer !== null && 'events' in answer;
const isErrorAnswer = (answer: unknown): answer is ErrorAnswer =>
  typeof answer === 'object' && answer !== null && 'refused' in answer;

const routeOf = (method: string, path: string) =>
  ROUTES.find(
    (route) =>
      route.method === method.toLowerCase() && new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  );

type View = readonly [Page, CDPSession];

const openPage = async (browser: Browser): Promise<View> => {
  const context = await browser.newContext({
    viewport: SIZES.desktop,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    timezoneId: 'UTC',
    locale: 'en-US',
    colorScheme: 'light',
    deviceScaleFactor: 1,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  await page.clock.setFixedTime(HOUR);
  await page.addInitScript(FREEZE_PAGE);
  return [page, await context.newCDPSession(page)];
};

/**
 * The page as it is built, with a server behind it that only plays: each scene says what it answers, and
 * the contract checks that.
 */
export class ScreenshotHarness {
  /** What the page asked and no scene answers, and answers that the contract does not know. */
  unanswered: string[] = [];
  /** Covered controls and text that runs out of its box, at each size. */
  layoutFaults: string[] = [];
  /** Landmarks and fields without a name of their own. */
  landmarkFaults: string[] = [];
  private answers: Answers = {};
  /** What the page has asked for and does not have yet, among it parts that are loaded when they are first shown. */
  private readonly loading = new Set<Request>();
  private page: Page;
  private cdp: CDPSession;

  private constructor(
    private readonly server: Server,
    private readonly url: string,
    private readonly browser: Browser,
    view: View,
    private readonly themesOf: ThemesOf,
  ) {
    [this.page, this.cdp] = view;
    this.watchRequests();
  }

  static async create(browser: Browser, themesOf = allThemes): Promise<ScreenshotHarness> {
    const app = new Koa();
    const server = createServer((request, response) => void app.callback()(request, response));
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening);
    });
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const harness = new ScreenshotHarness(server, url, browser, await openPage(browser), themesOf);
    app.use((ctx, next) => {
      if (ctx.path === '/blank') ctx.body = '<!doctype html><title>-</title>';
      else if (ctx.path.startsWith('/api/')) harness.answer(ctx);
      else {
        if (ctx.path.startsWith('/share/')) ctx.path = '/share.html';
        return next();
      }
      return undefined;
    });
    app.use(serveWebApp(WEB));
    return harness;
  }

  async close(): Promise<void> {
    await this.page.context().close();
    this.server.close();
    this.server.closeAllConnections();
  }

  /**
   * Plays a scene and hands each of its pictures on; one that is not `accepted` is taken again for a while, and then
   * the scene is played anew.
   * Throws what stopped the last play.
   */
  async capture(scene: Scene, accepted: (shot: Screenshot) => Promise<boolean>): Promise<void> {
    for (let left = MAX_ATTEMPTS; left > 0; left -= 1) {
      try {
        if (await this.captureOnce(scene, accepted)) return;
      } catch (error) {
        if (left === 1) throw error;
      }
      await this.page.context().close();
      [this.page, this.cdp] = await openPage(this.browser);
      this.watchRequests();
    }
  }

  /** All but the streams, which stay open for as long as the scene is on. */
  private watchRequests(): void {
    this.loading.clear();
    this.page.on('request', (request) => {
      if (!isOpenStream(this.answers[`${request.method()} ${new URL(request.url()).pathname}`]))
        this.loading.add(request);
    });
    const forget = (request: Request): void => {
      this.loading.delete(request);
    };
    this.page.on('requestfinished', forget);
    this.page.on('requestfailed', forget);
  }

  private async untilStable(): Promise<void> {
    const until = Date.now() + STABLE_TIMEOUT_MS;
    let wasLoading: boolean;
    do {
      wasLoading = this.loading.size > 0;
      await this.page.evaluate(WAIT_UNTIL_STABLE);
    } while (wasLoading && Date.now() < until);
  }

  private async captureOnce(scene: Scene, accepted: (shot: Screenshot) => Promise<boolean>): Promise<boolean> {
    const { answers, stored } = fixturesFor(scene.as);
    await this.page.goto(`${this.url}/blank`); // what the scene before still asks for is none of this one's
    this.loading.clear();
    this.answers = { ...answers, ...scene.answers };
    this.unanswered = [];
    this.layoutFaults = [];
    this.landmarkFaults = [];
    await this.page.setViewportSize(SIZES.desktop);
    await this.page.evaluate(
      (storage) => {
        localStorage.clear();
        sessionStorage.clear();
        for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, JSON.stringify(value));
      },
      { ...stored, ...scene.stored },
    );
    await this.openScene(scene);
    let allAccepted = true;
    for (const size of ['desktop', 'phone'] as const) {
      if (size === 'phone') await this.switchToPhone(scene);
      await this.findLayoutFaults(size);
      if (size === this.landmarkSize(scene)) await this.findLandmarks(size);
      for (const theme of this.themesOf(scene, size)) {
        await this.page.evaluate(inTheme(theme));
        allAccepted = (await this.untilAccepted(`${scene.name}.${size}-${theme}`, accepted)) && allAccepted;
      }
    }
    return allAccepted;
  }

  /**
   * A file is lost from the first call on: a page that is loaded a second time for it asks what nobody answers when
   * it is cut off at the first.
   */
  private async openScene(scene: Scene): Promise<void> {
    const chunkUrl = `**/assets/${scene.missingChunk ?? ''}-*.js`;
    if (scene.missingChunk) await this.page.route(chunkUrl, (route) => route.abort());
    await this.page.goto(`${this.url}${scene.at ?? '/'}`);
    await scene.show?.(this.page);
    if (!scene.missingChunk) return;
    await this.page.getByRole('button', { name: 'Refresh Page' }).waitFor();
    await this.page.unroute(chunkUrl);
  }

  /** What a change of size closes is closed before the scene goes on. */
  private async switchToPhone(scene: Scene): Promise<void> {
    await this.untilStable();
    await this.page.setViewportSize(TABLET);
    await this.findLayoutFaults('tablet');
    await this.page.setViewportSize(SIZES.phone);
    await this.untilStable();
    await scene.onPhone?.(this.page);
  }

  /** Landmarks depend on the size only where a person does something else on a phone. */
  private landmarkSize({ onPhone }: Scene): Size {
    return onPhone ? 'phone' : 'desktop';
  }

  private async findLandmarks(size: string): Promise<void> {
    const faults = await findLandmarkFaults(this.page);
    this.landmarkFaults.push(...faults.map((fault) => `${size}: ${fault}`));
  }

  private async findLayoutFaults(size: string): Promise<void> {
    await this.untilStable();
    const faults = await this.page.evaluate<string[]>(LAYOUT_FAULTS);
    this.layoutFaults.push(...faults.map((fault) => `${size}: ${fault}`));
  }

  private async untilAccepted(name: string, accepted: (shot: Screenshot) => Promise<boolean>): Promise<boolean> {
    const until = Date.now() + STABLE_TIMEOUT_MS;
    do {
      await this.untilStable();
      if (await accepted({ name, png: await this.takeScreenshot() })) return true;
    } while (Date.now() < until);
    return false;
  }

  /** The browser is asked itself: the ready-made way takes twice as long. It may never answer on a busy machine. */
  private async takeScreenshot(): Promise<Buffer> {
    let late: NodeJS.Timeout | undefined;
    const never = new Promise<never>((_, refuse) => {
      late = setTimeout(() => refuse(new Error('the browser took no picture')), STEP_TIMEOUT_MS);
    });
    try {
      const { data } = await Promise.race([
        this.cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true }),
        never,
      ]);
      return Buffer.from(data, 'base64');
    } finally {
      clearTimeout(late);
    }
  }

  private answer(ctx: Koa.Context): void {
    const key = `${ctx.method} ${ctx.path}`;
    const answer = this.answers[key];
    if (answer === undefined) {
      this.unanswered.push(key);
      ctx.status = 404;
      ctx.body = { error: `nobody answers ${key}` };
    } else if (isOpenStream(answer)) this.streamEvents(ctx, answer);
    else if (isErrorAnswer(answer)) {
      ctx.status = answer.refused;
      ctx.body = { error: answer.error, code: answer.code, ...answer.more };
    } else if (Buffer.isBuffer(answer)) {
      ctx.type = 'image/svg+xml';
      ctx.body = answer;
    } else ctx.body = this.checked(key, answer);
  }

  /** The answer as the contract lets it through. */
  private checked(key: string, answer: unknown): unknown {
    const [method = '', path = ''] = key.split(' ');
    const read = routeOf(method, path)?.reply.safeParse(answer);
    if (!read?.success) this.unanswered.push(`${key}: ${read ? read.error.message : 'no call of the contract'}`);
    return read?.data ?? answer;
  }

  /** A reply that is being written, for as long as the scene is on. */
  private streamEvents(ctx: Koa.Context, { events }: OpenStream): void {
    ctx.respond = false;
    const { res } = ctx;
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    events.forEach(([event, data], id) =>
      res.write(`id: ${id}\n${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`),
    );
  }
}
