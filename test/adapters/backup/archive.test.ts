import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';

import { ArchiveFile } from '../../../src/adapters/backup/archive-file.ts';
import { sumLine } from '../../../src/adapters/backup/archive-writer.ts';
import { encodeHeader, paddingOf } from '../../../src/adapters/backup/tar.ts';
import { DamagedArchive, FileExists, RestoreRefused } from '../../../src/domain/backup/errors.ts';
import type { ArchiveEntry, Manifest, Row } from '../../../src/domain/backup/ports.ts';

const PASSPHRASE = 'three blind mice run';
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'parley-archive-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FILES = [Buffer.from('one'), Buffer.alloc(0), Buffer.alloc(3_000_000, 7), randomBytes(1000)].toSorted((a, b) =>
  hashOf(a) < hashOf(b) ? -1 : 1,
);
const USERS: readonly Row[] = [
  { uid: 'ann', name: 'Ann "größer" 😀\n\u0000', is_admin: 1, email: null },
  { uid: 'bob', name: '', is_admin: 0, email: 'b@example.org' },
];
const VECTORS: readonly Row[] = [{ file_id: 'f', vector: Buffer.from([0, 255, 10, 13]) }];

const manifestOf = (tables: Record<string, number>, files: readonly Uint8Array[]): Manifest => ({
  format: 1,
  version: '1.2.3',
  createdAt: '2026-01-15T12:00:00.000Z',
  engine: 'sqlite',
  migrations: ['0001-users'],
  secretFingerprint: 'f',
  hasVectors: true,
  tables,
  files: { count: files.length, bytes: files.reduce((sum, { length }) => sum + length, 0) },
  missing: [],
});
const { format: _format, ...MANIFEST } = manifestOf({ users: 2, vectors: 1, empty: 0 }, FILES);

const write = async (passphrase?: string, files = FILES): Promise<string> => {
  const path = join(folder, 'backup.tar');
  const writer = await new ArchiveFile(path, passphrase).create();
  await writer.addRows('users', USERS);
  await writer.addRows('vectors', VECTORS);
  for (const bytes of files) await writer.addFile(hashOf(bytes), bytes);
  const manifest = { ...MANIFEST, files: { count: files.length, bytes: Buffer.concat(files).length } };
  expect(await writer.finish(manifest)).toBe(statSync(path).size);
  return path;
};

const read = async (path: string, passphrase?: string): Promise<{ entries: ArchiveEntry[]; manifest: Manifest }> => {
  const entries: ArchiveEntry[] = [];
  const reading = new ArchiveFile(path, passphrase).open().entries();
  for (;;) {
    const next = await reading.next();
    if (next.done === true) return { entries, manifest: next.value };
    entries.push(next.value);
  }
};

/** Large files compared byte by byte by the test runner take seconds. */
const withHashes = (entries: readonly ArchiveEntry[]) =>
  entries.map((entry) => (entry.kind === 'file' ? { ...entry, bytes: hashOf(entry.bytes) } : entry));

test.each([undefined, PASSPHRASE])('what is written comes back (passphrase: %s)', async (passphrase) => {
  const path = await write(passphrase);
  const { entries, manifest } = await read(path, passphrase);
  expect(manifest).toEqual({ format: 1, ...MANIFEST });
  expect(withHashes(entries)).toEqual([
    { kind: 'rows', table: 'users', rows: USERS },
    { kind: 'rows', table: 'vectors', rows: VECTORS },
    ...FILES.map((bytes) => ({ kind: 'file', hash: hashOf(bytes), bytes: hashOf(bytes) })),
  ]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['backup.tar']);
});

test('a person can open and check it with tar and sha256sum', async () => {
  const path = await write();
  execFileSync('tar', ['xf', path, '-C', folder]);
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder });
  const lines = execFileSync('zcat', [join(folder, 'tables/users/000001.jsonl.gz')]).toString('utf8');
  expect(JSON.parse(lines.split('\n')[0] ?? '')).toEqual(USERS[0]);
  for (const bytes of FILES) expect(hashOf(readFileSync(join(folder, 'files', hashOf(bytes))))).toBe(hashOf(bytes));
});

