import { ownerOf, requireVerified } from './asker.ts';
import { CallMeter } from './call-meter.ts';
import { ModelFault } from './errors.ts';
import { type Aside, Asides, type Asker, type LanguageModels, type Ledger, type ModelPolicy, type ModelRequest } from './ports.ts';
import type { FinalStatus } from './reply.ts';

interface Call {
  readonly owner: string;
  readonly purpose: Aside['purpose'];
  readonly signal: AbortSignal;
}

/** Asks the asker's own model, or its fallback where that one is unknown; each call is in the ledger. */
export class AskAside extends Asides {
  private readonly models: LanguageModels;
  private readonly policy: ModelPolicy;
  private readonly ledger: Ledger;

  constructor(models: LanguageModels, policy: ModelPolicy, ledger: Ledger) {
    super();
    this.models = models;
    this.policy = policy;
    this.ledger = ledger;
  }

  async *ask(asker: Asker, { purpose, messages, maxTokens }: Aside, signal: AbortSignal): AsyncGenerator<string, void> {
    requireVerified(asker);
    const { primary, fallback } = await this.policy.defaults(asker);
    const request: ModelRequest = { model: primary, messages, temperature: 0.6, maxTokens, topP: 1 };
    const call: Call = { owner: ownerOf(asker), purpose, signal };
    try {
      yield* this.tell(request, call);
    } catch (error) {
      if (!(error instanceof ModelFault) || !error.unknownModel || primary === fallback) throw error;
      yield* this.tell({ ...request, model: fallback }, call);
    }
  }

  private async *tell(request: ModelRequest, { owner, purpose, signal }: Call): AsyncGenerator<string, void> {
    const meter = new CallMeter(request);
    let status: FinalStatus = 'stopped';
    try {
      for await (const event of this.models.reply(request, signal)) {
        meter.hear(event);
        if (event.type === 'text') yield event.text;
      }
      status = signal.aborted ? 'stopped' : 'complete';
    } catch (error) {
      status = 'error';
      throw error;
    } finally {
      await this.ledger.record([{ ...meter.counted(status), owner, purpose }]);
    }
  }
}
