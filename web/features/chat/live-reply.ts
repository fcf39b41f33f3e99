import type { Image, Source } from '../../../src/contract/common.ts';
import type { Citations, Step } from '../../../src/contract/details.ts';
import type { ReplyEvent, ReplyFrame } from '../../lib/reply-events.ts';
import type { LimitFacts } from '../../state/chat-slice.ts';
import { Typewriter, type Pace } from '../../lib/typewriter.ts';

/** Why a reply failed, as far as it is known. `status` is the HTTP status of a refusal, 0 for all else. */
export interface ReplyFault {
  readonly status: number;
  readonly code: string | null;
  /** The server's own better text, if it sent one. */
  readonly message: string | null;
  readonly error: string;
  /** What the server told of the limit, when one refused. */
  readonly limit: LimitFacts | null;
}

export type Outcome = 'complete' | 'stopped' | 'interrupted' | 'error';

/** One reply as the page knows it at a moment. */
export interface ReplySnapshot {
  readonly messageId: string;
  readonly replyId: string | null;
  /** `waiting` until the first text shows; the last four are final. */
  readonly phase: 'waiting' | 'streaming' | Outcome;
  /** All that arrived. */
  readonly text: string;
  /** How much of it the typewriter has shown. */
  readonly shown: string;
  readonly connection: 'open' | 'reconnecting' | 'offline';
  /** All text is here, and the server is still storing it. */
  readonly saving: boolean;
  readonly model: string | null;
  readonly cached: boolean;
  readonly agentType: string | null;
  readonly sources: readonly Source[];
  readonly images: readonly Image[];
  /** What an agent did, in order; a later word on a step replaces the earlier one. */
  readonly steps: readonly Step[];
  /** What the model thought before it answered. */
  readonly thinking: string;
  readonly citations: Citations | null;
  readonly fault: ReplyFault | null;
  /** The model reached its length limit. */
  readonly cut: boolean;
  /** The send was turned away: the server has stored nothing of it. */
  readonly refused: boolean;
  /** The connection could not be had back; the reply may still go on at the server. */
  readonly lost: boolean;
}

type Facts = Omit<ReplySnapshot, 'phase' | 'text' | 'shown'>;

/** What a view needs: fits useSyncExternalStore, so that tokens never pass through the store. */
export interface ReplyStore {
  readonly messageId: string;
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => ReplySnapshot;
}

const MOST = 6;

/** Joins lists by key, the first seen wins, six at most. */
const merged = <T>(old: readonly T[], more: readonly T[], key: (item: T) => string): readonly T[] =>
  [...new Map([...old, ...more].reverse().map((item) => [key(item), item])).values()].reverse().slice(0, MOST);

/** The step in its place when it is known, else at the end. */
const taken = (steps: readonly Step[], step: Step): readonly Step[] =>
  steps.some(({ id }) => id === step.id) ? steps.map((old) => (old.id === step.id ? step : old)) : [...steps, step];

const ofAgents = (
  facts: Facts,
  event: Extract<ReplyEvent, { type: 'step' | 'thinking' | 'citations' }>,
): Partial<Facts> => {
  if (event.type === 'step') return { steps: taken(facts.steps, event.step) };
  return event.type === 'thinking' ? { thinking: facts.thinking + event.text } : { citations: event.citations };
};

const fresh = (messageId: string): Facts => ({
  messageId,
  replyId: null,
  connection: 'open',
  saving: false,
  model: null,
  cached: false,
  agentType: null,
  sources: [],
  images: [],
  steps: [],
  thinking: '',
  citations: null,
  fault: null,
  cut: false,
  refused: false,
  lost: false,
});

/** A reply being watched: takes frames, drops those it has, and tells its listeners what is to be seen. */
export class LiveReply implements ReplyStore {
  readonly messageId: string;
  /** Fulfilled once the reply is final and all its text is shown; never rejected. */
  readonly done: Promise<ReplySnapshot>;
  private facts: Facts;
  private text: string;
  private lastId: number | null = null;
  private told: Outcome | null = null;
  private outcome: Outcome | null = null;
  private settled = false;
  private snapshot: ReplySnapshot | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly writer: Typewriter;
  private resolve: (end: ReplySnapshot) => void = () => undefined;

