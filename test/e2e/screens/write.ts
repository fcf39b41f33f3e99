// `npm run screens [-- name…]`: takes the pictures of the screens anew. Look at what changed before it is committed.
import { launch } from '../product.ts';
import { keep } from './pictures.ts';
import { SCENES } from './scenes.ts';
import { Stage } from './stage.ts';

const wanted = process.argv.slice(2);
const browser = await launch();
const stage = await Stage.set(browser);
const writing: Promise<void>[] = [];
const begun = Date.now();
const failed: string[] = [];
for (const scene of SCENES.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))) {
  await stage.play(scene, (shot) => { writing.push(keep(shot)); }).catch((error: unknown) => { failed.push(`${scene.name}: ${String(error).slice(0, 500)}`); });
  if (stage.unanswered.length > 0) failed.push(`${scene.name}: nobody answers ${stage.unanswered.join(', ')}`);
}
await Promise.all(writing);
await stage.close();
await browser.close();
process.stdout.write(`${writing.length} pictures in ${((Date.now() - begun) / 1000).toFixed(0)} s\n`);
for (const line of failed) process.stderr.write(`${line}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
