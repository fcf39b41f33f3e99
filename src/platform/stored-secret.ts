import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { makePrivateFolder } from './private-files.ts';
import { secretWeakness } from './secret-strength.ts';

const SECRET_BYTES = 32;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown reason';

/** For the operator: what is wrong with DATA_DIR. */
export const dataFolderFault = (error: unknown): string =>
  `DATA_DIR: cannot be written (${codeOf(error)}). It has to be a folder with free space, which the user of this ` +
  'process may write to';

/** A secret of this installation, made once; only its owner may read the file. The fault is for the operator. */
export const loadOrCreateSecret = (folder: string): { readonly secret: string } | { readonly fault: string } => {
  const file = join(folder, 'secret');
  try {
    makePrivateFolder(folder);
    if (!existsSync(file)) createSecret(file);
    const secret = readFileSync(file, 'utf8').trim();
    const weakness = secretWeakness(secret);
    return weakness === undefined ? { secret } : { fault: weakSecretFault(weakness) };
  } catch (error) {
    return { fault: dataFolderFault(error) };
  }
};

const weakSecretFault = (weakness: string): string =>
  `APP_SECRET: what the file "secret" in DATA_DIR has ${weakness}. A full disk may have cut it off. ` +
  'Put the secret of before there, or remove the file to have another one made; what the secret of before ' +
  'encrypted can then not be read';

/** The file has its name only once it is whole. Another process may be quicker; its secret counts. */
const createSecret = (file: string): void => {
  const partial = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    writeThrough(partial, randomBytes(SECRET_BYTES).toString('base64url'));
    try {
      linkSync(partial, file);
    } catch {
      if (!existsSync(file)) renameSync(partial, file); // not every file system has links
    }
  } finally {
    rmSync(partial, { force: true });
  }
};

const writeThrough = (file: string, text: string): void => {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};
