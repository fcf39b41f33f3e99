import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FolderTarget } from '../../../src/adapters/backup/folder-target.ts';
import { S3Target } from '../../../src/adapters/backup/s3-target.ts';
import { parseConfig } from '../../../src/config.ts';
import { parseBackupTarget, parseSchedule } from '../../../src/platform/backup-settings.ts';
import { behavesLikeABackupTarget, MANIFEST, writeArchive } from '../../contracts/backup-targets.ts';
import { type S3Server, startS3Server } from '../../vendors/s3-server.ts';

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

behavesLikeABackupTarget('a folder', () => new FolderTarget(join(folder, 'new/backups'), undefined));
behavesLikeABackupTarget('S3', s3);

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
  await writeArchive(new FolderTarget(join(folder, 'backups'), undefined), 'a.tar');
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

test('a passphrase that cannot be had stops the start, and is not told when a backup is due', () => {
  const faults = (file: string) => {
    const read = parseConfig({ DATA_DIR: folder, BACKUP_PASSPHRASE_FILE: join(folder, file) });
    return 'faults' in read ? read.faults : [];
  };
  writeFileSync(join(folder, 'short'), 'canary\n');
  writeFileSync(join(folder, 'good'), 'correct horse battery\n');
  expect([faults('missing'), faults('short'), faults('good')]).toEqual([
    [`BACKUP_PASSPHRASE_FILE: ${join(folder, 'missing')} cannot be read`],
    ['BACKUP_PASSPHRASE_FILE: its first line must have 12 characters or more'],
    [],
  ]);
});
