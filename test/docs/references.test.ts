import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const FOLDERS = ['docs', 'migrations', 'scripts', 'src', 'test', 'web'];
const ROOT_FILES = readdirSync(root).filter((file) => /\.(?:md|js|ts|cjs|yaml)$/.test(file));
const files = [
  ...ROOT_FILES,
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:md|js|cjs|ts|tsx|css|json|html)$/.test(file))
      .map((file) => join(folder, file)),
  ),
];
const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n');
const find = (pattern: RegExp) =>
  files.flatMap((file) =>
    linesOf(file).flatMap((line) => [...line.matchAll(pattern)].map(([, name = '']) => ({ file, name }))),
  );

test('no term of the glossary stands twice', () => {
  const terms = linesOf('docs/glossary.md').flatMap((line) => /^\| (\*\*.+?\*\*)/.exec(line)?.[1] ?? []);
  expect(terms.length).toBeGreaterThan(50);
  expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
});

/** Files that the guides tell to write. */
const EXAMPLES = /\/(?:NNNN-topic|acme)\.ts$/;

test('no comment, test or document names a decision that is not in this repository', () => {
  const marks = find(/\b(D-\d\d)\b/g).filter(({ file }) => file !== 'test/docs/references.test.ts');
  expect(marks).toEqual([]);
});

test('every decision that is referred to exists', () => {
  const numbers = readdirSync(join(root, 'docs/adr')).map((file) => file.slice(0, 4));
  const named = find(/\bdocs\/adr\/(\d{4})/g);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !numbers.includes(name))).toEqual([]);
});

test('every relative link between documents leads to a file', () => {
  const links = find(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g).filter(
    ({ file, name }) => file.endsWith('.md') && !/^[a-z]+:/.test(name),
  );
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ file, name }) => !existsSync(join(root, dirname(file), name)))).toEqual([]);
});

describe('what the documents name in backquotes is in the code', () => {
  const sources = files
    .filter((file) => /\.(?:ts|tsx|js|cjs|css|html)$/.test(file) && file !== 'test/docs/references.test.ts')
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const words = new Set(sources.flatMap((text) => text.match(/\w+/g) ?? []));
  const documents = new Set(files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md'));
  const quoted = (pattern: RegExp) => find(pattern).filter(({ file }) => documents.has(file));

  test('classes, ports and types', () => {
    const named = quoted(/`([A-Z][a-z]+(?:[A-Z][a-z]*)+)(?:\.\w+)?`/g);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ name }) => !words.has(name))).toEqual([]);
  });

  test('members of classes and ports', () => {
    const declares = (owner: string, member: string) =>
      sources.some(
        (text) =>
          (text.includes(`class ${owner} `) || text.includes(`interface ${owner} `)) &&
          new RegExp(`^ +(?:(?:abstract|async|get|readonly|static) )*${member}\\??[(<:]`, 'm').test(text),
      );
    const named = quoted(/`([A-Z]\w+\.[a-z]\w+)(?:\(\))?`/g).filter(({ name }) => !name.startsWith('Napi.'));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ name }) => !declares(...(name.split('.', 2) as [string, string])))).toEqual([]);
  });

  test('functions, fields and variables', () => {
    const ofTools = ['retryTimes', 'typeCheck'];
    const named = quoted(/`([a-z]+(?:[A-Z][a-z\d]*)+)(?:\(\))?`/g).filter(({ name }) => !ofTools.includes(name));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ name }) => !words.has(name))).toEqual([]);
  });

  test('files', () => {
    const named = quoted(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|cjs|js))`/g).filter(({ name }) => !EXAMPLES.test(name));
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(({ name }) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
  });
});
