import { mkdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { ModelUnavailable } from '../../../domain/retrieval/errors.ts';
import type { DownloadProgress } from '../../../domain/retrieval/sentence/ports.ts';
import { hasDigest, type RemoteFile } from './remote-file.ts';
import type { ModelHub } from './model-hub.ts';
import type { ModelSource } from './models.ts';

/** No model of the table comes near this. */
const MAX_FILE_BYTES = 1024 * 1024 * 1024;
/** What has to stay free. */
const SPARE_BYTES = 64 * 1024 * 1024;
/** In a row, without a single byte. */
const MAX_ATTEMPTS = 5;
const FOLDER_MODE = 0o700;

/** Fetches a model's files: resumed where an earlier attempt ended, checked, and in place all at once. */
export class DownloadModel {
  constructor(
    private readonly hub: ModelHub,
    /** Waits before the next attempt. */
    private readonly pause: (attempt: number, signal: AbortSignal) => Promise<void>,
  ) {}

  /** Throws `ModelUnavailable`, or the signal's reason. */
  async execute(
    { model, folder, isLocal }: ModelSource,
    onProgress: (progress: DownloadProgress) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (isLocal) throw new ModelUnavailable('folder');
    try {
      const staging = `${folder}.part`;
      await mkdir(staging, { recursive: true, mode: FOLDER_MODE });
      const files = await this.hub.describe(model.repository, model.files, signal);
      if (files.some(({ bytes }) => bytes > MAX_FILE_BYTES)) throw new ModelUnavailable('size');
      const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
      const { bavail, bsize } = await statfs(staging);
      if (bavail * bsize < total + SPARE_BYTES) throw new ModelUnavailable('disk');
      let done = 0;
      for (const file of files) {
        const report = (received: number) => onProgress({ received: done + received, total });
        await this.fetchFile(file, partialPath(staging, file), report, signal);
        done += file.bytes;
      }
      await this.install(files, staging, folder);
    } catch (error) {
      signal.throwIfAborted();
      throw toModelUnavailable(error);
    }
  }

  private async fetchFile(
    file: RemoteFile,
    partial: string,
    report: (received: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    await mkdir(dirname(partial), { recursive: true, mode: FOLDER_MODE });
    for (let attempt = 1, best = 0; ; attempt += 1) {
      try {
        await this.hub.fetch(file, partial, report, signal);
        break;
      } catch (error) {
        signal.throwIfAborted();
        const { received } = await this.hub.partialOf(partial);
        if (received > best) [attempt, best] = [0, received];
        if (toModelUnavailable(error).failure !== 'network' || attempt >= MAX_ATTEMPTS) throw error;
        await this.pause(attempt, signal);
      }
    }
    if (await hasDigest(partial, file)) return;
    await rm(partial, { force: true });
    throw new ModelUnavailable('checksum');
  }

  private async install(files: readonly RemoteFile[], staging: string, folder: string): Promise<void> {
    const complete = `${folder}.new`;
    await rm(complete, { recursive: true, force: true });
    for (const file of files) {
      const target = join(complete, file.path);
      await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE });
      await rename(partialPath(staging, file), target);
    }
    await rm(folder, { recursive: true, force: true });
    await rename(complete, folder);
    await rm(staging, { recursive: true, force: true });
  }
}

/** The digest is part of the name, so nothing is added to the beginning of another version. */
const partialPath = (staging: string, { path, digest }: RemoteFile): string =>
  join(staging, `${path}.${digest.slice(0, 16)}`);

const toModelUnavailable = (error: unknown): ModelUnavailable => {
  if (error instanceof ModelUnavailable) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return new ModelUnavailable(
    /^(ENOSPC|EDQUOT|EACCES|EROFS|EPERM|EEXIST|ENOTDIR)$/.test(code) ? 'disk' : 'network',
    error,
  );
};
