import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { PICTURES_BROWSER } from '../product.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const RECORD = join(import.meta.dirname, 'pictures/compared-page.json');
/** The built page, what it is given to show, and who plays, draws and compares it. */
const INPUTS = ['dist/web', 'src/contract', 'src/shared', 'src/adapters/http/pages', 'test/web/support', 'test/e2e'];
const IS_INPUT = /\.(?:html|js|css|svg|json|ttf|woff2|webmanifest|ts|tsx)$/;
/** Journeys have no part in it, nor has what is written here. */
const IS_LEFT_OUT = /\.test\.tsx?$|\/pictures\//;

/** One digest of everything that decides how the screens look. */
export const digestOfPage = (root = ROOT): string => {
  const digest = createHash('sha256').update(execFileSync(PICTURES_BROWSER, ['--version']));
  for (const folder of INPUTS) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => IS_INPUT.test(path) && !IS_LEFT_OUT.test(path));
    for (const path of files.toSorted())
      digest.update(`\n${path.slice(root.length)}\n`).update(createHash('sha256').update(readFileSync(path)).digest());
  }
  return digest.digest('base64url');
};

/** True: `npm run screens` looked at every screen of this very page, and each was as its picture. */
export const wasCompared = (): boolean => {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8')) === digestOfPage();
  } catch {
    return false;
  }
};

export const recordCompared = (): void => writeFileSync(RECORD, `${JSON.stringify(digestOfPage())}\n`);
