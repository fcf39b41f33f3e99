import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { z } from 'zod';

import { StorageFailed } from '../../domain/files/errors.ts';
import { Blobs } from '../../domain/files/ports/blobs.ts';
import { blobProvider, assertHash, isHash, OWNER_NAME } from './provider.ts';

const PAGE_SIZE = 500;
const COMPARED_BYTES = 1024 * 1024;
/** Suffix of a file that is being written; older than an hour it is a leftover. */
const PARTIAL_SUFFIX = '.part';
const STALE_PARTIAL_MS = 3_600_000;

/** A folder of this server. */
export const disk = blobProvider({
  id: 'disk',
  label: 'a folder of this server',
  settings: z.object({}),
  connect: (_, { folder }) => new DiskBlobs(folder),
});

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

const isAbsent = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** Files in two levels of folders, so that no folder grows large. */
export class DiskBlobs extends Blobs {
  readonly ownerPlace: string;

  constructor(private readonly folder: string) {
    super();
    this.ownerPlace = join(folder, OWNER_NAME);
  }

  async put(hash: string, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(hash);
    try {
      if (!(await isStored(path, bytes))) await write(path, bytes);
    } catch (error) {
      throw new StorageFailed(error);
    }
  }

  async get(hash: string): Promise<Uint8Array | undefined> {
    return readIfPresent(this.pathOf(hash));
  }

  async getOwner(): Promise<string | undefined> {
    const bytes = await readIfPresent(this.ownerPlace);
    return bytes && Buffer.from(bytes).toString('utf8').trim();
  }

  async setOwner(installationId: string): Promise<void> {
    try {
      await write(this.ownerPlace, Buffer.from(installationId));
    } catch (error) {
      throw new StorageFailed(error);
    }
  }

  async remove(hash: string): Promise<void> {
    const path = this.pathOf(hash);
    try {
      await rm(path, { force: true });
    } catch (error) {
      throw new StorageFailed(error);
    }
  }

  async *list(): AsyncGenerator<readonly string[]> {
    let page: string[] = [];
    for await (const path of this.walk()) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (name.endsWith(PARTIAL_SUFFIX)) await removeStalePartial(path);
      else if (isHash(name)) page.push(name);
      if (page.length < PAGE_SIZE) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  private async *walk(): AsyncGenerator<string> {
    for (const first of await listNames(this.folder)) {
      for (const second of await listNames(join(this.folder, first))) {
        for (const name of await listNames(join(this.folder, first, second)))
          yield `${this.folder}/${first}/${second}/${name}`;
      }
    }
  }

  private pathOf(hash: string): string {
    const name = assertHash(hash);
    return join(this.folder, name.slice(0, 2), name.slice(2, 4), name);
  }
}

const listNames = async (folder: string): Promise<string[]> => {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) names.push(name);
  } catch (error) {
    if (!isAbsent(error) && codeOf(error) !== 'ENOTDIR') throw new StorageFailed(error, 'read');
  }
  return names.sort();
};

const readIfPresent = async (path: string): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw new StorageFailed(error, 'read');
  }
};

/** False for damaged bytes, so that an upload of the same file mends them. */
const isStored = async (path: string, bytes: Uint8Array): Promise<boolean> => {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    return (await file.stat()).size === bytes.length && (await hasContent(file, bytes));
  } catch {
    return false; // writing tells why, if there is a fault
  } finally {
    await file?.close();
  }
};

const hasContent = async (file: FileHandle, bytes: Uint8Array): Promise<boolean> => {
  const part = Buffer.allocUnsafe(COMPARED_BYTES);
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(part, 0, part.length, at);
    if (bytesRead === 0 || !part.subarray(0, bytesRead).equals(bytes.subarray(at, at + bytesRead))) return false;
    at += bytesRead;
  }
  return true;
};

const write = async (path: string, bytes: Uint8Array): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeAtomically(path, bytes);
};

/**
 * Writes to a temporary name and renames after fsync: a visible name has all bytes. A failure leaves no file.
 */
const writeAtomically = async (path: string, bytes: Uint8Array): Promise<void> => {
  const partialPath = `${path}.${randomBytes(6).toString('hex')}${PARTIAL_SUFFIX}`;
  let file: FileHandle | undefined;
  try {
    file = await open(partialPath, 'wx', 0o600);
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
    await rename(partialPath, path);
  } catch (error) {
    await file?.close().catch(() => undefined);
    await rm(partialPath, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
};

/** A rename survives a power cut only after fsync of its folder; some systems cannot do that. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
};

const removeStalePartial = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs > STALE_PARTIAL_MS) await rm(path, { force: true });
};
