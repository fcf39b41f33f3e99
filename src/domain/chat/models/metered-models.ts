import type { CallUsage, LanguageModels, Ledger, ModelEvent, ModelRequest, ProviderCall } from './ports.ts';
import { UsageMeter } from './usage-meter.ts';
import type { FinalStatus } from '../../../shared/reply-status.ts';
import { ModelError } from '../errors.ts';
import { ModelsDecorator } from './models-decorator.ts';

export interface MeteredCall {
  /** The usage so far; `otherwise` is the status unless the call failed or completed. */
  usage(otherwise: FinalStatus): CallUsage;
  /** The model reported that it has no answer. */
  isUnanswered(): boolean;
}

/** Observes the start and end of every call. */
export interface CallObserver {
  started?(call: MeteredCall): void;
  /** Awaited before the caller's stream ends. */
  ended?(call: MeteredCall): Promise<void>;
}

/** The only way to call a language model: every call is metered. */
export const meteredModels = (models: LanguageModels, observer: CallObserver): LanguageModels =>
  new MeteredModels(models, observer);

class MeteredModels extends ModelsDecorator {
  constructor(
    private readonly models: LanguageModels,
    private readonly observer: CallObserver,
  ) {
    super(models);
  }

  async *reply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    const meter = new UsageMeter(request);
    let status: FinalStatus | undefined;
    let isUnanswered = false;
    const call: MeteredCall = {
      usage: (otherwise) => meter.usage(status ?? otherwise),
      isUnanswered: () => isUnanswered,
    };
    this.observer.started?.(call);
    try {
      for await (const event of this.models.reply(request, signal)) {
        meter.record(event);
        if (event.type === 'end') {
          status = 'complete';
          isUnanswered = event.isUnanswered === true;
        }
        yield event;
      }
    } catch (error) {
      if (error instanceof ModelError && error.usage) meter.record({ type: 'usage', ...error.usage });
      if (!signal.aborted) status = 'error';
      throw error;
    } finally {
      await this.observer.ended?.(call);
    }
  }
}

/** Records each call in the ledger when it ends: for calls outside of replies. */
export const recordedIn = (ledger: Ledger, line: Pick<ProviderCall, 'owner' | 'purpose'>): CallObserver => ({
  ended: (call) => ledger.record([{ ...call.usage('stopped'), ...line }]),
});
