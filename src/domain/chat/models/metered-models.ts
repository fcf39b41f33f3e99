import {
  LanguageModels,
  type CallUsage,
  type Ledger,
  type ModelEvent,
  type ModelInfo,
  type ModelRequest,
  type ProviderCall,
} from './ports.ts';
import { UsageMeter } from './usage-meter.ts';
import type { FinalStatus } from '../../../shared/reply-status.ts';

/** One call of a provider. */
export interface MeteredCall {
  /** What it took so far; `otherwise` is its status where it neither failed nor came to its own end. */
  usage(otherwise: FinalStatus): CallUsage;
}

/** Hears of every call: of its beginning, and of its end however it ends. */
export interface CallObserver {
  started?(call: MeteredCall): void;
  /** The caller's stream ends only after it. */
  ended?(call: MeteredCall): Promise<void>;
}

/** The only way to ask a language model: each call is counted, and whoever pays for it hears of it. */
export const meteredModels = (models: LanguageModels, observer: CallObserver): LanguageModels =>
  new MeteredModels(models, observer);

class MeteredModels extends LanguageModels {
  private readonly models: LanguageModels;
  private readonly observer: CallObserver;

  constructor(models: LanguageModels, observer: CallObserver) {
    super();
    this.models = models;
    this.observer = observer;
  }

  async *reply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    const meter = new UsageMeter(request);
    let status: FinalStatus | undefined;
    const call: MeteredCall = { usage: (otherwise) => meter.usage(status ?? otherwise) };
    this.observer.started?.(call);
    try {
      for await (const event of this.models.reply(request, signal)) {
        meter.record(event);
        if (event.type === 'end') status = 'complete';
        yield event;
      }
    } catch (error) {
      if (!signal.aborted) status = 'error';
      throw error;
    } finally {
      await this.observer.ended?.(call);
    }
  }

  list(): Promise<readonly ModelInfo[]> {
    return this.models.list();
  }

  catalogue(): ReturnType<LanguageModels['catalogue']> {
    return this.models.catalogue();
  }

  providerOf(model: string): string | undefined {
    return this.models.providerOf(model);
  }
}

/** Writes each call into the ledger as it ends: for calls that belong to no reply. */
export const recordedIn = (ledger: Ledger, line: Pick<ProviderCall, 'owner' | 'purpose'>): CallObserver => ({
  ended: (call) => ledger.record([{ ...call.usage('stopped'), ...line }]),
});
