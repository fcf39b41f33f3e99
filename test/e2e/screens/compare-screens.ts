import type { Browser } from 'playwright-core';

import { launchForPictures } from '../product.ts';
import { compare } from './baselines.ts';
import { wasCompared } from './compared-page.ts';
import type { Scene } from './scene.ts';
import { oneThemeEach, ScreenshotHarness } from './screenshot-harness.ts';

/** Of a page that was compared whole when its pictures were taken, one of so many scenes is looked at again. */
const SAMPLE = 12;

/**
 * Every scene at a desk and on a phone, in one theme each: the themes differ in colours only. Where a change is meant,
 * `npm run screens` takes the pictures anew.
 */
export const matchesBaselines = (scenes: readonly Scene[]): void => {
  const due = wasCompared() ? scenes.filter((_, index) => index % SAMPLE === 0) : scenes;
  let browser: Browser;
  let harness: ScreenshotHarness;

  beforeAll(async () => {
    browser = await launchForPictures();
    harness = await ScreenshotHarness.create(browser, oneThemeEach);
  }, 60_000);
  afterAll(async () => {
    await harness.close();
    await browser.close();
  });

  test.each(due)(
    '$name looks as it did',
    async (scene) => {
      const faults = new Map<string, () => Promise<string>>();
      await harness.capture(scene, async (shot) => {
        const fault = await compare(shot);
        if (fault) faults.set(shot.name, fault);
        else faults.delete(shot.name);
        return fault === null;
      });
      expect(await Promise.all([...faults.values()].map((describe) => describe()))).toEqual([]);
      expect(harness.unanswered).toEqual([]);
      expect(harness.layoutFaults).toEqual([]);
      expect(harness.landmarkFaults).toEqual([]);
    },
    240_000,
  );
};
