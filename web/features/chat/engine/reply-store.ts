import type { Image, Source } from '../../../../src/contract/common.ts';
import type { Citations, Step } from '../../../../src/contract/reply-details.ts';
import type { ReplyEvent, ReplyFrame } from './reply-events.ts';
import type { LimitInfo } from '../../../state/chat-slice.ts';
import { Typewriter, type TypewriterEnv } from './typewriter.ts';

/** Why a reply failed, as far as it is known. `status` is the HTTP status of a refusal, 0 for all else. */
export interface ReplyFailure {
  readonly status: number;
  readonly code: string | null;
  /** The server's own better text, if it sent one. */
  readonly message: string | null;
  readonly error: string;
  /** What the server told of the limit, when one refused. */
  readonly limit: LimitInfo | null;
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
  readonly failure: ReplyFailure | null;
  /** The model reached its length limit. */
  readonly truncated: boolean;
  /** The send was turned away: the server has stored nothing of it. */
  readonly refused: boolean;
  /** The connection could not be had back; the reply may still go on at the server. */
  readonly lost: boolean;
}

type ReplyState = Omit<ReplySnapshot, 'phase' | 'text' | 'shown'>;

/** What a view needs: fits useSyncExternalStore, so that tokens never pass through the store. */
export interface ReplyStore {
  readonly messageId: string;
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => ReplySnapshot;
}

const MAX_ITEMS = 6;

/** Joins lists by key, the first seen wins, six at most. */
const mergeByKey = <T>(old: readonly T[], added: readonly T[], key: (item: T) => string): readonly T[] =>
  [...new Map([...old, ...added].reverse().map((item) => [key(item), item])).values()].reverse().slice(0, MAX_ITEMS);

/** The step in its place when it is known, else at the end. */
const upsertStep = (steps: readonly Step[], step: Step): readonly Step[] =>
  steps.some(({ id }) => id === step.id) ? steps.map((old) => (old.id === step.id ? step : old)) : [...steps, step];

const reduceAgentEvent = (
  facts: ReplyState,
  event: Extract<ReplyEvent, { type: 'step' | 'thinking' | 'citations' }>,
): Partial<ReplyState> => {
  if (event.type === 'step') return { steps: upsertStep(facts.steps, event.step) };
  return event.type === 'thinking' ? { thinking: facts.thinking + event.text } : { citations: event.citations };
};

const initialState = (messageId: string): ReplyState => ({
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
  failure: null,
  truncated: false,
  refused: false,
  lost: false,
});

/** A reply being watched: takes frames, drops those it has, and tells its listeners what is to be seen. */
export class StreamedReply implements ReplyStore {
  readonly messageId: string;
  /** Fulfilled once the reply is final and all its text is shown; never rejected. */
  readonly done: Promise<ReplySnapshot>;
  private state: ReplyState;
  private text: string;
  private lastId: number | null = null;
  private receivedOutcome: Outcome | null = null;
  private outcome: Outcome | null = null;
  private settled = false;
  private snapshot: ReplySnapshot | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly writer: Typewriter;
  private resolve: (end: ReplySnapshot) => void = () => undefined;

  /** `text` is what an earlier look at this reply already showed. */
  constructor(messageId: string, env: TypewriterEnv, text = '') {
    this.messageId = messageId;
    this.state = initialState(messageId);
    this.text = text;
    this.done = new Promise((resolve) => {
      this.resolve = resolve;
    });
    this.writer = new Typewriter(env, () => this.onTypewriterChange(), text);
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
    return (this.snapshot = { ...this.state, phase, text: this.text, shown });
  };

  get replyId(): string | null {
    return this.state.replyId;
  }

  /** The number of the last frame taken, to go on from. */
  get lastEventId(): number | null {
    return this.lastId;
  }

  /** True once nothing more can come. */
  get ended(): boolean {
    return this.outcome !== null;
  }

  /** How the reply ended as far as its frames have told; null while it may go on. */
  get reportedOutcome(): Outcome | null {
    return this.receivedOutcome ?? (this.state.failure && !this.state.saving ? 'error' : null);
  }

  /** Whether all text is here and only its end is still to come. */
  get saving(): boolean {
    return this.state.saving;
  }

  /** Frame 0 begins the reply anew; a number already taken is a repetition and dropped. */
  applyFrame({ id, events }: ReplyFrame): void {
    if (this.ended) return;
    if (id === 0) this.restart();
    else if (id !== null && this.lastId !== null && id <= this.lastId) return;
    if (id !== null) this.lastId = id;
    for (const event of events) this.applyEvent(event);
    // Text alone is told by the typewriter, once a frame, and not once a token.
    if (events.every(({ type }) => type === 'text')) this.snapshot = null;
    else this.publish();
  }

  update(facts: Partial<Pick<ReplyState, 'replyId' | 'connection'>>): void {
    const { replyId = this.state.replyId, connection = this.state.connection } = facts;
    if (this.ended || (replyId === this.state.replyId && connection === this.state.connection)) return;
    this.state = { ...this.state, ...facts };
    this.publish();
  }

  /** Shows all that has come without waiting for the typewriter. */
  showAll(): void {
    this.writer.showAll();
  }

  /** The last word. A complete reply is still typed to its end; any other shows at once what there is. */
  end(outcome: Outcome, facts: Partial<Pick<ReplyState, 'failure' | 'refused' | 'lost'>> = {}): void {
    if (this.ended) return;
    this.outcome = outcome;
    this.state = { ...this.state, ...facts, connection: 'open', saving: false };
    this.writer.end(outcome !== 'complete');
  }

  private restart(): void {
    if (this.text !== '') this.writer.restart();
    this.text = '';
    this.receivedOutcome = null;
    this.state = {
      ...this.state,
      saving: false,
      sources: [],
      images: [],
      steps: [],
      thinking: '',
      citations: null,
      failure: null,
      truncated: false,
    };
  }

  private applyEvent(event: ReplyEvent): void {
    if (event.type === 'text') {
      this.text += event.text;
      this.writer.push(event.text);
    } else if (event.type === 'end') this.receivedOutcome = event.status;
    else if (event.type === 'done') this.finish();
    else this.state = { ...this.state, ...this.reduceEvent(event) };
  }

  /** The stream came to its proper end. What is being saved is complete only when that is said. */
  private finish(): void {
    if (!this.state.saving) this.receivedOutcome ??= this.reportedOutcome ?? 'complete';
  }

  private reduceEvent(event: Exclude<ReplyEvent, { type: 'text' | 'end' | 'done' }>): Partial<ReplyState> {
    switch (event.type) {
      case 'meta':
        return { replyId: event.replyId, model: event.model, cached: event.cached, agentType: event.agentType };
      case 'sources':
        return { sources: mergeByKey(this.state.sources, event.sources, ({ url }) => url) };
      case 'images':
        return { images: mergeByKey(this.state.images, event.images, ({ url }) => url) };
      case 'error':
        return {
          failure: {
            status: 0,
            code: event.code ?? null,
            message: event.message ?? null,
            error: event.error,
            limit: null,
          },
        };
      case 'cut':
        return { truncated: true };
      case 'saving':
        return { saving: true };
      default:
        return reduceAgentEvent(this.state, event);
    }
  }

  private onTypewriterChange(): void {
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
