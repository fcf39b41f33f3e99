import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const configuration = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
const quoted = (pattern: RegExp) => [...new Set([...page.matchAll(pattern)].map(([, name = '']) => name))];
const between = (from: string, to: string) => page.slice(page.indexOf(from), page.indexOf(to));

test('every test that a promise names is there', () => {
  const named = quoted(/`(test\/[\w./-]+)`/g);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('every promise names its test', () => {
  const rows = between('## What is promised', '## What a crash costs')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const promises = rows.filter((line) => line !== '| Promise | Test |');
  expect(promises.filter((line) => !line.includes('`test/'))).toEqual([]);
});

test('every variable that an operator is told of exists', () => {
  const variables = quoted(/`([A-Z][A-Z_]{3,})(?:=\S+)?`/g).filter((name) => name.includes('_') || name === 'HOST');
  expect(variables.length).toBeGreaterThan(10);
  expect(variables.filter((name) => !configuration.includes(`\`${name}\``))).toEqual([]);
});
