/** Why the sentence model could not be fetched or does not answer; the page has a sentence for each. */
export const MODEL_FAILURES = [
  'network',
  'missing',
  'checksum',
  'size',
  'disk',
  'folder',
  'runtime',
  'invalid',
  'memory',
  'crashed',
] as const;

export type ModelFailure = (typeof MODEL_FAILURES)[number];

/** The state of a model in this process. */
export type SentenceModelStatus =
  | { readonly phase: 'off' | 'loading' | 'ready' }
  | {
      readonly phase: 'failed';
      readonly failure: ModelFailure;
      /** For the log. */
      readonly detail: string;
      readonly since: number;
      /** When loading is worth another try. */
      readonly retryAt: number;
    };

export interface DownloadProgress {
  readonly received: number;
  readonly total: number;
}

/** A model that runs on this machine: fetched once, loaded by each process while it is switched on. */
export abstract class SentenceModel {
  abstract readonly name: string;
  /** Bytes that a download fetches, about. */
  abstract readonly downloadBytes: number;
  /** What the environment decided; undefined: an admin decides. `service`: another service embeds. */
  abstract readonly decided: 'on' | 'off' | 'service' | undefined;
  abstract status(): SentenceModelStatus;
  abstract isInstalled(): boolean;
  /** Resumes an earlier download. Throws `ModelUnavailable`, or the signal's reason. */
  abstract download(onProgress: (progress: DownloadProgress) => void, signal: AbortSignal): Promise<void>;
  /** Resolves when it is ready or has failed. */
  abstract load(): Promise<void>;
  abstract unload(): void;
  /** Whether files get the local vectors back, because the model is off or answers nowhere. */
  abstract setGivenUp(isGivenUp: boolean): void;
}

/** What all processes know of a model, by its name. */
export abstract class SentenceModelStore {
  abstract isEnabled(): Promise<boolean>;
  abstract setEnabled(isEnabled: boolean): Promise<void>;
  /** Of a running download, or why the last one failed. */
  abstract findDownload(name: string): Promise<StoredDownload | undefined>;
  abstract saveDownload(name: string, download: StoredDownload | undefined): Promise<void>;
  /** When a process last reported that this model answers; 0: never. */
  abstract lastReady(name: string): Promise<number>;
  abstract saveReady(name: string, now: number): Promise<void>;
}

export interface StoredDownload extends DownloadProgress {
  readonly failure: ModelFailure | null;
  readonly at: number;
}
