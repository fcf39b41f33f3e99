import type { FinalStatus } from '../../../shared/reply-status.ts';
import type { EventOf, ReplyEvent } from '../../../shared/reply-event.ts';
import { MAX_THINKING_CHARACTERS } from '../../../shared/reply-state.ts';
import type { CallObserver, MeteredCall } from '../models/metered-models.ts';
import type { CallUsage } from '../models/ports.ts';
import type { Evidence } from './ports/files.ts';

/** Collects the text, details and provider calls of a running reply. */
export class ReplyTranscript implements CallObserver {
  readonly texts: string[] = [];
  /** The one that answers instead of the reply's. */
  model: string | undefined;
  /** All events except text. */
  readonly detailEvents: ReplyEvent[];
  /** Of the attached files, in the order of the first sources. */
  readonly evidence: Evidence[] = [];
  private readonly calls: MeteredCall[] = [];
  private thoughtLength = 0;

  /** `meta` is a detail where another model answers than the asked one. */
  constructor(meta?: EventOf<'meta'>) {
    this.detailEvents = meta?.insteadOf ? [meta] : [];
  }

  get text(): string {
    return this.texts.join('');
  }

  /** False: a thought beyond those that a reply has, which nobody is told. */
  add(event: ReplyEvent): boolean {
    if (event.type === 'text') this.texts.push(event.text);
    else if (event.type !== 'thinking') this.detailEvents.push(event);
    else return this.addThought(event);
    return true;
  }

  private addThought(event: EventOf<'thinking'>): boolean {
    const fits = this.thoughtLength < MAX_THINKING_CHARACTERS;
    this.thoughtLength += event.text.length;
    if (fits) this.detailEvents.push(event);
    return fits;
  }

  /** As it was corrected. */
  replaceText(text: string): void {
    this.texts.splice(0, this.texts.length, text);
  }

  /** Of the tools, by URL. */
  get toolEvidence(): Evidence[] {
    return this.detailEvents
      .flatMap((event) => (event.type === 'tool_result' ? event.results : []))
      .filter(({ url }) => url !== '')
      .map(({ url, snippet, content }) => ({ url, text: withSnippet(snippet, content) }));
  }

  started(call: MeteredCall): void {
    this.calls.push(call);
  }

  /** What an earlier process published, and the calls that it made. */
  resume(events: readonly ReplyEvent[], calls: readonly CallUsage[]): void {
    for (const event of events) if (event.type !== 'meta' || event.insteadOf) this.add(event);
    this.calls.push(...calls.map((usage) => ({ usage: () => usage, isUnanswered: () => false })));
  }

  /** Of the last call: it wrote the answer. */
  get isUnanswered(): boolean {
    return this.calls.at(-1)?.isUnanswered() ?? false;
  }

  get usedTokens(): number {
    return this.callUsages('complete').reduce(
      (sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens,
      0,
    );
  }

  /** A call without its own end has the reply's status. */
  callUsages(status: FinalStatus): CallUsage[] {
    return this.calls.map((call) => call.usage(status));
  }
}

/** A content mostly begins with its snippet, which has single blanks and may be cut. */
const withSnippet = (snippet: string, content: string): string => {
  const beginning = content.replace(/\s+/g, ' ').trimStart();
  return beginning.startsWith(snippet.replace(/…$/, '').trim())
    ? content
    : [snippet, content].filter(Boolean).join('\n');
};
