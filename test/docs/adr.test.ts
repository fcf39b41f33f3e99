import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../docs/adr');
const FORM =
  /^# (\d+)\. (\S.+)\n\n- Status: \S.+\n- Date: \d{4}-\d{2}-\d{2}\n\n## Context\n[^]+\n## Decision\n[^]+\n## Consequences\n[^]+$/;

const files = readdirSync(folder).filter((file) => file !== 'README.md');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

test('decisions are numbered in order, without gaps', () => {
  expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
});

test('every decision has the one form, on at most sixty lines, under the number of its file', () => {
  for (const file of files) {
    const text = read(file);
    expect([file, FORM.exec(text)?.[1]]).toEqual([file, String(Number(file.slice(0, 4)))]);
    expect([file, text.trimEnd().split('\n').length <= 60]).toEqual([file, true]);
  }
});

test('the index lists every decision by its title', () => {
  const index = read('README.md');
  const rows = files.map((file) => {
    const [, number, title] = FORM.exec(read(file)) ?? [];
    return `| [${number}](${file}) | ${title} |`;
  });
  expect(rows.filter((row) => !index.includes(row))).toEqual([]);
  expect(index.split('\n').filter((line) => line.startsWith('| ['))).toHaveLength(rows.length);
});

test('a decision that takes the place of another is named there, and the other way round', () => {
  const numbersAfter = (file: string, verb: RegExp) => {
    const [, status = ''] = /^- Status: (.+)$/m.exec(read(file)) ?? [];
    const parts = status.split(/[;,] /).filter((part) => verb.test(part));
    return parts.flatMap((part) => part.match(/\b\d{4}\b/g) ?? []).map(Number);
  };
  const pairs = (verb: RegExp) =>
    files.flatMap((file) => numbersAfter(file, verb).map((other) => [Number(file.slice(0, 4)), other] as const));
  const replaced = pairs(/superseded by/).map(([old, by]) => `${by} replaces ${old}`);
  expect(replaced.length).toBeGreaterThan(1);
  expect(
    pairs(/replaces/)
      .map(([by, old]) => `${by} replaces ${old}`)
      .toSorted(),
  ).toEqual(replaced.toSorted());
});
