import { BackupTarget } from '../../../src/domain/backup/ports.ts';
import { BackupLock } from '../../../src/domain/backup/backup-lock.ts';
import {
  BackupRunning,
  BackupStopped,
  DamagedArchive,
  NoBackupTarget,
  RestoreRefused,
} from '../../../src/domain/backup/errors.ts';
import { GetBackupState } from '../../../src/domain/backup/get-backup-state.ts';
import { MakeBackup } from '../../../src/domain/backup/make-backup.ts';
import { RestoreBackup } from '../../../src/domain/backup/restore-backup.ts';
import { RunBackup } from '../../../src/domain/backup/run-backup.ts';
import { KnownErrorDescriber } from '../../../src/adapters/system/known-error-describer.ts';
import { StorageFailed } from '../../../src/domain/files/errors.ts';
import { CryptoSecrets } from '../../../src/adapters/system/ids.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { FixedSnapshots, InMemoryArchive, InMemoryBackupRecords, InMemoryRestoreTarget } from '../../fakes/backup.ts';
import { InMemoryBlobs, InMemoryInstallation } from '../../fakes/files.ts';
import { CountingIds, FixedClock } from '../../fakes/kernel.ts';
import { InMemoryJobLocks } from '../../fakes/payments.ts';

const quiet = () => undefined;
/** A is the content of file a. */
const contentHash = { compute: (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8').toLowerCase() };
const TABLES = { users: [{ uid: 'ann' }], chats: [{ id: 1 }, { id: 2 }], empty: [] };
const STRICT = { acceptOtherSecret: false };

const setup = ({ hasVectors = true, secret = 'one' } = {}) => {
  const [clock, blobs, locks] = [new FixedClock(), new InMemoryBlobs(), new InMemoryJobLocks()];
  blobs.stored.set('a', Buffer.from('A'));
  const lock = new BackupLock(locks, clock);
  const make = new MakeBackup({
    snapshots: new FixedSnapshots(TABLES, ['a', 'lost']),
    blobs,
    contentHash,
    lock,
    secrets: new CryptoSecrets('one'),
    clock,
    version: '1',
    hasVectors: true,
  });
  const target = new InMemoryRestoreTarget();
  const restored = new InMemoryBlobs();
  const secrets = new CryptoSecrets(secret, secret === 'two' ? 'one' : undefined);
  const installation = new InMemoryInstallation();
  const restore = new RestoreBackup({ target, blobs: restored, installation, secrets, hasVectors });
  return { clock, installation, blobs, lock, make, archive: new InMemoryArchive(), target, restored, restore };
};

test('an archive has all rows and files, says what was lost before, and is checked', async () => {
  const { make, archive } = setup();
  const { manifest } = await make.execute(archive, quiet);
  expect(manifest).toMatchObject({
    tables: { users: 1, chats: 2, empty: 0 },
    files: { count: 1, bytes: 1 },
    missing: ['lost'],
    createdAt: '2026-01-15T12:00:00.000Z',
  });
});

test('one damaged file costs no backup: it is left out, and named', async () => {
  const { make, archive, blobs, restore, restored } = setup();
  blobs.stored.set('lost', Buffer.from('bits have rotted'));
  const lines: string[] = [];
  const { manifest } = await make.execute(archive, (line) => void lines.push(line));
  expect([manifest.files.count, manifest.missing]).toEqual([1, ['lost']]);
  expect(lines).toContain('the content of file lost is damaged: it is left out');
  await restore.execute(archive.open(), STRICT, quiet);
  expect([...restored.stored.keys()]).toEqual(['a']);
});

test('one file that cannot be read costs no backup either, but a storage that does not answer does', async () => {
  const { make, archive, blobs } = setup();
  blobs.unreadable.add('lost');
  expect((await make.execute(archive, quiet)).manifest.missing).toEqual(['lost']);
  blobs.isAway = true;
  await expect(make.execute(new InMemoryArchive(), quiet)).rejects.toThrow(StorageFailed);
});

test('is restored: tables first to last, then files and the schema, and the files belong to the database', async () => {
  const { make, archive, restore, target, restored, installation } = setup();
  restored.owner = 'an earlier database';
  await make.execute(archive, quiet);
  await restore.execute(archive.open(), STRICT, quiet);
  expect(target.calls).toEqual(['begin', 'load 1 of users', 'load 2 of chats', 'load 0 of empty', 'finish']);
  expect([[...restored.stored.keys()], restored.owner]).toEqual([['a'], await installation.getId()]);
});

test('vectors of a store of its own are computed again', async () => {
  const { make, archive, restore, target } = setup({ hasVectors: false });
  await make.execute(archive, quiet);
  await restore.execute(archive.open(), STRICT, quiet);
  expect(target.calls.at(-1)).toBe('finish, embed again');
});

test('a secret that was replaced is accepted, another one only when it is asked for', async () => {
  const { make, archive, restore } = setup({ secret: 'two' });
  await make.execute(archive, quiet);
  await restore.execute(archive.open(), STRICT, quiet);
  const stranger = setup({ secret: 'three' });
  await expect(stranger.restore.execute(archive.open(), STRICT, quiet)).rejects.toThrow(RestoreRefused);
  expect(stranger.target.calls).toEqual([]);
  await stranger.restore.execute(archive.open(), { acceptOtherSecret: true }, quiet);
});

test('nothing is written for a damaged archive, a newer one, or a place with rows or files', async () => {
  const { make, archive, restore, target, restored } = setup();
  await expect(restore.execute(archive.open(), STRICT, quiet)).rejects.toThrow(DamagedArchive);
  await make.execute(archive, quiet);
  const newer = new InMemoryArchive();
  Object.assign(newer, {
    manifest: archive.manifest && { ...archive.manifest, migrations: ['0001-users', '9999-new'] },
  });
  await expect(restore.execute(newer.open(), STRICT, quiet)).rejects.toThrow('9999-new');
  target.content = { isUnfinished: false, tables: [{ name: 'users', rows: 3 }] };
  await expect(restore.execute(archive.open(), STRICT, quiet)).rejects.toThrow('users (3 rows)');
  target.content = { isUnfinished: false, tables: [] };
  restored.stored.set('f', Buffer.from('F'));
  await expect(restore.execute(archive.open(), STRICT, quiet)).rejects.toThrow('stored files');
  expect(target.calls).toEqual([]);
  target.content = { isUnfinished: true, tables: [{ name: 'users', rows: 1 }] };
  await restore.execute(archive.open(), STRICT, quiet);
});

test('a failure removes rows and files', async () => {
  const { make, archive, restore, target, restored } = setup();
  await make.execute(archive, quiet);
  target.failsOn = 'chats';
  await expect(restore.execute(archive.open(), STRICT, quiet)).rejects.toThrow('The database is away.');
  expect([target.calls.at(-1), restored.stored.size]).toEqual(['discard', 0]);
});

test('a clean-up that fails too hides neither why nor that it is to be done again', async () => {
  const { make, archive, restore, target, restored, blobs } = setup();
  await make.execute(archive, quiet);
  const lines: string[] = [];
  target.failsOn = 'chats';
  target.discard = () => Promise.reject(new Error('gone'));
  await expect(restore.execute(archive.open(), STRICT, (line) => void lines.push(line))).rejects.toThrow('is away');
  expect([lines.at(-1), restored.stored.size]).toEqual([expect.stringContaining('run it again'), 0]);
  const writer = await archive.create();
  const stuck = { ...writer, abort: () => Promise.reject(new Error('gone')) };
  blobs.get = () => Promise.reject(new Error('The storage is away.'));
  await expect(make.execute({ create: async () => stuck, open: () => archive.open() }, quiet)).rejects.toThrow(
    'The storage is away.',
  );
});

test('a file that cannot be removed leaves the database marked, so that the restore can be repeated', async () => {
  const { make, archive, restore, target, restored } = setup();
  await make.execute(archive, quiet);
  const failing = {
    ...archive.open(),
    async *entries() {
      yield* archive.entries;
      throw new Error('The disk is away.');
    },
  };
  let reads = 0;
  restored.remove = () => Promise.reject(new Error('gone'));
  const reader = { entries: () => ((reads += 1) === 1 ? archive.open().entries() : failing.entries()) };
  await expect(restore.execute(reader, STRICT, quiet)).rejects.toThrow('The disk is away.');
  expect(target.calls).not.toContain('discard');
});

class Shelf extends BackupTarget {
  readonly label = '/shelf';
  readonly names: string[] = [];
  isLocked = false;

  at(name: string) {
    const archive = new InMemoryArchive();
    this.names.push(name);
    return archive;
  }

  async list() {
    return this.names;
  }

  async remove(name: string) {
    if (this.isLocked) throw new Error('Access denied');
    this.names.splice(this.names.indexOf(name), 1);
  }
}

test('the oldest scheduled archives go, with what a killed process has left, and nothing else', async () => {
  const { make, clock, blobs } = setup();
  const [target, records] = [new Shelf(), new InMemoryBackupRecords()];
  const errorDescriber = new KnownErrorDescriber();
  const [audit, ids] = [new RecordingAuditLog(), new CountingIds()];
  const run = new RunBackup({ make, target, keep: 2, records, audit, clock, ids, errorDescriber });
  blobs.stored.set('lost', Buffer.from('LOST'));
  const others = ['mine.tar', 'parley-20260115T110000Z.tar.gz', 'parley-20300101T000000Z.tar.0123abcd.part'];
  target.names.push(...others, 'parley-20260115T110000Z.tar.0123abcd.part');
  for (let hours = 0; hours < 3; hours += 1) {
    await run.toTarget(quiet);
    await clock.advance(3_600_000);
  }
  expect(target.names).toEqual([...others, 'parley-20260115T130000Z.tar', 'parley-20260115T140000Z.tar']);
  target.isLocked = true;
  expect((await run.toTarget(quiet)).place).toBe('/shelf/parley-20260115T150000Z.tar');
  const newest = await records.list(2);
  expect(newest.map(({ error }) => error)).toEqual([expect.stringContaining('older ones could not be removed'), null]);
});

test('archives that lack files take the place of no archive that has them, and the admin is told', async () => {
  const { make, clock, blobs } = setup();
  const [target, records] = [new Shelf(), new InMemoryBackupRecords()];
  const errorDescriber = new KnownErrorDescriber();
  const [audit, ids] = [new RecordingAuditLog(), new CountingIds()];
  const run = new RunBackup({ make, target, keep: 2, records, audit, clock, ids, errorDescriber });
  const state = new GetBackupState(records, clock, true);
  const makeAt = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      await clock.advance(3_600_000);
      await run.toTarget(quiet);
    }
  };
  blobs.stored.set('lost', Buffer.from('LOST'));
  await makeAt(2);
  expect(await state.execute()).toMatch('Last backup: 2026-01-15 14:00 UTC');
  blobs.stored.clear(); // the disk is not mounted
  await makeAt(4);
  const hoursOf = (names: readonly string[]) => names.map((name) => name.slice(16, 18));
  expect(hoursOf(target.names)).toEqual(['13', '14', '17', '18']);
  await expect(state.execute()).rejects.toThrow(
    /backup of 2026-01-15 18:00 UTC lacks 2 files, whose content is missing or damaged: a, lost\. Complete: Last backup: 2026-01-15 14:00 UTC/,
  );
  blobs.stored.set('lost', Buffer.from('LOST')).set('a', Buffer.from('A'));
  await makeAt(1);
  expect(hoursOf(target.names)).toEqual(['18', '19']);
});

