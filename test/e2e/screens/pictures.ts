import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';

import type { Shot } from './stage.ts';

const KEPT = join(import.meta.dirname, 'pictures');
const DIFFERENT = join(import.meta.dirname, 'different');

/** Blur takes the edge off what fonts are smoothed differently by another browser; a moved line or another word still stands out. */
const BLUR = 0.8;
/** How far a point may be off in brightness, of 255. */
const POINT = 40;
/** Which share of the points may be off by more. */
const SHARE = 0.0002;
/** Kept pictures have thin lines in paler colours, so colours are compared over squares of so many points. */
const SQUARE = 8;
/** How far the colour of a square may be off, of 255, in its worst part. */
const COLOUR = 24;
/** So few may be: a control has more, a spot that was kept badly has one. */
const SQUARES = 3;

const fileOf = (name: string): string => join(KEPT, `${name}.webp`);

// Within a test runner each look at a global name is slow, and there are millions of points.
const { abs, floor } = Math;

/** The mean colour of each square. */
const squaresOf = (data: Buffer, width: number, height: number): Float64Array => {
  const across = Math.ceil(width / SQUARE);
  const sums = new Float64Array(across * Math.ceil(height / SQUARE) * 3);
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = floor(y / SQUARE) * across;
    for (let x = 0; x < width; x += 1) {
      const square = (row + floor(x / SQUARE)) * 3;
      for (let part = 0; part < 3; part += 1, at += 1)
        sums[square + part] = (sums[square + part] ?? 0) + (data[at] ?? 0) / SQUARE ** 2;
    }
  }
  return sums;
};

const look = async (picture: Buffer) => {
  const {
    data: colours,
    info: { width, height },
  } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const data = await sharp(colours, { raw: { width, height, channels: 3 } })
    .greyscale()
    .blur(BLUR)
    .raw()
    .toBuffer();
  return { data, width, height, squares: squaresOf(colours, width, height) };
};

const farther = (one: ArrayLike<number>, other: ArrayLike<number>, than: number): readonly number[] => {
  const found: number[] = [];
  for (let at = 0; at < other.length; at += 1) if (abs((one[at] ?? 0) - (other[at] ?? 0)) > than) found.push(at);
  return found;
};

/** The new picture, pale and grey, with what is off in red. */
const paint = async (
  name: string,
  { data, width, height }: Awaited<ReturnType<typeof look>>,
  marks: readonly number[],
): Promise<string> => {
  const painted = Buffer.alloc(data.length * 3);
  data.forEach((value, at) => painted.fill(255 - (255 - value) / 3, at * 3, at * 3 + 3));
  for (const at of marks) painted.set([220, 0, 0], at * 3);
  const file = join(DIFFERENT, `${name}.png`);
  await mkdir(DIFFERENT, { recursive: true });
  await writeFile(
    file,
    await sharp(painted, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  );
  return file;
};

/** Null when the picture is as it was; else a function that tells what is wrong, with the file that shows it. */
export const compare = async ({ name, png }: Shot): Promise<(() => Promise<string>) | null> => {
  const kept = await readFile(fileOf(name)).catch(() => null);
  if (!kept) return () => Promise.resolve(`${name}: there is no picture to compare with (npm run screens takes it)`);
  const [before, now] = await Promise.all([look(kept), look(png)]);
  const marks = farther(before.data, now.data, POINT);
  const share = marks.length / now.data.length;
  const repainted = farther(before.squares, now.squares, COLOUR).length;
  if (share <= SHARE && repainted <= SQUARES && before.data.length === now.data.length) return null;
  return async () =>
    `${name}: ${(share * 100).toFixed(3)} % of it is different, ${repainted} squares have another colour, see ${await paint(name, now, marks)}`;
};

/** Lays the picture down as the one to compare with; false where it looks like the one that is there. */
export const keep = async (shot: Shot): Promise<boolean> => {
  if (!(await compare(shot))) return false;
  await mkdir(KEPT, { recursive: true });
  await writeFile(
    fileOf(shot.name),
    await sharp(shot.png).webp({ quality: 80, effort: 5, smartSubsample: true }).toBuffer(),
  );
  return true;
};
