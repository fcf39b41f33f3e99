import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';

import { ArchiveFile } from '../../src/adapters/backup/archive-file.ts';
import { SqlSnapshots } from '../../src/adapters/sql/backup/snapshots.ts';
import { createContainer } from '../../src/container/create-container.ts';
import { UserRepository } from '../../src/domain/accounts/ports.ts';
import { BackupLock } from '../../src/domain/backup/backup-lock.ts';
import { BackupRunning, RestoreRefused } from '../../src/domain/backup/errors.ts';
import { GetBackupState } from '../../src/domain/backup/get-backup-state.ts';
import { MakeBackup } from '../../src/domain/backup/make-backup.ts';
import { type Row, type Snapshot, Snapshots } from '../../src/domain/backup/ports.ts';
import { RestoreBackup } from '../../src/domain/backup/restore-backup.ts';
import { ChatRepository, MessageRepository } from '../../src/domain/chat/conversations/ports.ts';
import { DeleteFile } from '../../src/domain/files/manage-files.ts';
import { Blobs, ContentHash } from '../../src/domain/files/ports/blobs.ts';
import { SweepFiles } from '../../src/domain/files/sweep-files.ts';
import { UploadFile } from '../../src/domain/files/upload-file.ts';
import { Clock, Secrets } from '../../src/domain/kernel/ports.ts';
import { openAppContext } from '../../src/process/open-context.ts';
import { startParley } from '../../src/process/start.ts';
import { chatIdOf, aChat, aMessage, aUser } from '../support/builders.ts';
import { tableRows } from '../support/backup.ts';
import { describeEachDatabase, describeSqlite } from '../support/databases.ts';
import { runToEnd, startProduct, testEnv, type Product } from '../support/parley.ts';

jest.setTimeout(180_000);

type Container = Product['running']['container'];

const quiet = () => undefined;
const never = new AbortController().signal;
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const ANN = { kind: 'user', uid: 'ann', tier: 'premium', isAdmin: true, verified: true } as const;

const uploader = (container: Container) => async (text: string) => {
  const { id } = await container.get(UploadFile).execute(
    {
      requester: ANN,
      purpose: 'permanent',
      name: `${text}.txt`,
      bytes: Buffer.from(`the content of ${text}`),
      description: '',
      tags: [],
      embed: false,
    },
    never,
  );
  return id;
};

/** Chats, messages, uploads, deletions and sweeps, one after another until it is ended. */
const startLoad = (container: Container, uploaded: string[]) => {
  const [upload, remove] = [uploader(container), container.get(DeleteFile)];
  const done = { rounds: 0, ended: false };
  const round = async () => {
    const chat = aChat({ id: chatIdOf(`load${done.rounds}`) });
    await container.get(ChatRepository).create(chat);
    await container.get(MessageRepository).add(chat.key, [aMessage()]);
    uploaded.push(await upload(`load ${done.rounds}`));
    await remove.execute(ANN, uploaded.shift() ?? '');
    await container.get(SweepFiles).sweep(never, true);
    done.rounds += 1;
  };
  const failure: { error?: Error } = {};
  const running = (async () => {
    while (!done.ended) await round();
  })().catch((error: Error) => void (failure.error = error));
  return {
    rounds: () => {
      if (failure.error !== undefined) throw failure.error;
      return done.rounds;
    },
    end: async () => {
      done.ended = true;
      await running;
      expect(failure).toEqual({});
    },
  };
};

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => void setImmediate(resolve));
};

/** Remembers what its snapshot has, and goes on only when much was written and deleted since. */
class ObservedSnapshots extends Snapshots {
  readonly rows = new Map<string, readonly Row[]>();

  constructor(
    private readonly inner: Snapshots,
    private readonly load: { rounds(): number },
  ) {
    super();
  }

