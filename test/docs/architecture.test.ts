import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const rows = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('\n');

test.each([
  ['src/domain', '<module>'],
  ['src/adapters', '<technology>'],
])('the map names every folder of %s', (folder, rest) => {
  const row = rows.find((line) => line.startsWith(`| \`${folder}/${rest}\``)) ?? '';
  const folders = readdirSync(join(root, folder), { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.length).toBeGreaterThan(10);
  expect(folders.map(({ name }) => name).filter((name) => !row.includes(`\`${name}\``))).toEqual([]);
});
