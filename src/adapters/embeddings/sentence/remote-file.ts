import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** A file of a repository, as the host describes it. */
export interface RemoteFile {
  readonly path: string;
  readonly url: string;
  readonly bytes: number;
  /** SHA-256 of large files; of small ones SHA-1 as git computes it. In hex. */
  readonly digest: string;
}

/** The digest in an entity tag; undefined for any other tag. */
export const digestOf = (tag: string): string | undefined => /^(?:W\/)?"?([\da-f]{64}|[\da-f]{40})"?$/.exec(tag)?.[1];

/** Whether a file has the content that the host announced. */
export const hasDigest = async (path: string, { digest, bytes }: RemoteFile): Promise<boolean> => {
  const hash = createHash(digest.length === 40 ? 'sha1' : 'sha256');
  if (digest.length === 40) hash.update(`blob ${bytes}\0`);
  for await (const chunk of createReadStream(path)) hash.update(Buffer.from(chunk));
  return hash.digest('hex') === digest;
};
