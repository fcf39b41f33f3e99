import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { DiskBlobs } from '../../../src/adapters/blobs/disk.ts';
import { BLOBS } from '../../../src/adapters/blobs/providers.ts';
import { S3Blobs } from '../../../src/adapters/blobs/s3.ts';
import { KnownErrorDescriber } from '../../../src/adapters/system/known-error-describer.ts';
import { BlobUnreadable, StorageFailed } from '../../../src/domain/files/errors.ts';
import { isDiskFull } from '../../../src/platform/disk-full.ts';
import { selectProvider } from '../../../src/platform/provider-registry.ts';
import { behavesLikeBlobs, hashOf, listed } from '../../contracts/blobs.ts';
import { InMemoryBlobs } from '../../fakes/files.ts';
import { type S3Server, startS3Server } from '../../vendors/s3-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-blobs-'));
let count = 0;
const newFolder = () => join(folder, String((count += 1)));
const HELLO = Buffer.from('hello');
const pathOf = (root: string, hash: string) => join(root, hash.slice(0, 2), hash.slice(2, 4), hash);
const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server('files', 'key-1');
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const s3 = (bucket = 'files', { url } = server) =>
  new S3Blobs(bucket, {
    endpoint: url,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'key-1', secretAccessKey: 'secret' },
  });

behavesLikeBlobs('in memory', async () => new InMemoryBlobs());
behavesLikeBlobs('on the disk', async () => new DiskBlobs(newFolder()));
behavesLikeBlobs('S3', async () => {
  server.objects.clear();
  return s3();
});

test('damaged bytes on the disk are mended by whoever puts them again', async () => {
  const root = newFolder();
  const blobs = new DiskBlobs(root);
  const hash = hashOf(HELLO);
  await blobs.put(hash, HELLO);
  writeFileSync(pathOf(root, hash), 'hollo');
  await blobs.put(hash, HELLO);
  expect(Buffer.from((await blobs.get(hash)) ?? [])).toEqual(HELLO);
});

test('bytes that cannot be read are told from a storage that does not answer', async () => {
  const root = newFolder();
  const blobs = new DiskBlobs(root);
  const hash = hashOf(HELLO);
  mkdirSync(pathOf(root, hash), { recursive: true });
  await expect(blobs.read(hash)).rejects.toThrow(BlobUnreadable);
  mkdirSync(blobs.ownerPlace);
  await expect(blobs.read(hash)).rejects.toThrow(StorageFailed);
});

test('new stores have no owner', async () => {
  server.objects.clear();
  const stores = [new DiskBlobs(newFolder()), s3(), new InMemoryBlobs()];
  expect(await Promise.all(stores.map((blobs) => blobs.getOwner()))).toEqual([undefined, undefined, undefined]);
});

describe('bytes on the disk', () => {
  test('lie in two levels of folders, for the owner of the process alone', async () => {
    const root = newFolder();
    await new DiskBlobs(root).put(hashOf(HELLO), HELLO);
    expect(filesIn(root)).toEqual([hashOf(HELLO)]);
    expect(statSync(pathOf(root, hashOf(HELLO))).mode & 0o077).toBe(0);
  });

  test('that cannot be written leave nothing, and say that it is no fault of the file', async () => {
    const root = newFolder();
    mkdirSync(pathOf(root, hashOf(HELLO)), { recursive: true }); // the name is taken by a folder: the last step fails
    await expect(new DiskBlobs(root).put(hashOf(HELLO), HELLO)).rejects.toBeInstanceOf(StorageFailed);
    expect(filesIn(root)).toEqual([]);
  });

  test('that cannot be read are told as that', async () => {
    const root = newFolder();
    mkdirSync(pathOf(root, hashOf(HELLO)), { recursive: true });
    const unread = new DiskBlobs(root).get(hashOf(HELLO));
    await expect(unread).rejects.toBeInstanceOf(StorageFailed);
    await expect(unread).rejects.toThrow('Files cannot be read at the moment.');
  });

  test('that were cut off are never listed, and go when they are old', async () => {
    const root = newFolder();
    const blobs = new DiskBlobs(root);
    const [old, young] = ['a', 'b'].map((name) => `${pathOf(root, hashOf(HELLO))}.${name}.part`) as [string, string];
    mkdirSync(dirname(old), { recursive: true });
    for (const path of [old, young]) writeFileSync(path, 'half');
    utimesSync(old, 1, 1);
    expect(await listed(blobs)).toEqual([]);
    expect(filesIn(root)).toEqual([`${hashOf(HELLO)}.b.part`]);
  });

  test('of a half-written copy of before are written anew', async () => {
    const root = newFolder();
    const blobs = new DiskBlobs(root);
    mkdirSync(dirname(pathOf(root, hashOf(HELLO))), { recursive: true });
    writeFileSync(pathOf(root, hashOf(HELLO)), 'hel');
    await blobs.put(hashOf(HELLO), HELLO);
    expect(Buffer.from((await blobs.get(hashOf(HELLO))) ?? []).toString()).toBe('hello');
  });

  test('are found by a hash only, never by a path', async () => {
    for (const name of ['../../etc/passwd', '', 'ABC', `${hashOf(HELLO)}/..`])
      await expect(new DiskBlobs(newFolder()).get(name)).rejects.toThrow('SHA-256');
  });
});

