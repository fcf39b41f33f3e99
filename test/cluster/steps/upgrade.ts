import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { pause, until } from '../../bench/support/figures.ts';
import { ROOT } from '../../bench/support/paths.ts';
import type { Row } from '../../bench/support/report.ts';
import { Crowd, crowdRows, type Pace } from '../support/crowd.ts';
import type { Parleys } from '../support/parleys.ts';
import type { Person } from '../support/reader.ts';

const UNDER_WAY_MS = 120_000;
const BETWEEN_MS = 3000;
const PASSWORD = 'a long word of the cluster';
export const ADMIN = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: PASSWORD };

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** The commit before the newest migration, built into a folder. */
export const buildOlder = (folder: string): { readonly build: string; readonly commit: string } => {
  const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'migrations/0*.ts');
  const commit = git('rev-parse', `${newest}^`);
  const build = join(folder, 'older');
  mkdirSync(build, { recursive: true });
  const archive = join(folder, 'older.tar');
  git('archive', '-o', archive, commit);
  execFileSync('tar', ['-xf', archive, '-C', build]);
  symlinkSync(join(ROOT, 'node_modules'), join(build, 'node_modules'));
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'], {
    cwd: build,
    stdio: 'inherit',
  });
  cpSync(join(ROOT, 'dist/web'), join(build, 'dist/web'), { recursive: true });
  return { build, commit: commit.slice(0, 8) };
};

const signedIn = z.object({ token: z.string() });

/** The admin whom the environment makes: without limits in every version. */
export const signIn = async (port: number): Promise<Person> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: PASSWORD }),
  });
  return signedIn.parse(await answer.json());
};

/** Replaces the processes one by one, the first of which changes the schema, while people ask. */
export const upgradeStep = async (
  parleys: Parleys,
  port: number,
  older: { readonly build: string; readonly commit: string },
  pace: Pace,
): Promise<Row[]> => {
  await parleys.startAll(older.build);
  const person = await signIn(parleys.ports[0] ?? 0);
  const crowd = new Crowd(port, [person], pace);
  await until('most streams under way', () => crowd.running > pace.streams * 0.8, UNDER_WAY_MS);
  for (const index of parleys.ports.keys()) {
    await parleys.stop(index);
    await parleys.start(index, ROOT);
    await pause(BETWEEN_MS);
  }
  const title = `four processes upgraded from ${older.commit}, ${pace.streams} streams`;
  return crowdRows(title, await crowd.stop(), true);
};
