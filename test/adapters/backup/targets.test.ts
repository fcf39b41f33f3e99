import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FolderTarget } from '../../../src/adapters/backup/folder-target.ts';
import { S3Target } from '../../../src/adapters/backup/s3-target.ts';
import { checkArchive } from '../../../src/domain/backup/check-archive.ts';
import type { BackupTarget, Manifest } from '../../../src/domain/backup/ports.ts';
import { parseBackupTarget, parseSchedule } from '../../../src/platform/backup-settings.ts';
import { type S3Server, startS3Server } from '../../vendors/s3-server.ts';

const MANIFEST: Omit<Manifest, 'format'> = {
  version: '1',
  createdAt: '2026-01-15T12:00:00.000Z',
  engine: 'sqlite',
  migrations: [],
  secretFingerprint: 'f',
  hasVectors: true,
  tables: { users: 3 },
  files: { count: 0, bytes: 0 },
  missing: [],
};

let folder = '';
let server: S3Server;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-targets-'));
  server = await startS3Server('backups', 'key-1');
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

const s3 = () =>
  new S3Target(
    {
      bucket: 'backups',
      prefix: 'parley/',
      endpoint: server.url,
      region: 'eu-central-1',
      accessKeyId: 'key-1',
      secretAccessKey: 'secret',
    },
    'three blind mice run',
    1000,
  );

const write = async (target: BackupTarget, name: string) => {
  const writer = await target.at(name).create();
  await writer.addRows('users', [{ uid: 'ann' }, { uid: 'bob' }, { uid: 'eve' }]);
  return writer.finish(MANIFEST);
};

describe.each([
  ['a folder', () => new FolderTarget(join(folder, 'new/backups'), undefined)],
  ['S3', s3],
])('%s', (_name, create) => {
  test('takes archives, gives them back, lists and removes them', async () => {
    const target = create();
    for (const name of ['c.tar', 'a.tar', 'b.tar']) await write(target, name);
    expect((await target.list()).toSorted()).toEqual(['a.tar', 'b.tar', 'c.tar']);
    expect((await checkArchive(target.at('b.tar').open())).tables).toEqual({ users: 3 });
    await target.remove('b.tar');
    expect((await target.list()).toSorted()).toEqual(['a.tar', 'c.tar']);
  });

  test('has nothing of an archive that was given up, before and after its end', async () => {
    const target = create();
    const writer = await target.at('a.tar').create();
    await writer.addRows('users', [{ uid: 'ann' }]);
    await writer.abort();
    const complete = await target.at('b.tar').create();
    await complete.addRows('users', [{ uid: 'ann' }]);
    await complete.finish({ ...MANIFEST, tables: { users: 1 } });
    await complete.abort();
    expect(await target.list()).toEqual([]);
  });
});

test('S3 shows an archive only when all of its parts are there', async () => {
  const writer = await s3().at('a.tar').create();
  await writer.addRows('users', [{ uid: 'ann' }, { uid: 'bob' }, { uid: 'eve' }]);
  await writer.addRows('others', [{ uid: randomBytes(3_000_000).toString('base64') }]);
  expect(await s3().list()).toEqual([]);
  await writer.finish({ ...MANIFEST, tables: { users: 3, others: 1 } });
  expect([...server.objects.keys()]).toEqual(['parley/a.tar']);
  expect(server.requests.filter((request) => request.startsWith('PUT')).length).toBeGreaterThan(1);
});

test('a folder is private', async () => {
  await write(new FolderTarget(join(folder, 'backups'), undefined), 'a.tar');
  expect(readdirSync(join(folder, 'backups'))).toEqual(['a.tar']);
  expect(existsSync(join(folder, 'backups/a.tar'))).toBe(true);
});

test('settings of backups: what is wrong is named, never shown', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(parseBackupTarget({})).toEqual({ faults: [] });
  expect(parseBackupTarget({ BACKUP_TARGET: '/backups' }).location).toEqual({ kind: 'folder', path: '/backups' });
  expect(parseBackupTarget({ BACKUP_TARGET: 's3://bucket/a/b', ...keys }).location).toMatchObject({
    kind: 's3',
    bucket: 'bucket',
    prefix: 'a/b/',
    region: 'us-east-1',
  });
  expect(parseBackupTarget({ BACKUP_SCHEDULE: '03:00' }).faults).toEqual([
    'BACKUP_TARGET is not set, but BACKUP_SCHEDULE is',
  ]);
  expect(parseBackupTarget({ BACKUP_TARGET: 's3://B_/x', ...keys }).faults).toHaveLength(1);
  expect(parseBackupTarget({ BACKUP_TARGET: 's3://bucket' }).faults[0]).toContain('S3_ACCESS_KEY_ID');
  expect([parseSchedule('15:30, 03:05,03:05'), parseSchedule(undefined)]).toEqual([[185, 930], []]);
});
