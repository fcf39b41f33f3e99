import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `data` is what the former argument was answered, while the present one waits for its answer or is skipped. */
const READS_FORMER = /\bdata\b[^;=]*=[^;=]*\.useQueryState\(|\.useQueryState\((?:[^()]|\([^()]*\))*\)\s*\.data\b/;

test('what the store knows of a query is read as `currentData`, never as that of another argument', () => {
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((name) => READS_FORMER.test(readFileSync(join('web', name), 'utf8')))).toEqual([]);
  for (const code of ['const { data } = x.useQueryState(id);', 'const { data: a } = x.useQueryState(id, { skip });'])
    expect(READS_FORMER.test(code)).toBe(true);
  expect(READS_FORMER.test("const a = x.useQueryState(id ?? '', { skip: !id }).data;")).toBe(true);
  expect(READS_FORMER.test('const a = x.useQueryState(id).currentData;')).toBe(false);
});
