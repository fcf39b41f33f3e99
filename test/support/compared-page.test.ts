import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { digestOfPage } from '../e2e/screens/compared-page.ts';

let root = '';
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-page-'));
  for (const path of [
    'dist/web/assets/app-abc.css',
    'src/contract/chats.ts',
    'src/shared/tree.ts',
    'src/adapters/http/pages/web-app.ts',
    'test/web/support/chats.ts',
    'test/e2e/screens/scenes.ts',
  ])
    write(path, 'as it was');
});
afterEach(() => rmSync(root, { recursive: true }));

test.each([
  'dist/web/assets/app-abc.css',
  'dist/web/assets/new.js',
  'src/contract/chats.ts',
  'test/web/support/chats.ts',
  'test/e2e/screens/scenes.ts',
  'test/e2e/layout-faults.ts',
])('screens are compared again once %s is another', (path) => {
  const before = digestOfPage(root);
  write(path, 'another');
  expect(digestOfPage(root)).not.toBe(before);
});

test.each(['test/e2e/chat.test.ts', 'test/e2e/screens/pictures/digests.json', 'src/domain/chat/chat.ts'])(
  'they are not for %s',
  (path) => {
    const before = digestOfPage(root);
    write(path, 'another');
    expect(digestOfPage(root)).toBe(before);
  },
);