  take<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.inner.take(async (snapshot) => {
      const before = this.load.rounds();
      await until(() => this.load.rounds() >= before + 4);
      for (const table of snapshot.tables) {
        const rows: Row[] = [];
        for await (const page of snapshot.rows(table)) rows.push(...page);
        this.rows.set(table, rows);
      }
      return work(snapshot);
    });
  }
}

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'parley-backup-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const seed = async (container: Container): Promise<string[]> => {
  await container.get(UserRepository).add(aUser());
  await container.get(SweepFiles).sweep(never, true);
  const uploaded: string[] = [];
  for (let index = 0; index < 10; index += 1) uploaded.push(await uploader(container)(`file ${index}`));
  return uploaded;
};

const openAt = async (url: string, name: string, more: Record<string, string> = {}) => {
  const env = { ...testEnv(url, join(folder, name), { url: 'http://127.0.0.1:9' }), ...more };
  const context = await openAppContext(env);
  const container = createContainer(context);
  return { env, context, container, close: async () => (await context.llm.close(), context.database.close()) };
};

describeEachDatabase(({ freshUrl, migratedUrl }) => {
  test('a backup under load is one moment: every row and every byte of it comes back elsewhere', async () => {
    const product = await startProduct(await migratedUrl(), { DATA_DIR: join(folder, 'source') });
    const { container, context } = product.running;
    const load = startLoad(container, await seed(container));
    const archive = new ArchiveFile(join(folder, 'backup.tar'), undefined);
    const snapshots = new ObservedSnapshots(new SqlSnapshots(context.database), load);
    const { manifest } = await new MakeBackup({
      snapshots,
      blobs: container.get(Blobs),
      contentHash: container.get(ContentHash),
      lock: container.get(BackupLock),
      secrets: container.get(Secrets),
      clock: container.get(Clock),
      version: '1',
      hasVectors: true,
    }).execute(archive, quiet);
    await load.end();
    await product.stop();

    const target = await openAt(await freshUrl(), 'target');
    await target.container.get(RestoreBackup).execute(archive.open(), { acceptOtherSecret: false }, quiet);
    expect(manifest.missing).toEqual([]);
    expect(snapshots.rows.get('files')).toHaveLength(10);
    for (const [table, rows] of snapshots.rows) {
      const restored = await tableRows(target.context.database, table);
      expect([table, restored]).toEqual([table, await inMemoryRows(rows, table)]);
    }
    for (const { hash } of snapshots.rows.get('files') ?? [])
      expect(hashOf((await target.container.get(Blobs).get(String(hash))) ?? Buffer.alloc(0))).toBe(hash);
    await target.close();

    const running = await startParley(target.env);
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
    await running.stop();
  });

  test('only into an empty place, with its secret, and whole', async () => {
    const product = await startProduct(await migratedUrl(), { DATA_DIR: join(folder, 'source') });
    await seed(product.running.container);
    const path = join(folder, 'backup.tar');
    const archive = new ArchiveFile(path, undefined);
    await product.running.container.get(MakeBackup).execute(archive, quiet);
    const into = async (where: Awaited<ReturnType<typeof openAt>>, options = { acceptOtherSecret: false }) =>
      where.container.get(RestoreBackup).execute(archive.open(), options, quiet);
    const restoreHere = product.running.container.get(RestoreBackup);
    await expect(restoreHere.execute(archive.open(), { acceptOtherSecret: false }, quiet)).rejects.toThrow(
      /an empty place only.* users \(1 rows\).*stored files/,
    );
    await product.stop();

    const stranger = await openAt(await freshUrl(), 'stranger', {
      APP_SECRET: 'Zx81-another-secret-of-thirty-two-letters',
    });
    await expect(into(stranger)).rejects.toThrow(RestoreRefused);
    await into(stranger, { acceptOtherSecret: true });
    await stranger.close();

    const failing = await openAt(await freshUrl(), 'failing');
    jest.spyOn(failing.container.get(Blobs), 'put').mockImplementationOnce(async () => {
      throw new Error('The disk is full.');
    });
    await expect(into(failing)).rejects.toThrow('The disk is full.');
    await into(failing); // nothing was left behind, so it is an empty place
    await failing.close();
  });

  test('one backup at a time; a failed one leaves no file and no lock', async () => {
    const product = await startProduct(await migratedUrl(), { DATA_DIR: join(folder, 'source') });
    const { container } = product.running;
    const backUp = (name: string) =>
      container.get(MakeBackup).execute(new ArchiveFile(join(folder, name), undefined), quiet);
    await container.get(BackupLock).run(async () => expect(backUp('second.tar')).rejects.toThrow(BackupRunning));
    jest.spyOn(container.get(Snapshots), 'take').mockRejectedValueOnce(new Error('The database is away.'));
    await expect(backUp('third.tar')).rejects.toThrow('The database is away.');
    expect(readdirSync(folder)).toEqual(['source']);
    await backUp('fourth.tar');
    expect(existsSync(join(folder, 'fourth.tar'))).toBe(true);
    await product.stop();
  });
});

