import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { baseOf, changedFiles, planFor } from '../../scripts/changed.js';

describe('what `npm test -- --changed` looks at', () => {
  test.each([
    [[], { format: [], code: false, units: false, browser: 'none' }],
    [['docs/theme.md'], { format: ['docs/theme.md'], code: false, units: true, browser: 'none' }],
    [['src/domain/chat/a.ts'], { code: true, units: true, browser: 'none' }],
    [['web/app/a.tsx', 'README.md'], { code: true, browser: 'all' }],
    [['src/contract/ai.ts'], { browser: 'all' }],
    [['test/e2e/chat.test.ts'], { code: true, browser: 'changed' }],
    [['web/ui/a.module.css'], { code: true, browser: 'all' }],
  ])('of %j', (files, plan) => {
    expect(planFor(files)).toMatchObject(plan);
  });

  test.each([
    'package-lock.json',
    'jest.config.js',
    'web/tsconfig.json',
    'test/support/global-setup.js',
    'test/web/page-runtime.cjs',
  ])('is everything when %s changed', (file) => {
    expect(planFor(['src/main.ts', file])).toBeNull();
  });

  test('is what differs from main, committed, uncommitted or new, and not what was deleted', () => {
    const root = mkdtempSync(join(tmpdir(), 'parley-changed-'));
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: root });
    const write = (name: string, text: string) => writeFileSync(join(root, name), text);
    const commit = (message: string) => {
      git('add', '-A');
      git('commit', '-qm', message);
    };
    git('init', '-q', '-b', 'main');
    for (const name of ['same.ts', 'edited.ts', 'gone.ts']) write(name, 'before\n');
    commit('first');
    git('checkout', '-qb', 'work');
    write('committed.ts', 'new\n');
    commit('second');
    write('edited.ts', 'after\n');
    write('fresh.ts', 'new\n');
    rmSync(join(root, 'gone.ts'));
    expect(changedFiles(root, baseOf(root))).toEqual(['committed.ts', 'edited.ts', 'fresh.ts']);
    rmSync(root, { recursive: true, force: true });
  });
});
