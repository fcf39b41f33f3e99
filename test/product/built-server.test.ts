import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = join(process.cwd(), 'dist/src');

test('no file of the built server has a letter for which V8 would hold it with two bytes a letter', () => {
  const files = readdirSync(BUILT).filter((file) => file.endsWith('.js'));
  expect(files).toContain('server-thread.js');
  expect(files.filter((file) => /[^\x00-\xff]/.test(readFileSync(join(BUILT, file), 'utf8')))).toEqual([]);
});
