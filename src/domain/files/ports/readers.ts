import type { UserRequester } from '../../chat/replies/ports/requesters.ts';
import type { StoredFile } from '../stored-file.ts';

/** Who reads; with an override no group counts. */
export type FileReader = Pick<UserRequester, 'uid' | 'override'>;

/** The files that an account may read: its own, and those of its groups at this moment. */
export abstract class ReadableFiles {
  /** Owners of the files of its groups. */
  abstract listGroupOwners(reader: FileReader): Promise<readonly string[]>;
  /** In the order of `fileIds`. */
  abstract findMany(reader: FileReader, fileIds: readonly string[]): Promise<readonly StoredFile[]>;
  /** All embedded files of those of the owners whose files it may read, oldest first. */
  abstract listEmbedded(reader: FileReader, ownerIds: readonly string[]): Promise<readonly StoredFile[]>;
}

/** Who was given which files of groups, so that the quotes go when an account may no longer read a file. */
export abstract class GroupFileReaders {
  /**
   * Notes an account as a reader of those of the files that its groups have, and returns them. Until the caller's
   * transaction ends nobody takes a file or a membership away.
   */
  abstract admit(uid: string, fileIds: readonly string[]): Promise<readonly string[]>;
  /** Nobody may read the file any more. In the caller's transaction. */
  abstract loseFile(fileId: string): Promise<void>;
  /**
   * An account may no longer read the files of these owners. In the caller's transaction, after the memberships went.
   */
  abstract loseOwners(uid: string, ownerIds: readonly string[]): Promise<void>;
  /** Those whose quotes are still to be removed. */
  abstract listLost(limit: number): Promise<readonly { readonly uid: string; readonly fileId: string }[]>;
  /** Unless the account may read the file again. */
  abstract forget(uid: string, fileId: string): Promise<void>;
}

/** Quotes of groups' files in the answers of those who may no longer read them; implemented by retrieval. */
export abstract class LostQuotes {
  /** Removes all there are. */
  abstract redact(): Promise<void>;
}
