import type { Browser } from 'playwright-core';

import { launchForPictures } from '../product.ts';
import { compare } from './baselines.ts';
import type { Scene } from './scene.ts';
import { oneThemeEach, ScreenshotHarness } from './screenshot-harness.ts';

/** Every scene at a desk and on a phone, in one theme each: the themes differ in colours only. Where a change is meant, `npm run screens` takes the pictures anew. */
export const matchesBaselines = (scenes: readonly Scene[]): void => {
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

  test.each(scenes)(
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