test('many rows become several parts, each with whole rows', async () => {
  const path = join(folder, 'large.tar');
  const writer = await new ArchiveFile(path, undefined).create();
  const rows = Array.from({ length: 30 }, (_, id) => ({ id, text: 'x'.repeat(1_000_000) }));
  for (const row of rows) await writer.addRows('messages', [row]);
  await writer.finish({ ...MANIFEST, tables: { messages: 30 }, files: { count: 0, bytes: 0 } });
  const { entries } = await read(path);
  expect(entries.length).toBeGreaterThan(3);
  expect(entries.flatMap((entry) => (entry.kind === 'rows' ? entry.rows : []))).toEqual(rows);
});

test('an encrypted one shows nothing, and is refused without its passphrase or with another', async () => {
  const path = await write(PASSPHRASE);
  const stored = readFileSync(path);
  for (const text of ['manifest', 'users', '0001-users', hashOf(FILES[0] ?? Buffer.alloc(0))])
    expect(stored.includes(text)).toBe(false);
  await expect(read(path)).rejects.toThrow(RestoreRefused);
  await expect(read(path, 'another passphrase')).rejects.toThrow(DamagedArchive);
});

test.each([undefined, PASSPHRASE])(
  'every flipped bit and every cut is noticed (passphrase: %s)',
  async (passphrase) => {
    const path = await write(
      passphrase,
      FILES.filter(({ length }) => length < 10_000),
    );
    const sound = readFileSync(path);
    const isDamaged = async (bytes: Buffer) => {
      writeFileSync(path, bytes);
      await expect(read(path, passphrase)).rejects.toThrow(/archive|checksum|rows|unpacks|place/i);
    };
    const places = [
      0,
      100,
      124,
      148,
      156,
      257,
      511,
      512,
      700,
      sound.length - 1,
      sound.length - 600,
      sound.length - 1500,
    ];
    const headers = Array.from({ length: 512 }, (_, at) => at);
    const step = Math.ceil(sound.length / 20);
    const spread = Array.from({ length: 20 }, (_, index) => Math.min(sound.length - 1, index * step + 77));
    for (const at of passphrase === undefined ? [...headers, ...places, ...spread] : spread.slice(0, 8)) {
      const damaged = Buffer.from(sound);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      await isDamaged(damaged);
    }
    const cuts = [0, 512, sound.length - 1024, sound.length - 1, 1, 511, 2000, sound.length - 1025];
    for (const length of passphrase === undefined ? cuts : cuts.slice(0, 4)) await isDamaged(sound.subarray(0, length));
    await isDamaged(Buffer.concat([sound, Buffer.from('x')]));
    await isDamaged(Buffer.concat([sound, sound]));
  },
);

/** An archive as an attacker would write it: all sums are right. */
const forge = (parts: readonly { name: string; bytes: Buffer; size?: number }[], manifest: unknown): string => {
  const path = join(folder, 'forged.tar');
  const entry = (name: string, bytes: Buffer, size = bytes.length) =>
    Buffer.concat([encodeHeader({ name, size }, 0), bytes, Buffer.alloc(paddingOf(bytes.length))]);
  const json = Buffer.from(JSON.stringify(manifest));
  const all = [...parts, { name: 'manifest.json', bytes: json }];
  const sums = all
    .filter(({ name }) => !name.startsWith('files/'))
    .map(({ name, bytes }) => sumLine(name, bytes))
    .join('');
  writeFileSync(
    path,
    Buffer.concat([
      ...all.map(({ name, bytes, ...more }) => entry(name, bytes, 'size' in more ? more.size : undefined)),
      entry('SHA256SUMS', Buffer.from(sums)),
      Buffer.alloc(1024),
    ]),
  );
  return path;
};

