import type { Tab } from './browser.ts';
import { pause, quantile, until } from './figures.ts';

/**
 * Collects what the browser says about each interaction: the time from the input to the next paint, to 8 ms.
 * It does not report those below 16 ms, but counts them. Also the tasks of the main thread that are longer
 * than 50 ms, and the frames.
 */
export const WATCH_INTERACTIONS = `
  window.benchSeen = { interactions: new Map(), before: 0, tasks: [], frames: [] };
  new PerformanceObserver((list) => {
    const { interactions } = window.benchSeen;
    for (const { interactionId: id, duration } of list.getEntries())
      if (id) interactions.set(id, Math.max(duration, interactions.get(id) ?? 0));
  }).observe({ type: 'event', durationThreshold: 16 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.benchSeen.tasks.push(duration);
  }).observe({ type: 'longtask' });
  let last = 0;
  const frame = (now) => {
    if (last > 0) window.benchSeen.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);`;

const FORGET = `{
  const { benchSeen } = window;
  benchSeen.interactions.clear();
  benchSeen.before = performance.interactionCount;
  benchSeen.tasks.length = 0;
  benchSeen.frames.length = 0;
}`;

const TAKE = `(() => {
  const { interactions, before, tasks, frames } = window.benchSeen;
  return { reported: [...interactions.values()], count: performance.interactionCount - before, tasks, frames };
})()`;

interface Seen {
  readonly reported: readonly number[];
  readonly count: number;
  readonly tasks: readonly number[];
  readonly frames: readonly number[];
}

export interface Scene {
  /** One for each interaction; 0: below 16 ms. */
  readonly interactions: readonly number[];
  readonly p95: number;
  readonly longest: number;
  /** Also of what comes after the paint. */
  readonly longestTask: number;
  /** Milliseconds from one frame to the next. */
  readonly frames: readonly number[];
}

/** A hand takes this long from one key or press to the next. */
const HAND_MS = 80;
/** Until the browser has reported the last one. */
const REPORT_MS = 400;

/** Two frames later, and a hand's pause. */
export const settle = async ({ page }: Tab): Promise<void> => {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  );
  await pause(HAND_MS);
};

/** What `work` in the tab costs whoever does it. */
export const inScene = async (tab: Tab, work: () => Promise<void>): Promise<Scene> => {
  await settle(tab);
  await pause(REPORT_MS);
  await tab.page.evaluate(FORGET);
  await work();
  await settle(tab);
  await pause(REPORT_MS);
  const { reported, count, tasks, frames } = (await tab.page.evaluate(TAKE)) as Seen;
  const fast = Array.from({ length: Math.max(0, count - reported.length) }, () => 0);
  const interactions = [...reported, ...fast];
  return {
    interactions,
    p95: interactions.length === 0 ? 0 : quantile(interactions, 0.95),
    longest: Math.max(0, ...interactions),
    longestTask: Math.max(0, ...tasks),
    frames,
  };
};

/** The middle of what is there, scrolled to if need be. */
const placeOf = async ({ page }: Tab, selector: string): Promise<{ readonly x: number; readonly y: number }> => {
  const place = await page.evaluate(`(() => {
    const target = document.querySelector('${selector}');
    target.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = target.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })()`);
  return place as { readonly x: number; readonly y: number };
};

/** Presses by the mouse, without what a locator's own click does in the page. */
export const press = async (tab: Tab, selector: string, clicks = 1): Promise<void> => {
  const { x, y } = await placeOf(tab, selector);
  await tab.page.mouse.move(x, y);
  await tab.page.mouse.click(x, y, { clickCount: clicks });
  await settle(tab);
};

export const typeKeys = async (tab: Tab, keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    await tab.page.keyboard.press(key);
    await settle(tab);
  }
};

export const shows = (tab: Tab, selector: string): Promise<void> =>
  until(
    selector,
    async () => Boolean(await tab.page.evaluate(`document.querySelector('${selector}') !== null`)),
    120_000,
  );
