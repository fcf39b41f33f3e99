import { createRequire } from 'node:module';

import { backoffMs } from '../../../domain/kernel/backoff.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import { EmbeddingError, ModelUnavailable } from '../../../domain/retrieval/errors.ts';
import {
  type DownloadProgress,
  SentenceModel,
  type SentenceModelStatus,
} from '../../../domain/retrieval/sentence/ports.ts';
import type { DownloadModel } from './download-model.ts';
import { ModelProcess, ModelProcessEnded, PROCESS_LIMITS, type ProcessLimits } from './model-process.ts';
import { findModelFile, type ModelSource } from './models.ts';
import type { ModelInput } from './protocol.ts';
import { FILE_FAILURES } from '../../../shared/file-failures.ts';

/** After each failure in a row, until the model has answered again. */
const RETRY = { baseMs: 5000, maxMs: 600_000 } as const;
const MAX_RSS_MB = 2048;

export interface ModelHostOptions {
  readonly clock: Clock;
  readonly decided: SentenceModel['decided'];
  readonly threads: number;
  readonly downloader: DownloadModel;
  /** Nothing is fetched that could not be run. */
  readonly hasRuntime?: () => boolean;
  readonly maxRssMb?: number;
  readonly limits?: ProcessLimits;
}

/** The runtime is an optional dependency. */
const hasRuntime = (): boolean => {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node');
    return true;
  } catch {
    return false;
  }
};

/** A model of this process: its files, and the child process that runs it while it is switched on. */
export class ModelHost extends SentenceModel {
  readonly name: string;
  readonly downloadBytes: number;
  readonly decided: SentenceModel['decided'];
  isGivenUp = false;
  private current: SentenceModelStatus = { phase: 'off' };
  private process: ModelProcess | undefined;
  private failures = 0;
  private failingSince = 0;

  constructor(
    readonly source: ModelSource,
    private readonly options: ModelHostOptions,
  ) {
    super();
    this.name = source.model.name;
    this.downloadBytes = source.isLocal ? 0 : source.model.downloadBytes;
    this.decided = options.decided;
  }

  status(): SentenceModelStatus {
    return this.current;
  }

  /** Numbers per row; undefined while the model is not loaded. */
  get width(): number | undefined {
    return this.current.phase === 'ready' ? this.process?.width : undefined;
  }

  isInstalled(): boolean {
    return findModelFile(this.source.folder) !== undefined;
  }

  async download(onProgress: (progress: DownloadProgress) => void, signal: AbortSignal): Promise<void> {
    if (!(this.options.hasRuntime ?? hasRuntime)()) throw new ModelUnavailable('runtime');
    return this.options.downloader.execute(this.source, onProgress, signal);
  }

  async load(): Promise<void> {
    if (this.current.phase === 'loading' || this.current.phase === 'ready') return;
    const loading = { phase: 'loading' } as const;
    this.current = loading;
    try {
      const started = await this.start();
      if (this.current !== loading) return started.close(); // unloaded meanwhile
      this.process = started;
      this.current = { phase: 'ready' };
    } catch (error) {
      if (this.current === loading)
        this.fail(error instanceof ModelProcessEnded ? error : new ModelProcessEnded('invalid', String(error)));
    }
  }

  unload(): void {
    this.current = { phase: 'off' };
    this.failures = 0;
    this.process?.close();
    this.process = undefined;
  }

  setGivenUp(isGivenUp: boolean): void {
    this.isGivenUp = isGivenUp;
  }

  /** One row per input. Throws `EmbeddingError`. */
  async run(inputs: readonly ModelInput[], urgent: boolean, signal: AbortSignal): Promise<Float32Array[]> {
    if (!this.process) throw new EmbeddingError(FILE_FAILURES.modelNotLoaded, 'unavailable');
    const rows = await this.process.run(inputs, urgent, signal);
    this.failures = 0;
    return rows;
  }

  private start(): Promise<ModelProcess> {
    const { source, options } = this;
    const modelFile = findModelFile(source.folder);
    if (modelFile === undefined) throw new ModelProcessEnded('folder', source.folder);
    const spec = {
      modelFile,
      folder: source.folder,
      output: source.model.output,
      maxTokens: source.model.maxTokens,
      threads: options.threads,
      maxRssMb: options.maxRssMb ?? MAX_RSS_MB,
    };
    return ModelProcess.start(spec, options.limits ?? PROCESS_LIMITS, (reason) => this.fail(reason));
  }

  private fail({ failure, message }: ModelProcessEnded): void {
    const now = this.options.clock.now();
    this.process = undefined;
    this.failures += 1;
    if (this.failures === 1) this.failingSince = now;
    const retryAt = now + backoffMs(RETRY, this.failures);
    this.current = { phase: 'failed', failure, detail: message, since: this.failingSince, retryAt };
  }
}
