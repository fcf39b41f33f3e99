import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { backoffMs } from '../../../domain/kernel/backoff.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import type { SentenceModel } from '../../../domain/retrieval/sentence/ports.ts';
import type { PermittedAddresses } from '../../../platform/guarded-connect.ts';
import { DownloadModel } from './download-model.ts';
import { ModelHost } from './model-host.ts';
import { ModelHub } from './model-hub.ts';
import { findModel, type ModelOutput } from './models.ts';

export interface ModelSettings {
  readonly dataDir: string;
  readonly sentenceModel: string | undefined;
  readonly rerankerModel: string | undefined;
  readonly threads: number | undefined;
  readonly downloadUrl: string;
  /** Another service embeds, so the sentence model is not needed. */
  readonly hasService: boolean;
}

const MAX_DEFAULT_THREADS = 4;
const PAUSE = { baseMs: 1000, maxMs: 30_000 } as const;

/** The models that run on this machine. */
export class LocalModels {
  readonly sentence: ModelHost;
  readonly reranker: ModelHost;
  private readonly hub: ModelHub;

  constructor(
    private readonly settings: ModelSettings,
    private readonly clock: Clock,
    addresses: PermittedAddresses,
  ) {
    const { sentenceModel, rerankerModel, hasService, downloadUrl } = settings;
    this.hub = new ModelHub(downloadUrl.replace(/\/$/, ''), addresses);
    this.sentence = this.host(sentenceModel, 'vector', hasService ? 'service' : toDecision(sentenceModel));
    this.reranker = this.host(rerankerModel, 'score', toDecision(rerankerModel) ?? 'off');
  }

  close(): Promise<void> {
    return this.hub.close();
  }

  private host(setting: string | undefined, output: ModelOutput, decided: SentenceModel['decided']): ModelHost {
    const { clock, hub } = this;
    const name = setting === undefined || setting === 'off' ? 'on' : setting;
    return new ModelHost(findModel(name, output, join(this.settings.dataDir, 'models')), {
      clock,
      decided,
      threads: this.settings.threads ?? Math.max(1, Math.min(MAX_DEFAULT_THREADS, availableParallelism() >> 1)),
      downloader: new DownloadModel(hub, (attempt, signal) => clock.sleep(backoffMs(PAUSE, attempt), signal)),
    });
  }
}

const toDecision = (setting: string | undefined): SentenceModel['decided'] => {
  if (setting === undefined) return undefined;
  return setting === 'off' ? 'off' : 'on';
};