test('how a backup went is recorded; one that does not begin is no failure, and a target has to be set', async () => {
  const { make, lock, clock, archive, blobs } = setup();
  blobs.stored.set('lost', Buffer.from('LOST'));
  const records = new InMemoryBackupRecords();
  const audit = new RecordingAuditLog();
  const run = new RunBackup({
    make,
    target: undefined,
    keep: 3,
    records,
    audit,
    clock,
    ids: new CountingIds(),
    errorDescriber: new KnownErrorDescriber(),
  });
  await run.toFile(archive, '/b/one.tar', quiet);
  const failing = {
    create: async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC' })),
    open: () => archive.open(),
  };
  await expect(run.toFile(failing, '/b/two.tar', quiet)).rejects.toThrow('x');
  await lock.run(async () => expect(run.toFile(new InMemoryArchive(), '/b/3', quiet)).rejects.toThrow(BackupRunning));
  const stopped = new AbortController();
  const stop = () => stopped.abort(new BackupStopped());
  await expect(run.toFile(new InMemoryArchive(), '/b/4', stop, stopped.signal)).rejects.toThrow(BackupStopped);
  expect(await lock.isHeld()).toBe(false);
  await expect(run.toTarget(quiet)).rejects.toThrow(NoBackupTarget);
  expect((await records.list(9)).map(({ place, error }) => [place, error])).toEqual([
    ['/b/two.tar', 'The disk is full'],
    ['/b/one.tar', null],
  ]);
  expect(audit.events.map(({ action }) => action)).toEqual(['backup.create']);
});
