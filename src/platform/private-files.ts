import { chmodSync, closeSync, type Dirent, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Permission bits of group and others. */
const GROUP_AND_OTHERS_MASK = 0o077;
/** What Parley creates in DATA_DIR besides the database. */
const OWN_ENTRIES = ['blobs', 'uploads', 'models', 'secret'];

/** Sets the umask: new files and folders are private to their owner. Only a process's main thread may call it. */
export const setPrivateUmask = (): void => void process.umask(GROUP_AND_OTHERS_MASK);

/** False also where it cannot be told. */
export const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

/** With the folders above it. Node's own `recursive` never ends where no folder can be made, as in `/proc`. */
export const makePrivateFolder = (folder: string): void => {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makePrivateFolder(dirname(folder));
  try {
    mkdirSync(folder, FOLDER_MODE);
  } catch (error) {
    if (!isFolder(folder)) throw error; // another process may have been quicker
  }
};

/**
 * Makes data folder and database file private, and removes permissions of group and others from files of older
 * installations: database, write-ahead log, backups, secret, blob folders. Returns what failed, for the log.
 */
export const restrictDataFiles = (dataFolder: string, databaseFile: string | undefined): readonly string[] => {
  makePrivateFolder(dataFolder);
  const warnings = restrictMode(dataFolder, FOLDER_MODE);
  for (const entry of readdirSync(dataFolder, { withFileTypes: true })) {
    if (OWN_ENTRIES.includes(entry.name)) warnings.push(...restrictEntry(dataFolder, entry));
  }
  if (databaseFile === undefined) return warnings;
  const folder = dirname(databaseFile);
  closeSync(openSync(databaseFile, 'a', FILE_MODE)); // SQLite would use default permissions
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith(basename(databaseFile))) warnings.push(...restrictEntry(folder, entry));
  }
  return warnings;
};

const restrictEntry = (folder: string, entry: Dirent): string[] => {
  if (entry.isFile()) return restrictMode(join(folder, entry.name), FILE_MODE);
  return entry.isDirectory() ? restrictMode(join(folder, entry.name), FOLDER_MODE) : [];
};

const restrictMode = (path: string, mode: number): string[] => {
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & GROUP_AND_OTHERS_MASK) !== 0) chmodSync(path, mode);
    return [];
  } catch {
    return [`others on this machine may be able to read ${path}: its rights cannot be changed`];
  }
};
