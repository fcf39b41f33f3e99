import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';

import type { Shot } from './stage.ts';

const KEPT = join(import.meta.dirname, 'pictures');
const DIFFERENT = join(import.meta.dirname, 'different');

/** Blur takes the edge off what fonts are smoothed differently by another browser; a moved line or another word still stands out. */
const BLUR = 0.8;
/** How far a point may be off, of 255, in its worst colour. */
const POINT = 40;
/** Which share of the points may be off by more. */
const SHARE = 0.0002;

const fileOf = (name: string): string => join(KEPT, `${name}.webp`);

/** Lays the picture down as the one to compare with. */
export const keep = async ({ name, png }: Shot): Promise<void> => {
  await mkdir(KEPT, { recursive: true });
  await writeFile(fileOf(name), await sharp(png).webp({ quality: 80, effort: 5, smartSubsample: true }).toBuffer());
};

const pointsOf = async (picture: Buffer) => {
  const { data, info } = await sharp(picture).removeAlpha().blur(BLUR).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

const off = (one: Buffer, other: Buffer, at: number): boolean =>
  Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > POINT || Math.abs((one[at + 1] ?? 0) - (other[at + 1] ?? 0)) > POINT || Math.abs((one[at + 2] ?? 0) - (other[at + 2] ?? 0)) > POINT;

/** The new picture, paled, with what is off in red. */
const paint = async (name: string, { data, width, height }: Awaited<ReturnType<typeof pointsOf>>, marks: readonly number[]): Promise<string> => {
  const painted = Buffer.from(data.map((value) => 255 - (255 - value) / 3));
  for (const at of marks) painted.set([220, 0, 0], at);
  const file = join(DIFFERENT, `${name}.png`);
  await mkdir(DIFFERENT, { recursive: true });
  await writeFile(file, await sharp(painted, { raw: { width, height, channels: 3 } }).png().toBuffer());
  return file;
};

/** Null when the picture is as it was; else what is wrong, with the file that shows it. */
export const compare = async ({ name, png }: Shot): Promise<string | null> => {
  const kept = await readFile(fileOf(name)).catch(() => null);
  if (!kept) return `${name}: there is no picture to compare with (npm run screens takes it)`;
  const [before, now] = await Promise.all([pointsOf(kept), pointsOf(png)]);
  const marks: number[] = [];
  for (let at = 0; at < now.data.length; at += 3) if (off(before.data, now.data, at)) marks.push(at);
  const share = marks.length / (now.width * now.height);
  return share <= SHARE && before.data.length === now.data.length ? null : `${name}: ${(share * 100).toFixed(3)} % of it is different, see ${await paint(name, now, marks)}`;
};
