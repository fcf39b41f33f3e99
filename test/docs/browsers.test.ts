import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { LANGUAGES } from '../../src/shared/languages.ts';

const root = join(import.meta.dirname, '../..');
const NEEDED = ['Safari 16.4', 'Edge 111', 'Firefox 125'];

test('the notice for older browsers names those of docs/operations.md, once in each language', () => {
  const notice = readFileSync(join(root, 'web/old-browser.html'), 'utf8');
  const texts = [...notice.matchAll(/<p lang="(\w+)"[^>]*>([^<]+)/g)];
  expect(texts.map(([, language]) => language).sort()).toEqual(Object.keys(LANGUAGES).sort());
  const needs = /The page needs [^:]+/.exec(readFileSync(join(root, 'docs/operations.md'), 'utf8'))?.[0] ?? '';
  for (const name of NEEDED) {
    expect(needs).toContain(name);
    expect(texts.filter(([text]) => !text.includes(name))).toEqual([]);
  }
});
