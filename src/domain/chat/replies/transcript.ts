import { UsageMeter } from '../models/usage-meter.ts';
import type { CallUsage, Evidence, LanguageModels, ModelEvent, ModelRequest } from '../conversations/ports.ts';
import type { FinalStatus, ReplyEvent } from './reply.ts';

interface TranscriptCall {
  readonly meter: UsageMeter;
  /** Undefined: it ended as the reply did. */
  status?: FinalStatus;
}

/** What came of one reply so far: its text, what else it told, and each call of a provider. */
export class ReplyTranscript {
  readonly texts: string[] = [];
  /** Everything but the text. */
  readonly detailEvents: ReplyEvent[] = [];
  /** What the attached files said: one for each of the first sources. */
  readonly evidence: Evidence[] = [];
  private readonly calls: TranscriptCall[] = [];

  get text(): string {
    return this.texts.join('');
  }

  /** Counts a call that ends as the reply does, unless another one follows. */
  startCall(request: ModelRequest): UsageMeter {
    const meter = new UsageMeter(request);
    this.calls.push({ meter });
    return meter;
  }

  /** The calls so far failed: another one takes their place. */
  failOpenCalls(): void {
    for (const call of this.calls) call.status ??= 'error';
  }

  /** Asks a model and counts what comes: for replies that take more than one call. */
  async *streamMetered(models: LanguageModels, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const call: TranscriptCall = { meter: new UsageMeter(request) };
    this.calls.push(call);
    try {
      for await (const event of models.reply(request, signal)) {
        call.meter.record(event);
        if (event.type === 'end') call.status = 'complete';
        yield event;
      }
    } catch (error) {
      call.status = 'error';
      throw error;
    }
  }

  get usedTokens(): number {
    return this.callUsages('complete').reduce(
      (sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens,
      0,
    );
  }

  callUsages(status: FinalStatus): CallUsage[] {
    return this.calls.map((call) => call.meter.usage(call.status ?? status));
  }
}
