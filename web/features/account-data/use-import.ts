import { useState } from 'react';

import { isApiFailure } from '../../lib/api-error.ts';
import { useAppDispatch } from '../../state/store.ts';
import { accountDataApi, type ImportResult } from './account-data-api.ts';
import { importErrorMessage, skipReason } from './error-messages.ts';
import { t } from './texts.ts';

/** The server's limit of one request. */
const MAX_BYTES = 20 * 1024 * 1024;

/** What was left out or shortened, and why. */
export interface Left {
  readonly title: string;
  readonly reason: string;
}

export interface Imported {
  readonly sources: readonly ImportResult['source'][];
  readonly chats: number;
  readonly messages: number;
  readonly prompts: number;
  /** Those that the server named. */
  readonly left: readonly Left[];
  readonly leftInAll: number;
}

export type ImportState =
  | { readonly is: 'idle' | 'busy' }
  | { readonly is: 'done'; readonly outcome: Imported }
  /** `files`: may be tried again as they are. */
  | { readonly is: 'failed'; readonly text: string; readonly files: readonly File[] | null };

const NOTHING: Imported = { sources: [], chats: 0, messages: 0, prompts: 0, left: [], leftInAll: 0 };

const withResult = (
  all: Imported,
  { source, chats, messages, prompts, skipped, skippedInAll }: ImportResult,
): Imported => ({
  sources: [...new Set([...all.sources, source])],
  chats: all.chats + chats,
  messages: all.messages + messages,
  prompts: all.prompts + prompts,
  left: [...all.left, ...skipped.map(({ title, key, count }) => ({ title, reason: skipReason(key, count) }))],
  leftInAll: all.leftInAll + skippedInAll,
});

const withLeft = (all: Imported, left: Left): Imported => ({
  ...all,
  left: [...all.left, left],
  leftInAll: all.leftInAll + 1,
});

/** Not after a refusal of the file itself. */
const isRetryable = (error: unknown): boolean => !isApiFailure(error) || error.status < 400 || error.status >= 500;

const isSentWhole = ({ name, size }: File): boolean => size <= MAX_BYTES && !/\.zip$/i.test(name);

const FAULTS = { archive: 'importArchive', export: 'importUnknown', size: 'tooLarge' } as const;

/** Ends an import that can be tried again with the same files. */
class Unfinished extends Error {}

/** Imports files, one request after the other. */
class ImportRun {
  outcome = NOTHING;
  /** Why files were refused. */
  readonly refusals: Left[] = [];
  wasSent = false;

  constructor(private readonly send: (part: Blob) => Promise<{ data?: ImportResult | undefined; error?: unknown }>) {}

  /** Throws `Unfinished`. */
  async add(file: File): Promise<void> {
    const refusal =
      file.size === 0 ? t('empty') : isSentWhole(file) ? await this.#sendPart(file) : await this.#read(file);
    if (refusal !== null) this.refusals.push({ title: file.name, reason: refusal });
  }

  async #read(file: File): Promise<string | null> {
    const { readExports, UnreadableFile } = await import('./read-exports.ts').catch(() => {
      throw new Unfinished(t('importUnfinished'));
    });
    const leave = (title: string): void => {
      this.outcome = withLeft(this.outcome, { title, reason: skipReason('chatTooLarge', null) });
    };
    try {
      for await (const part of readExports(file, MAX_BYTES, leave)) {
        const refusal = await this.#sendPart(part);
        if (refusal !== null) return refusal;
      }
      return null;
    } catch (error) {
      if (error instanceof UnreadableFile) return t(FAULTS[error.reason]);
      throw error;
    }
  }

  /** Why the server refused it; null when it did not. */
  async #sendPart(part: Blob): Promise<string | null> {
    this.wasSent = true;
    const { data, error } = await this.send(part);
    if (data) this.outcome = withResult(this.outcome, data);
    else if (isRetryable(error)) throw new Unfinished(importErrorMessage(error));
    return data ? null : importErrorMessage(error);
  }
}

const runImport = async (run: ImportRun, files: readonly File[]): Promise<ImportState> => {
  try {
    for (const file of files) await run.add(file);
  } catch (error) {
    const text = error instanceof Unfinished ? error.message : t('importUnfinished');
    return { is: 'failed', text, files };
  }
  const { outcome, refusals } = run;
  const [refusal] = refusals;
  if (outcome.sources.length === 0 && refusal) {
    const text = files.length === 1 ? refusal.reason : `${refusal.title}: ${refusal.reason}`;
    return { is: 'failed', text, files: null };
  }
  return { is: 'done', outcome: refusals.reduce(withLeft, outcome) };
};

export const useImport = (onImported: () => void) => {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<ImportState>({ is: 'idle' });
  const start = async (files: readonly File[]): Promise<void> => {
    setState({ is: 'busy' });
    // Untracked, so that no file is in the store.
    const run = new ImportRun((part) =>
      dispatch(accountDataApi.endpoints.importChats.initiate(part, { track: false })),
    );
    const ended = await runImport(run, files);
    if (run.wasSent) onImported(); // also after a failure, which may come when some chats are in
    setState(ended);
  };
  return { state, start: (files: readonly File[]) => void start(files) };
};
