import type { Source } from '../../../../shared/reply-details.ts';
import type { Requester, UserRequester } from './requesters.ts';

/** A question whose conversation has files. */
export interface FileContextQuery {
  readonly replyId: string;
  readonly text: string;
  /** Of the question. */
  readonly fileIds: readonly string[];
  /** Of earlier messages of the path, newest first. */
  readonly earlier: readonly string[];
  /** Earlier questions of the conversation, newest first. */
  readonly previous: readonly string[];
  /** The reply before the question; may be empty. */
  readonly lastAnswer: string;
  readonly requester: UserRequester;
  /** What the model takes beside conversation and answer, in tokens; undefined when unknown. */
  readonly roomTokens?: number | undefined;
}

export interface FileContext {
  /**
   * For the prompt: texts as untrusted data, with the numbers to cite them by. The same for all questions about them.
   */
  readonly wholeFiles: string;
  /** Of the other files: what is nearest to this question; may be empty. */
  readonly excerpts: string;
  /** About what both cost. */
  readonly tokens: number;
  /** In the order of those numbers, from 1. */
  readonly sources: readonly Source[];
  readonly evidence: readonly Evidence[];
}

export abstract class FileContextProvider {
  /**
   * Returns the names of the person's own files. Throws `FileNotFound` for expired files and those of others,
   * `InvalidInput` for too many.
   */
  abstract check(requester: Requester, fileIds: readonly string[]): Promise<readonly string[]>;
  /** Undefined when no file is left. The prompt names files that cannot be read. */
  abstract load(question: FileContextQuery, signal: AbortSignal): Promise<FileContext | undefined>;
  /** Whether the person may still read everything that was quoted. */
  abstract canRead(requester: UserRequester, evidence: readonly Evidence[]): Promise<boolean>;
}

/** Quotes of files in stored replies. */
export abstract class FileQuotes {
  /** Removes quotes of files that the owner may no longer read. Call it in the transaction that ends the reply. */
  abstract redactDeletedFiles(owner: string, sources: readonly Source[]): Promise<void>;
}

/** The text of a source in the prompt. */
export interface Evidence {
  readonly url: string;
  readonly text: string;
}
