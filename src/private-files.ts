import { chmodSync, closeSync, type Dirent, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const FOLDER = 0o700;
const FILE = 0o600;
/** What a folder's or a file's group and all others may do with it. */
const FOR_OTHERS = 0o077;
/** What Parley makes in DATA_DIR beside the database. */
const OWN = ['blobs', 'uploads', 'secret'];

/** Every file and folder made from now on is its owner's alone. Only the main thread of a process may say so. */
export const makePrivateFiles = (): void => void process.umask(FOR_OTHERS);

/**
 * Makes the data folder and the database's file for their owner alone, and takes away what others may do with those of
 * older installations: the file, its write-ahead log, its backups, the secret, the folders of bytes. Answers what could
 * not be done, for the log.
 */
export const keepPrivate = (dataFolder: string, databaseFile: string | undefined): readonly string[] => {
  mkdirSync(dataFolder, { recursive: true, mode: FOLDER });
  const faults = tighten(dataFolder, FOLDER);
  for (const entry of readdirSync(dataFolder, { withFileTypes: true })) {
    if (OWN.includes(entry.name)) faults.push(...tightenEntry(dataFolder, entry));
  }
  if (databaseFile === undefined) return faults;
  const folder = dirname(databaseFile);
  mkdirSync(folder, { recursive: true, mode: FOLDER });
  closeSync(openSync(databaseFile, 'a', FILE)); // before SQLite does, which asks nobody for rights; its log takes over the file's
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith(basename(databaseFile))) faults.push(...tightenEntry(folder, entry));
  }
  return faults;
};

const tightenEntry = (folder: string, entry: Dirent): string[] => {
  if (entry.isFile()) return tighten(join(folder, entry.name), FILE);
  return entry.isDirectory() ? tighten(join(folder, entry.name), FOLDER) : [];
};

const tighten = (path: string, mode: number): string[] => {
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & FOR_OTHERS) !== 0) chmodSync(path, mode);
    return [];
  } catch {
    return [`others on this machine may be able to read ${path}: its rights cannot be changed`];
  }
};
