import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const MAX_LENGTH = 120;

const PLACES = ['.ci', 'docs', 'migrations', 'scripts', 'src', 'test', 'web'];
const EXTENSIONS = new Set(['', '.cjs', '.css', '.html', '.js', '.md', '.sh', '.ts', '.tsx', '.yaml', '.yml']);
/** Texts as people write them, for measuring how they are read. */
const DATA = 'test/bench/data/';

/** A row of a table and a regular expression cannot be broken; nor can a word, such as an address. */
const isUnbreakable = (line: string, file: string): boolean =>
  (file.endsWith('.md') && line.startsWith('|')) ||
  /^\s*(?:[\w ]+ = )?\/.+\/[a-z]*(?:[,;)]*|\.test\()$/.test(line) ||
  /^\s*\S+$/.test(line);

const textFiles = (): readonly string[] => {
  const inPlaces = PLACES.flatMap((place) =>
    readdirSync(join(ROOT, place), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && EXTENSIONS.has(extname(entry.name)))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
  );
  const atTop = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && EXTENSIONS.has(extname(entry.name)))
    .map(({ name }) => name);
  return [...inPlaces, ...atTop].filter((file) => !file.startsWith(DATA));
};

/** Lines that are too long, as `file:line`. */
const longLines = (text: string, file: string): readonly string[] =>
  text
    .split('\n')
    .flatMap((line, at) => ([...line].length > MAX_LENGTH && !isUnbreakable(line, file) ? [`${file}:${at + 1}`] : []));

test('no line of code, tests or documents has more than 120 characters', () => {
  const files = textFiles();
  expect(files.length).toBeGreaterThan(1000);
  expect(files.flatMap((file) => longLines(readFileSync(join(ROOT, file), 'utf8'), file))).toEqual([]);
});

test('a long line of words is found, and what cannot be broken is not', () => {
  const words = 'word '.repeat(30);
  expect(longLines(`short\n${words}`, 'a.md')).toEqual(['a.md:2']);
  expect(longLines(`const text = '${words}';`, 'a.ts')).toEqual(['a.ts:1']);
  expect(longLines(`| ${words} |\n${'x'.repeat(130)}`, 'a.md')).toEqual([]);
  expect(longLines(`const PATTERN = /${words}/iu;`, 'a.ts')).toEqual([]);
});
