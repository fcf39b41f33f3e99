import { ownerOf, requireVerified } from './asker.ts';
import { CallMeter } from './call-meter.ts';
import { ModelFault } from './errors.ts';
import {
  type Aside,
  Asides,
  type Asker,
  type FollowUpAllowance,
  type LanguageModels,
  type Ledger,
  type ModelPolicy,
  type ModelRequest,
} from './ports.ts';
import type { FinalStatus } from './reply.ts';

interface Call {
  readonly owner: string;
  readonly purpose: Aside['purpose'];
  readonly signal: AbortSignal;
}

export interface AsideTools {
  readonly models: LanguageModels;
  readonly policy: ModelPolicy;
  readonly ledger: Ledger;
  readonly allowance: FollowUpAllowance;
}

/** Asks the asker's own model, or its fallback where that one is unknown; each call is limited, and in the ledger. */
export class AskAside extends Asides {
  private readonly tools: AsideTools;

  constructor(tools: AsideTools) {
    super();
    this.tools = tools;
  }

  async *ask(asker: Asker, aside: Aside, signal: AbortSignal): AsyncGenerator<string, void> {
    requireVerified(asker);
    const { allowance } = this.tools;
    const reservation = await allowance.reserve(asker, aside);
    let isGivenBack = false;
    let letters = 0;
    try {
      for await (const text of this.answer(asker, aside, signal)) {
        letters += text.length;
        yield text;
      }
    } catch (error) {
      isGivenBack = letters === 0 && error instanceof ModelFault;
      throw error;
    } finally {
      await allowance.settle(reservation, isGivenBack ? 'refunded' : 'charged');
    }
  }

  private async *answer(
    asker: Asker,
    { purpose, messages, maxTokens }: Aside,
    signal: AbortSignal,
  ): AsyncGenerator<string, void> {
    const { primary, fallback } = await this.tools.policy.defaults(asker);
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
      for await (const event of this.tools.models.reply(request, signal)) {
        meter.hear(event);
        if (event.type === 'text') yield event.text;
      }
      status = signal.aborted ? 'stopped' : 'complete';
    } catch (error) {
      status = 'error';
      throw error;
    } finally {
      await this.tools.ledger.record([{ ...meter.counted(status), owner, purpose }]);
    }
  }
}
