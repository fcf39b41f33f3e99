import type { FinalStatus } from '../../../shared/reply-status.ts';
import type { ReplyEvent } from '../../../shared/reply-event.ts';
import type { CallObserver, MeteredCall } from '../models/metered-models.ts';
import type { CallUsage } from '../models/ports.ts';
import type { Evidence } from './ports.ts';

/** What came of one reply so far: its text, what else it told, and each call of a provider. */
export class ReplyTranscript implements CallObserver {
  readonly texts: string[] = [];
  /** Everything but the text. */
  readonly detailEvents: ReplyEvent[] = [];
  /** What the attached files said: one for each of the first sources. */
  readonly evidence: Evidence[] = [];
  private readonly calls: MeteredCall[] = [];

  get text(): string {
    return this.texts.join('');
  }

  /** What the tools brought of each address. */
  get toolEvidence(): Evidence[] {
    return this.detailEvents
      .flatMap((event) => (event.type === 'tool_result' ? event.results : []))
      .filter(({ url }) => url !== '')
      .map(({ url, snippet, content }) => ({ url, text: [snippet, content].filter(Boolean).join('\n') }));
  }

  started(call: MeteredCall): void {
    this.calls.push(call);
  }

  get usedTokens(): number {
    return this.callUsages('complete').reduce(
      (sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens,
      0,
    );
  }

  /** A call that was cut ended as the reply did. */
  callUsages(status: FinalStatus): CallUsage[] {
    return this.calls.map((call) => call.usage(status));
  }
}
