import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { testEnv, startProcess } from '../support/parley.ts';

jest.setTimeout(60_000);

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Every file and folder in it, with what may be done with it. */
const modesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => [name, modeOf(join(folder, name))]);

describe('the data folder', () => {
  const place = mkdtempSync(join(tmpdir(), 'parley-private-'));
  const folder = join(place, 'data');
  const { APP_SECRET: _, ...usual } = testEnv(`sqlite:${join(folder, 'parley.db')}`, folder, {
    url: 'http://127.0.0.1:9/v1',
  });
  const runs = async () => {
    const running = await startProcess(usual);
    const modes = modesIn(folder);
    await running.kill(); // the log of the database stays behind
    return modes;
  };
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  test('is its owner\u2019s alone from the first start on, with all that is in it', async () => {
    const modes = await runs();
    expect(modeOf(folder)).toBe('700');
    expect(modes).toEqual(
      expect.arrayContaining([
        ['parley.db', '600'],
        ['parley.db-shm', '600'],
        ['parley.db-wal', '600'],
        ['secret', '600'],
      ]),
    );
    for (const [name, mode] of modes) expect([name, mode]).toEqual([name, expect.stringMatching(/^[67]00$/)]);
  });

  test('of an older installation is closed at the start; what Parley did not make is left alone', async () => {
    mkdirSync(join(folder, 'blobs'), { recursive: true });
    for (const name of ['parley.db.before-0100-old', 'notes.txt']) writeFileSync(join(folder, name), 'old');
    const others = {
      'parley.db': 0o644,
      'parley.db-wal': 0o664,
      'parley.db.before-0100-old': 0o644,
      'notes.txt': 0o644,
      secret: 0o640,
      blobs: 0o755,
    };
    for (const [name, mode] of Object.entries(others)) chmodSync(join(folder, name), mode);
    chmodSync(folder, 0o755);
    const modes = Object.fromEntries(await runs());
    expect(modeOf(folder)).toBe('700');
    expect(modes).toMatchObject({
      'parley.db': '600',
      'parley.db-wal': '600',
      'parley.db-shm': '600',
      'parley.db.before-0100-old': '600',
      'notes.txt': '644',
      secret: '600',
      blobs: '700',
    });
  });
});
