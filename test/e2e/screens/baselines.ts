import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';

import type { Screenshot } from './screenshot-harness.ts';

const BASELINE_FOLDER = join(import.meta.dirname, 'pictures');
const DIFF_FOLDER = join(import.meta.dirname, 'different');

/**
 * Blur takes the edge off what fonts are smoothed differently by another browser; a moved line or
 * another word still stands out.
 */
const BLUR_SIGMA = 0.8;
/** How far a point may be off in brightness, of 255. */
const MAX_PIXEL_DIFFERENCE = 40;
/** Which share of the points may be off by more. */
const MAX_DIFFERENT_SHARE = 0.0002;
/** Kept pictures have thin lines in paler colours, so colours are compared over squares of so many points. */
const SQUARE_SIZE = 8;
/** How far the colour of a square may be off, of 255, in its worst part. */
const MAX_COLOUR_DIFFERENCE = 24;
/** So few may be: a control has more, a spot that was kept badly has one. */
const MAX_DIFFERENT_SQUARES = 3;

const fileOf = (name: string): string => join(BASELINE_FOLDER, `${name}.webp`);

/**
 * What the browser gave, byte for byte, when a baseline was last taken or confirmed: the same bytes need no decoding.
 */
const DIGEST_FILE = join(BASELINE_FOLDER, 'digests.json');
let digests: Promise<Record<string, string>> | undefined;
const knownDigests = (): Promise<Record<string, string>> =>
  (digests ??= readFile(DIGEST_FILE, 'utf8').then(
    (text) => JSON.parse(text) as Record<string, string>,
    () => ({}),
  ));
const digestOf = (png: Buffer): string => createHash('sha256').update(png).digest('base64url').slice(0, 22);

// Within a test runner each look at a global name is slow, and there are millions of points.
const { abs, floor } = Math;

/** The mean colour of each square. */
const squaresOf = (data: Buffer, width: number, height: number): Float64Array => {
  const across = Math.ceil(width / SQUARE_SIZE);
  const sums = new Float64Array(across * Math.ceil(height / SQUARE_SIZE) * 3);
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = floor(y / SQUARE_SIZE) * across;
    for (let x = 0; x < width; x += 1) {
      const square = (row + floor(x / SQUARE_SIZE)) * 3;
      for (let part = 0; part < 3; part += 1, at += 1)
        sums[square + part] = (sums[square + part] ?? 0) + (data[at] ?? 0) / SQUARE_SIZE ** 2;
    }
  }
  return sums;
};

const prepareImage = async (picture: Buffer) => {
  const {
    data: colours,
    info: { width, height },
  } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const data = await sharp(colours, { raw: { width, height, channels: 3 } })
    .greyscale()
    .blur(BLUR_SIGMA)
    .raw()
    .toBuffer();
  return { data, width, height, squares: squaresOf(colours, width, height) };
};

const indicesBeyond = (one: ArrayLike<number>, other: ArrayLike<number>, than: number): readonly number[] => {
  const found: number[] = [];
  for (let at = 0; at < other.length; at += 1) if (abs((one[at] ?? 0) - (other[at] ?? 0)) > than) found.push(at);
  return found;
};

/** The new picture, pale and grey, with what is off in red. */
const writeDiff = async (
  name: string,
  { data, width, height }: Awaited<ReturnType<typeof prepareImage>>,
  marks: readonly number[],
): Promise<string> => {
  const painted = Buffer.alloc(data.length * 3);
  data.forEach((value, at) => painted.fill(255 - (255 - value) / 3, at * 3, at * 3 + 3));
  for (const at of marks) painted.set([220, 0, 0], at * 3);
  const file = join(DIFF_FOLDER, `${name}.png`);
  await mkdir(DIFF_FOLDER, { recursive: true });
  await writeFile(
    file,
    await sharp(painted, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  );
  return file;
};

type Difference = () => Promise<string>;

/** Null when the picture is as it was; else a function that tells what is wrong, with the file that shows it. */
export const compare = async (shot: Screenshot): Promise<Difference | null> =>
  (await knownDigests())[shot.name] === digestOf(shot.png) ? null : compareWithPicture(shot);

const compareWithPicture = async ({ name, png }: Screenshot): Promise<Difference | null> => {
  const baseline = await readFile(fileOf(name)).catch(() => null);
  if (!baseline)
    return () => Promise.resolve(`${name}: there is no picture to compare with (npm run screens takes it)`);
  const [before, now] = await Promise.all([prepareImage(baseline), prepareImage(png)]);
  const marks = indicesBeyond(before.data, now.data, MAX_PIXEL_DIFFERENCE);
  const share = marks.length / now.data.length;
  const repainted = indicesBeyond(before.squares, now.squares, MAX_COLOUR_DIFFERENCE).length;
  if (share <= MAX_DIFFERENT_SHARE && repainted <= MAX_DIFFERENT_SQUARES && before.data.length === now.data.length)
    return null;
  return async () =>
    `${name}: ${(share * 100).toFixed(3)} % of it is different, ${repainted} squares have another colour, ` +
    `see ${await writeDiff(name, now, marks)}`;
};

/** Lays the picture down as the one to compare with; false where it looks like the one that is there. */
export const updateBaseline = async (shot: Screenshot): Promise<boolean> => {
  const isDifferent = (await compareWithPicture(shot)) !== null;
  if (isDifferent) {
    await mkdir(BASELINE_FOLDER, { recursive: true });
    await writeFile(
      fileOf(shot.name),
      await sharp(shot.png).webp({ quality: 80, effort: 5, smartSubsample: true }).toBuffer(),
    );
  }
  (await knownDigests())[shot.name] = digestOf(shot.png);
  return isDifferent;
};

/** Writes the digests of all pictures that are there, sorted, one a line. */
export const saveDigests = async (): Promise<void> => {
  const known = await knownDigests();
  const names = (await readdir(BASELINE_FOLDER))
    .filter((file) => file.endsWith('.webp'))
    .map((file) => file.slice(0, -5));
  const lines = names.toSorted().flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]]));
  await writeFile(DIGEST_FILE, `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`);
};
