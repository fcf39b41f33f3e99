import type { Clock, JobLocks } from '../../kernel/ports.ts';
import { ModelUnavailable } from '../errors.ts';
import type { DownloadProgress, SentenceModel, SentenceModelStore } from './ports.ts';

const POLL_INTERVAL_MS = 2000;
/** Renewed with each poll while a download runs. */
const LOCK_MS = 60_000;
/** Where the environment decides, a failed download is tried again. */
const RETRY_DOWNLOAD_MS = 600_000;
const REPORT_READY_MS = 60_000;
/** A model that fails as long as this everywhere gives way to the local vectors. */
const GIVE_UP_MS = 300_000;

export interface FollowSentenceModelDeps {
  readonly model: SentenceModel;
  readonly store: SentenceModelStore;
  readonly jobLocks: JobLocks;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

interface Download extends DownloadProgress {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** Fetches, loads and unloads a model as it is switched, also in another process: one fetches, all load. */
export class FollowSentenceModel {
  private download: Download | undefined;
  private reportedReadyAt = 0;
  private loggedFailure = '';
  private updating: Promise<void> = Promise.resolve();

  constructor(private readonly deps: FollowSentenceModelDeps) {}

  /** Until `signal` aborts; the model is unloaded then. */
  async execute(signal: AbortSignal): Promise<void> {
    const { clock, failed, model } = this.deps;
    while (!signal.aborted) {
      await this.update().catch((error: unknown) => failed(`the state of the model ${model.name}`, error));
      await clock.sleep(POLL_INTERVAL_MS, signal);
    }
    await this.stopDownload();
    model.unload();
  }

  /** One at a time. */
  update(): Promise<void> {
    const step = () => this.step();
    this.updating = this.updating.then(step, step);
    return this.updating;
  }

  private async step(): Promise<void> {
    const { model, store } = this.deps;
    const isEnabled = model.decided === undefined ? await store.isEnabled() : model.decided === 'on';
    if (!isEnabled) {
      await this.stopDownload();
      model.unload();
      return model.setGivenUp(true);
    }
    if (model.isInstalled()) this.loadIfDue();
    else await this.fetch();
    await this.reportState();
  }

  /** Not awaited: what is loading shows in the status. */
  private loadIfDue(): void {
    const { model, clock } = this.deps;
    const status = model.status();
    if (status.phase === 'off' || (status.phase === 'failed' && clock.now() >= status.retryAt)) void model.load();
  }

  private async reportState(): Promise<void> {
    const { model, store, clock, failed } = this.deps;
    const status = model.status();
    const now = clock.now();
    if (status.phase === 'ready') {
      this.loggedFailure = '';
      model.setGivenUp(false);
      if (now - this.reportedReadyAt < REPORT_READY_MS) return;
      this.reportedReadyAt = now;
      await store.saveReady(model.name, now);
    } else if (status.phase === 'failed') {
      if (this.loggedFailure !== status.failure)
        failed(`running the model ${model.name}`, new ModelUnavailable(status.failure, status.detail));
      this.loggedFailure = status.failure;
      const isLasting = now - status.since >= GIVE_UP_MS;
      model.setGivenUp(isLasting && now - (await store.lastReady(model.name)) >= GIVE_UP_MS);
    } else model.setGivenUp(false);
  }

  private async fetch(): Promise<void> {
    const { model, store, jobLocks, clock } = this.deps;
    const now = clock.now();
    if (this.download) {
      const { received, total } = this.download;
      await jobLocks.reschedule(lockOf(model), now + LOCK_MS);
      return store.saveDownload(model.name, { received, total, failure: null, at: now });
    }
    const last = await store.findDownload(model.name);
    const mayRetry = model.decided === 'on' && last !== undefined && now - last.at >= RETRY_DOWNLOAD_MS;
    if (last?.failure && !mayRetry) return;
    if (await jobLocks.acquire(lockOf(model), now, now + LOCK_MS)) this.startDownload();
  }

  private startDownload(): void {
    const { model, store, jobLocks, clock, failed } = this.deps;
    const abort = new AbortController();
    const run = async () => {
      let outcome: Parameters<SentenceModelStore['saveDownload']>[1];
      try {
        await model.download((progress) => (this.download = { abort, done, ...progress }), abort.signal);
      } catch (error) {
        if (!abort.signal.aborted) {
          failed(`downloading the model ${model.name}`, error);
          const failure = error instanceof ModelUnavailable ? error.failure : 'network';
          const { received = 0, total = 0 } = this.download ?? {};
          outcome = { received, total, failure, at: clock.now() };
        }
      }
      this.download = undefined;
      await store.saveDownload(model.name, outcome);
      await jobLocks.reschedule(lockOf(model), clock.now());
    };
    // After this line, so that progress always finds the download that it belongs to.
    const done = Promise.resolve()
      .then(run)
      .catch((error: unknown) => failed(`recording the download of ${model.name}`, error));
    this.download = { abort, done, received: 0, total: model.downloadBytes };
  }

  private async stopDownload(): Promise<void> {
    this.download?.abort.abort();
    await this.download?.done;
  }
}

const lockOf = ({ name }: SentenceModel): string => `model ${name}`.slice(0, 60);

/** The same for the cross-encoder. */
export class FollowReranker extends FollowSentenceModel {}