describe('bytes in S3', () => {
  test('are asked for again when the service stumbles, and a lasting fault is told', async () => {
    const blobs = s3();
    server.fail(500, 1);
    await blobs.put(hashOf(HELLO), HELLO);
    expect(Buffer.from((await blobs.get(hashOf(HELLO))) ?? []).toString()).toBe('hello');
    server.fail(500, 3);
    const unread = blobs.get(hashOf(HELLO));
    await expect(unread).rejects.toBeInstanceOf(StorageFailed);
    await expect(unread).rejects.toThrow('Files cannot be read at the moment.');
    await expect(s3('other').put(hashOf(HELLO), HELLO)).rejects.toBeInstanceOf(StorageFailed);
  });

  test.each([
    [507, 'XMinioStorageFull', true, 'The disk is full'],
    [403, 'QuotaExceeded', true, 'The disk is full'],
    [404, 'NoSuchBucket', false, 'It has no such bucket'],
    [403, 'InvalidAccessKeyId', false, 'It does not accept the key'],
    [403, 'SignatureDoesNotMatch', false, 'It does not accept the key'],
    [403, 'AccessDenied', false, 'Its user has too few rights'],
    [403, 'RequestTimeTooSkewed', false, 'Its clock and that of this server differ'],
    [403, 'SomethingElse', false, 'It does not accept the key (403)'],
  ])('that the service refuses with %d %s: a full disk is %s, and the operator reads why', async (...expected) => {
    const [status, code, isFull, reason] = expected;
    const refusing = await startS3Server('files', 'key-1');
    refusing.fail(status, 9, code);
    const failure: unknown = await s3('files', refusing)
      .get(hashOf(HELLO))
      .catch((error: unknown) => error);
    await refusing.close();
    expect([isDiskFull(failure), new KnownErrorDescriber().describe(failure)]).toEqual([
      isFull,
      expect.stringContaining(`: ${reason}`),
    ]);
  });

  test('that are there already are not sent again', async () => {
    const blobs = s3();
    await blobs.put(hashOf(HELLO), HELLO);
    const before = server.requests.length;
    await blobs.put(hashOf(HELLO), HELLO);
    expect(server.requests.slice(before)).toEqual([`HEAD /files/blobs/${hashOf(HELLO)}`]);
  });

  test('that were damaged are mended by whoever puts them again', async () => {
    const blobs = s3();
    await blobs.put(hashOf(HELLO), HELLO);
    server.objects.set(`blobs/${hashOf(HELLO)}`, Buffer.from('hollo'));
    await blobs.put(hashOf(HELLO), HELLO);
    expect(Buffer.from((await blobs.get(hashOf(HELLO))) ?? []).toString()).toBe('hello');
  });
});

test('a bucket serves when it is set, a folder otherwise, and what is missing is named', () => {
  const env = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
  expect([{}, env, { ...env, BLOBS: 'disk' }].map((set) => selectProvider(BLOBS, set, true).provider?.id)).toEqual([
    'disk',
    's3',
    'disk',
  ]);
  expect(selectProvider(BLOBS, { S3_BUCKET: 'files' }, true).faults).toEqual([
    'S3_ACCESS_KEY_ID is not set',
    'S3_SECRET_ACCESS_KEY is not set',
  ]);
});
