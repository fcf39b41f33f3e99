import type { Browser } from 'playwright-core';

import { EFFECTS } from '../../../src/contract/theme.ts';
import { inTab, type Tab, withBrowser } from '../support/browser.ts';
import { median, pause, quantile, until } from '../support/figures.ts';
import type { Row } from '../support/report.ts';

const FRAMES = 120;
const MAX_FRAME_MS = 8;

/**
 * Keeps what each frame that draws costs, in milliseconds: from the browser's call until all of it is really drawn,
 * which reading one point back waits for.
 */
const WATCH_FRAMES = `
  (() => {
  const drawn = new Set();
  window.benchFrames = [];
  const watch = (prototype, names) => {
    for (const name of names) {
      const original = prototype[name];
      prototype[name] = function (...input) {
        if (this.canvas.isConnected) drawn.add(this);
        return original.apply(this, input);
      };
    }
  };
  watch(WebGLRenderingContext.prototype, ['drawArrays']);
  watch(CanvasRenderingContext2D.prototype, ['drawImage', 'fillRect', 'putImageData']);
  const point = new Uint8Array(4);
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (frame) =>
    request((at) => {
      drawn.clear();
      const begun = performance.now();
      frame(at);
      if (drawn.size === 0) return;
      for (const context of drawn) {
        if (context instanceof WebGLRenderingContext)
          context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, point);
        else context.getImageData(0, 0, 1, 1);
      }
      window.benchFrames.push(performance.now() - begun);
    });
})();`;

/** Shows the page with this effect, whatever the server says. */
const withEffect = async ({ page }: Tab, effect: string): Promise<void> => {
  await page.route('**/api/theme', async (route) => {
    const answer = await route.fetch();
    const { skins } = (await answer.json()) as { skins: Record<string, { background: object }> };
    const changed = Object.entries(skins).map(([name, skin]) => [
      name,
      { ...skin, background: { ...skin.background, effect } },
    ]);
    await route.fulfill({ json: { skins: Object.fromEntries(changed) as object } });
  });
};

/**
 * Nothing is computed for the canvas, yet it is shown anew with each frame and read back: what this browser
 * takes for that by itself.
 */
const DRAW_NOTHING = 'WebGLRenderingContext.prototype.drawArrays = function () { this.clear(this.COLOR_BUFFER_BIT); };';

const framesOf = (browser: Browser, url: string, effect: string, before = ''): Promise<readonly number[]> =>
  inTab(browser, before + WATCH_FRAMES, async (tab) => {
    await withEffect(tab, effect);
    await tab.page.goto(url);
    await until(`the background ${effect}`, async () =>
      Boolean(await tab.page.evaluate("document.querySelector('[data-testid=background] canvas') !== null")),
    );
    await pause(1000); // the page has other things to do at first
    await tab.page.evaluate('window.benchFrames.length = 0');
    await until(
      `frames of ${effect}`,
      async () => Number(await tab.page.evaluate('window.benchFrames.length')) >= FRAMES,
    );
    return (await tab.page.evaluate('window.benchFrames')) as number[];
  });

/**
 * What each background costs the reader's machine while it moves; the browser here has no graphics card. Each has a
 * browser of its own: after long work one may have lost its drawing process, and then draws no background ever again.
 */
export const backgroundRows = async (url: string): Promise<Row[]> => {
  const noteOf = (frames: readonly number[]) =>
    `median ${median(frames).toFixed(1)} ms, the lightest tenth ${quantile(frames, 0.1).toFixed(1)} ms, ` +
    `${frames.length} frames`;
  const floor = await withBrowser((browser) => framesOf(browser, url, 'aurora', DRAW_NOTHING));
  const rows: Row[] = [
    {
      what: 'a canvas that is only cleared: frame time, p95',
      measured: quantile(floor, 0.95),
      unit: 'ms',
      note: noteOf(floor),
    },
  ];
  for (const effect of EFFECTS.filter((name) => name !== 'none')) {
    const frames = await withBrowser((browser) => framesOf(browser, url, effect));
    rows.push({
      what: `${effect}: frame time, p95`,
      measured: quantile(frames, 0.95),
      unit: 'ms',
      target: MAX_FRAME_MS,
      note: noteOf(frames),
    });
  }
  return rows;
};
