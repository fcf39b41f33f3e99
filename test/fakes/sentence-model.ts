import { ModelUnavailable } from '../../src/domain/retrieval/errors.ts';
import {
  type DownloadProgress,
  type ModelFailure,
  SentenceModel,
  type SentenceModelStatus,
  SentenceModelStore,
  type StoredDownload,
} from '../../src/domain/retrieval/sentence/ports.ts';

/** A model that is fetched and loaded as a test says. */
export class FakeSentenceModel extends SentenceModel {
  readonly name = 'fake-model';
  readonly downloadBytes = 100;
  current: SentenceModelStatus = { phase: 'off' };
  isGivenUp = false;
  loads = 0;
  downloads = 0;
  /** What a download does; by default it takes all at once. */
  fetch: (onProgress: (progress: DownloadProgress) => void, signal: AbortSignal) => Promise<void> = () =>
    Promise.resolve();
  /** How the next loads end. */
  loadsAs: SentenceModelStatus = { phase: 'ready' };

  constructor(
    public installed = false,
    readonly decided: SentenceModel['decided'] = undefined,
  ) {
    super();
  }

  status(): SentenceModelStatus {
    return this.current;
  }

  isInstalled(): boolean {
    return this.installed;
  }

  async download(onProgress: (progress: DownloadProgress) => void, signal: AbortSignal): Promise<void> {
    this.downloads += 1;
    await this.fetch(onProgress, signal);
    this.installed = true;
  }

  load(): Promise<void> {
    this.loads += 1;
    this.current = this.loadsAs;
    return Promise.resolve();
  }

  unload(): void {
    this.current = { phase: 'off' };
  }

  setGivenUp(isGivenUp: boolean): void {
    this.isGivenUp = isGivenUp;
  }

  /** Fails from now on. */
  fail(failure: ModelFailure, since: number, retryAt: number): void {
    this.current = { phase: 'failed', failure, detail: 'as a test says', since, retryAt };
    this.loadsAs = this.current;
  }
}

/** A download that waits until it is let go, or cancelled. */
export const heldDownload = () => {
  let finish: (failure?: ModelFailure) => void = () => undefined;
  const fetch = (onProgress: (progress: DownloadProgress) => void, signal: AbortSignal): Promise<void> => {
    onProgress({ received: 40, total: 100 });
    return new Promise((resolve, reject) => {
      finish = (failure) => (failure ? reject(new ModelUnavailable(failure)) : resolve());
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  };
  return { fetch, finish: (failure?: ModelFailure) => finish(failure) };
};

export class InMemorySentenceModelStore extends SentenceModelStore {
  private enabled = false;
  private readonly downloads = new Map<string, StoredDownload>();
  private readonly ready = new Map<string, number>();

  isEnabled(): Promise<boolean> {
    return Promise.resolve(this.enabled);
  }

  setEnabled(isEnabled: boolean): Promise<void> {
    this.enabled = isEnabled;
    return Promise.resolve();
  }

  findDownload(name: string): Promise<StoredDownload | undefined> {
    return Promise.resolve(this.downloads.get(name));
  }

  saveDownload(name: string, download: StoredDownload | undefined): Promise<void> {
    if (download) this.downloads.set(name, download);
    else this.downloads.delete(name);
    return Promise.resolve();
  }

  lastReady(name: string): Promise<number> {
    return Promise.resolve(this.ready.get(name) ?? 0);
  }

  saveReady(name: string, now: number): Promise<void> {
    this.ready.set(name, now);
    return Promise.resolve();
  }
}