/** Rows of a snapshot as `tableRows` shows those of a table. */
const inMemoryRows = (rows: readonly Row[], table: string) =>
  tableRows({ connection: async () => rows } as never, table);

describeSqlite(({ freshUrl, migratedUrl }) => {
  test('by the commands, from another process while the server works, encrypted', async () => {
    const passphrase = join(folder, 'passphrase');
    writeFileSync(passphrase, 'three blind mice run\n');
    const url = await migratedUrl();
    const product = await startProduct(url, { DATA_DIR: join(folder, 'source') });
    await seed(product.running.container);
    const vendor = { url: 'http://127.0.0.1:9' };
    const path = join(folder, 'backup.tar');
    const sourceEnv = { ...testEnv(url, join(folder, 'source'), vendor), BACKUP_PASSPHRASE_FILE: passphrase };
    const made = await runToEnd(sourceEnv, 'backup', path);
    expect([made.code, made.output]).toEqual([
      0,
      expect.stringMatching(/10 files in \d+ bytes, checked\nAPP_SECRET is not in it/),
    ]);
    const target = { ...sourceEnv, BACKUP_TARGET: join(folder, 'scheduled'), BACKUP_KEEP: '2' };
    mkdirSync(join(folder, 'scheduled'));
    for (const name of ['parley-20250101T000000Z.tar', 'parley-20250102T000000Z.tar', 'mine.tar'])
      writeFileSync(join(folder, 'scheduled', name), '');
    expect((await runToEnd(target, 'backup')).code).toBe(0);
    const left = readdirSync(join(folder, 'scheduled')).toSorted();
    expect(left).toEqual(['mine.tar', 'parley-20250102T000000Z.tar', expect.stringMatching(/^parley-20[^]*Z\.tar$/)]);
    expect(await product.running.container.get(GetBackupState).execute()).toMatch(/^Last backup: 20/);
    const again = await runToEnd(sourceEnv, 'backup', path);
    expect([again.code, again.output]).toEqual([1, `${path} exists already.\n`]);
    const nowhere = await runToEnd(sourceEnv, 'backup', join(folder, 'nowhere', 'x.tar'));
    expect([nowhere.code, nowhere.output]).toEqual([1, expect.stringMatching(/^ENOENT: no such file [^\n]*\n$/)]);
    const contents = readdirSync(join(folder, 'source'), { recursive: true, encoding: 'utf8' });
    const blob = join(folder, 'source', contents.find((name) => /[0-9a-f]{64}$/.test(name)) ?? '');
    rmSync(blob);
    mkdirSync(blob);
    const unread = await runToEnd(sourceEnv, 'backup', join(folder, 'unread.tar'));
    expect([unread.code, unread.output]).toEqual([
      3,
      expect.stringMatching(/file [0-9a-f]{64} cannot be read: it is left out \(EISDIR.*\n[^]*lacks 1 files/),
    ]);
    await product.stop();

    const env = { ...testEnv(await freshUrl(), join(folder, 'target'), vendor), BACKUP_PASSPHRASE_FILE: passphrase };
    const restored = await runToEnd(env, 'restore', path);
    expect([restored.code, restored.output]).toEqual([
      0,
      expect.stringContaining('with 10 files. Start the server with this APP_SECRET.'),
    ]);
    const twice = await runToEnd(env, 'restore', path);
    expect([twice.code, twice.output]).toEqual([1, expect.stringContaining('into an empty place only')]);
    expect((await runToEnd(env, 'restore')).code).toBe(2);
  });
});