  /** `text` is what an earlier look at this reply already showed. */
  constructor(messageId: string, pace: Pace, text = '') {
    this.messageId = messageId;
    this.facts = fresh(messageId);
    this.text = text;
    this.done = new Promise((resolve) => {
      this.resolve = resolve;
    });
    this.writer = new Typewriter(pace, () => this.written(), text);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly getSnapshot = (): ReplySnapshot => {
    if (this.snapshot) return this.snapshot;
    const shown = this.writer.shown;
    const phase = this.settled && this.outcome ? this.outcome : shown === '' ? 'waiting' : 'streaming';
    return (this.snapshot = { ...this.facts, phase, text: this.text, shown });
  };

  get replyId(): string | null {
    return this.facts.replyId;
  }

  /** The number of the last frame taken, to go on from. */
  get position(): number | null {
    return this.lastId;
  }

  /** True once nothing more can come. */
  get ended(): boolean {
    return this.outcome !== null;
  }

  /** How the reply ended as far as its frames have told; null while it may go on. */
  get verdict(): Outcome | null {
    return this.told ?? (this.facts.fault && !this.facts.saving ? 'error' : null);
  }

  /** Whether all text is here and only its end is still to come. */
  get saving(): boolean {
    return this.facts.saving;
  }

  /** Frame 0 begins the reply anew; a number already taken is a repetition and dropped. */
  take({ id, events }: ReplyFrame): void {
    if (this.ended) return;
    if (id === 0) this.restart();
    else if (id !== null && this.lastId !== null && id <= this.lastId) return;
    if (id !== null) this.lastId = id;
    for (const event of events) this.apply(event);
    // Text alone is told by the typewriter, once a frame, and not once a token.
    if (events.every(({ type }) => type === 'text')) this.snapshot = null;
    else this.publish();
  }

  know(facts: Partial<Pick<Facts, 'replyId' | 'connection'>>): void {
    const { replyId = this.facts.replyId, connection = this.facts.connection } = facts;
    if (this.ended || (replyId === this.facts.replyId && connection === this.facts.connection)) return;
    this.facts = { ...this.facts, ...facts };
    this.publish();
  }

  /** Shows all that has come without waiting for the typewriter. */
  hurry(): void {
    this.writer.hurry();
  }

  /** The last word. A complete reply is still typed to its end; any other shows at once what there is. */
  end(outcome: Outcome, facts: Partial<Pick<Facts, 'fault' | 'refused' | 'lost'>> = {}): void {
    if (this.ended) return;
    this.outcome = outcome;
    this.facts = { ...this.facts, ...facts, connection: 'open', saving: false };
    this.writer.end(outcome !== 'complete');
  }

  private restart(): void {
    if (this.text !== '') this.writer.restart();
    this.text = '';
    this.told = null;
    this.facts = {
      ...this.facts,
      saving: false,
      sources: [],
      images: [],
      steps: [],
      thinking: '',
      citations: null,
      fault: null,
      cut: false,
    };
  }

  private apply(event: ReplyEvent): void {
    if (event.type === 'text') {
      this.text += event.text;
      this.writer.push(event.text);
    } else if (event.type === 'end') this.told = event.status;
    else if (event.type === 'done') this.finish();
    else this.facts = { ...this.facts, ...this.learned(event) };
  }

  /** The stream came to its proper end. What is being saved is complete only when that is said. */
  private finish(): void {
    if (!this.facts.saving) this.told ??= this.verdict ?? 'complete';
  }

  private learned(event: Exclude<ReplyEvent, { type: 'text' | 'end' | 'done' }>): Partial<Facts> {
    switch (event.type) {
      case 'meta':
        return { replyId: event.replyId, model: event.model, cached: event.cached, agentType: event.agentType };
      case 'sources':
        return { sources: merged(this.facts.sources, event.sources, ({ url }) => url) };
      case 'images':
        return { images: merged(this.facts.images, event.images, ({ url }) => url) };
      case 'error':
        return {
          fault: {
            status: 0,
            code: event.code ?? null,
            message: event.message ?? null,
            error: event.error,
            limit: null,
          },
        };
      case 'cut':
        return { cut: true };
      case 'saving':
        return { saving: true };
      default:
        return ofAgents(this.facts, event);
    }
  }

  private written(): void {
    if (this.outcome && this.writer.idle && !this.settled) {
      this.settled = true;
      this.writer.close();
      this.publish();
      this.resolve(this.getSnapshot());
    } else this.publish();
  }

  private publish(): void {
    this.snapshot = null;
    for (const listener of this.listeners) listener();
  }
}
