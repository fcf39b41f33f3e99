import type { Browser } from 'playwright-core';

import { launch } from '../product.ts';
import { compare } from './pictures.ts';
import type { Scene } from './scene.ts';
import { Stage } from './stage.ts';

/** A clean clone has a quarter of an hour for everything: there the scenes take turns, a light desk and a dark phone. Elsewhere each is compared in all four. */
const isWanted =
  (at: number) =>
  (look: string): boolean =>
    process.env['CI'] !== 'true' || look === (at % 2 === 0 ? 'desktop-light' : 'phone-dark');

/** Every scene at a desk and on a phone, light and dark. Where a change is meant, `npm run screens` takes the pictures anew. */
export const looksAsItDid = (scenes: readonly Scene[]): void => {
  let browser: Browser;
  let stage: Stage;

  beforeAll(async () => {
    browser = await launch();
    stage = await Stage.set(browser);
  }, 60_000);
  afterAll(async () => {
    await stage.close();
    await browser.close();
  });

  test.each(scenes)(
    '$name looks as it did',
    async (scene) => {
      const faults = new Map<string, () => Promise<string>>();
      await stage.play(
        scene,
        async (shot) => {
          const fault = await compare(shot);
          if (fault) faults.set(shot.name, fault);
          else faults.delete(shot.name);
          return fault === null;
        },
        isWanted(scenes.indexOf(scene)),
      );
      expect(await Promise.all([...faults.values()].map((told) => told()))).toEqual([]);
      expect(stage.unanswered).toEqual([]);
    },
    240_000,
  );
};
