import { CallMeter } from './call-meter.ts';
import type { CallCount, LanguageModels, ModelEvent, ModelRequest } from './ports.ts';
import type { FinalStatus, ReplyEvent } from './reply.ts';

interface HeardCall {
  readonly meter: CallMeter;
  /** Undefined: it ended as the reply did. */
  status?: FinalStatus;
}

/** What came of one reply so far: its text, what else it told, and each call of a provider. */
export class Heard {
  readonly texts: string[] = [];
  /** Everything but the text. */
  readonly facts: ReplyEvent[] = [];
  private readonly calls: HeardCall[] = [];

  get text(): string {
    return this.texts.join('');
  }

  /** Counts a call that ends as the reply does, unless another one follows. */
  begin(request: ModelRequest): CallMeter {
    const meter = new CallMeter(request);
    this.calls.push({ meter });
    return meter;
  }

  /** The calls so far failed: another one takes their place. */
  failed(): void {
    for (const call of this.calls) call.status ??= 'error';
  }

  /** Asks a model and counts what comes: for replies that take more than one call. */
  async *counted(models: LanguageModels, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const call: HeardCall = { meter: new CallMeter(request) };
    this.calls.push(call);
    try {
      for await (const event of models.reply(request, signal)) {
        call.meter.hear(event);
        if (event.type === 'end') call.status = 'complete';
        yield event;
      }
    } catch (error) {
      call.status = 'error';
      throw error;
    }
  }

  get tokens(): number {
    return this.counts('complete').reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
  }

  counts(status: FinalStatus): CallCount[] {
    return this.calls.map((call) => call.meter.counted(call.status ?? status));
  }
}
