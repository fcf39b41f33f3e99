import type { Browser } from 'playwright-core';

import { launch } from './product.ts';
import { compare } from './screens/pictures.ts';
import { SCENES } from './screens/scenes.ts';
import { Stage } from './screens/stage.ts';

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

/** At a desk and on a phone, light and dark. Where a change is meant, `npm run screens` takes the pictures anew. */
test.each(SCENES)('$name looks as it did', async (scene) => {
  const looks: Promise<string | null>[] = [];
  await stage.play(scene, (shot) => { looks.push(compare(shot)); });
  expect((await Promise.all(looks)).filter((fault) => fault !== null)).toEqual([]);
  expect(stage.unanswered).toEqual([]);
}, 60_000);
