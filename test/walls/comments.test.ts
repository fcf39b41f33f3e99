import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const MAX_COLUMNS = 120;

/** A line of a comment, or code with a comment after it. The formatter breaks code, and leaves comments as they are. */
const IS_COMMENT = /^\s*(?:\/\/|\/?\*)|[;,{] \/\/ /;

const wideComments = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.length > MAX_COLUMNS && IS_COMMENT.test(line));

test.each(['// ', ' * ', '/** ', '  run(); // '])(
  'a comment that is too wide is found where it begins with %p',
  (mark) => {
    const words = `${mark}${'word '.repeat(30)}`;
    expect(wideComments(`const a = 1;\n${words.trimEnd()}\n`)).toEqual([words.trimEnd()]);
    expect(wideComments(words.slice(0, MAX_COLUMNS))).toEqual([]);
  },
);

const files = ['src', 'web', 'test', 'scripts', 'migrations'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|c?js|css)$/.test(name))
    .map((name) => join(folder, name)),
);
files.push(...readdirSync(ROOT).filter((name) => /\.(?:ts|c?js)$/.test(name)));

test('comments fit in 120 columns', () => {
  expect(files.length).toBeGreaterThan(2000);
  const wide = files.flatMap((file) =>
    wideComments(readFileSync(join(ROOT, file), 'utf8')).map((line) => [file, line]),
  );
  expect(wide).toEqual([]);
});

const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/gm;
const wordsOf = (text: string): readonly string[] => text.match(/\w+/g) ?? [];

/** Names in backquotes that begin what a comment says of them, as in `limit: …`, or have two words. */
const namedIn = (comment: string) => ({
  explained: [...comment.matchAll(/(?<=^\W*|[.;] )`([a-z]\w*)`: /g)].map(([, name = '']) => name),
  compound: [...comment.matchAll(/`([a-z]+(?:[A-Z][a-z\d]*)+)(?:\(\))?`/g)].map(([, name = '']) => name),
});

test('what comments name in backquotes is in the code', () => {
  const texts = files.filter((file) => !file.endsWith('.css')).map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const everywhere = new Set<string>();
  const unknown: string[] = [];
  const compound: string[] = [];
  for (const text of texts) {
    const here = new Set(wordsOf(text.replaceAll(COMMENT, ' ')));
    for (const word of here) everywhere.add(word);
    const named = namedIn((text.match(COMMENT) ?? []).join('\n'));
    unknown.push(...named.explained.filter((name) => !here.has(name)));
    compound.push(...named.compound);
  }
  expect(compound.length).toBeGreaterThan(100);
  const ofOthers = ['maxRSS'];
  expect([...unknown, ...compound.filter((name) => !everywhere.has(name) && !ofOthers.includes(name))]).toEqual([]);
});