describe('a forged archive is refused:', () => {
  const one = Buffer.from('one');
  const users = gzipSync('{"uid":"ann"}\n');
  const part = 'tables/users/000001.jsonl.gz';
  const sound = manifestOf({ users: 1 }, [one]);
  const parts = [
    { name: part, bytes: users },
    { name: `files/${hashOf(one)}`, bytes: one },
  ];

  test('(as it is here, it is not)', async () => {
    expect((await read(forge(parts, sound))).entries).toHaveLength(2);
  });

  test.each([
    '../../etc/passwd',
    '/etc/passwd',
    'files/../../etc/passwd',
    `files/../${'a'.repeat(64)}`,
    'tables/../users/000001.jsonl.gz',
    'tables/users;drop/000001.jsonl.gz',
    `files/${'A'.repeat(64)}`,
    'anything.txt',
  ])('an entry with the name %s', async (name) => {
    await expect(read(forge([...parts, { name, bytes: one }], sound))).rejects.toThrow(DamagedArchive);
    expect(existsSync('/etc/passwd.part')).toBe(false);
  });

  test('a link, a folder', async () => {
    for (const type of ['1', '2', '5', 'L', 'x']) {
      const path = forge(parts, sound);
      const bytes = readFileSync(path);
      const header = bytes.subarray(0, 512);
      const before = header[156] ?? 0;
      header.write(type, 156);
      const sum = Number.parseInt(header.toString('latin1', 148, 154), 8) + type.charCodeAt(0) - before;
      header.write(sum.toString(8).padStart(6, '0'), 148);
      writeFileSync(path, bytes);
      await expect(read(path)).rejects.toThrow('no plain file');
    }
  });

  test('rows that unpack to gigabytes, without being unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024, 0x20));
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(read(forge([{ name: part, bytes: bomb }], sound))).rejects.toThrow('unpacks to more');
  });

  test('an entry that claims gigabytes', async () => {
    const claims = [{ name: part, bytes: users, size: 4 * 1024 ** 3 }];
    await expect(read(forge(claims, sound))).rejects.toThrow('larger than any');
  });

  test('files under another hash, out of order, twice, or not counted', async () => {
    const wrong = { name: `files/${'a'.repeat(64)}`, bytes: one };
    await expect(read(forge([wrong], sound))).rejects.toThrow('does not have this checksum');
    await expect(read(forge([...parts, ...parts.slice(1)], sound))).rejects.toThrow('not in its place');
    await expect(read(forge(parts.slice(0, 1), sound))).rejects.toThrow('what its manifest says');
    await expect(read(forge(parts.slice(1), sound))).rejects.toThrow('what its manifest says');
  });

  test('a manifest of another format, with unknown fields, or none', async () => {
    for (const manifest of [{ ...sound, format: 2 }, { ...sound, more: 1 }, [], null])
      await expect(read(forge(parts, manifest))).rejects.toThrow('manifest');
    const path = join(folder, 'nothing.tar');
    writeFileSync(path, Buffer.alloc(1024));
    await expect(read(path)).rejects.toThrow('without a manifest');
  });

  test('rows that are no rows', async () => {
    for (const text of ['[]\n', '{"a":{}}\n', '{"a":[1]}\n', '{"a":true}\n', 'x\n'])
      await expect(read(forge([{ name: part, bytes: gzipSync(text) }], sound))).rejects.toThrow('has no rows');
  });
});

test('a file that is there is not replaced, and a failure leaves none', async () => {
  const path = await write();
  const before = readFileSync(path);
  await expect(new ArchiveFile(path, undefined).create()).rejects.toThrow(FileExists);
  expect(readFileSync(path).equals(before)).toBe(true);
  const other = await new ArchiveFile(join(folder, 'other.tar'), PASSPHRASE).create();
  await other.addRows('users', USERS);
  await other.abort();
  expect(readdirSync(folder)).toEqual(['backup.tar']);
});
