// `npm run screens [-- name…]`: takes the pictures of the screens anew. Look at what changed before it is committed.
import { launchForPictures } from '../product.ts';
import { saveDigests, updateBaseline } from './baselines.ts';
import { recordCompared } from './compared-page.ts';
import { SCENES } from './scenes.ts';
import { ScreenshotHarness, type Screenshot } from './screenshot-harness.ts';

const wanted = process.argv.slice(2);
const browser = await launchForPictures();
const stage = await ScreenshotHarness.create(browser);
const updates: Promise<boolean>[] = [];
const begun = Date.now();
const failed: string[] = [];

/** What was taken last and is not kept yet. */
const unstable = new Map<string, Screenshot>();

/** A picture is kept once two in a row are the same. */
const whenStable = (shot: Screenshot): Promise<boolean> => {
  const same = unstable.get(shot.name)?.png.equals(shot.png) ?? false;
  if (same) {
    updates.push(updateBaseline(shot));
    unstable.delete(shot.name);
  } else unstable.set(shot.name, shot);
  return Promise.resolve(same);
};

for (const scene of SCENES.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))) {
  await stage.capture(scene, whenStable).catch((error: unknown) => {
    failed.push(`${scene.name}: ${String(error).slice(0, 500)}`);
  });
  failed.push(...[...stage.layoutFaults, ...stage.landmarkFaults].map((fault) => `${scene.name}: ${fault}`));
  if (stage.unanswered.length > 0) failed.push(`${scene.name}: nobody answers ${stage.unanswered.join(', ')}`);
}
failed.push(...[...unstable.keys()].map((name) => `${name}: no two pictures in a row are the same, so none was kept`));
const written = (await Promise.all(updates)).filter(Boolean);
await saveDigests();
if (wanted.length === 0 && failed.length === 0) recordCompared();
await stage.close();
await browser.close();
process.stdout.write(
  `${updates.length} pictures, ${written.length} of them new or different, ` +
    `in ${((Date.now() - begun) / 1000).toFixed(0)} s\n`,
);
for (const line of failed) process.stderr.write(`${line}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
