import type { ArchiveReader, Manifest } from './ports.ts';

/** Its fingerprint tells whether an installation has the APP_SECRET of an archive. */
export const SECRET_MARK = 'backup';

/** Reads an archive to its end. Throws `DamagedArchive`, and why `signal` aborts. */
export const checkArchive = async (reader: ArchiveReader, signal?: AbortSignal): Promise<Manifest> => {
  const entries = reader.entries();
  for (;;) {
    signal?.throwIfAborted();
    const next = await entries.next();
    if (next.done === true) return next.value;
  }
};
