import { shallowEqual } from 'react-redux';

import type { EventOf, ReplyEvent } from '../../../../src/shared/reply-event.ts';
import { EMPTY_REPLY, reduceReply, type ReplyState } from '../../../../src/shared/reply-state.ts';
import type { FinalStatus } from '../../../../src/shared/reply-status.ts';
import type { ReplyFrame } from './sse-parser.ts';
import type { LimitInfo } from '../../../state/local-turns.ts';
import { Typewriter, type TypewriterEnv } from './typewriter.ts';

/** Why a reply failed, as far as it is known. `status` is the HTTP status of a refusal, 0 for all else. */
export interface ReplyFailure {
  readonly status: number;
  readonly code: string | null;
  /** The server's own better text, if it sent one. */
  readonly message: string | null;
  readonly error: string;
  /** The limit that refused, as the server reported it. */
  readonly limit: LimitInfo | null;
}

/** What the page knows of a reply beyond its events. */
interface ConnectionState {
  readonly messageId: string;
  readonly replyId: string | null;
  readonly connection: 'open' | 'reconnecting' | 'offline';
  readonly failure: ReplyFailure | null;
  /** The send was turned away: the server has stored nothing of it. */
  readonly refused: boolean;
  /** A stop was asked for, and the server has not heard of it yet. */
  readonly stopPending: boolean;
  /** The connection could not be had back; the reply may still go on at the server. */
  readonly lost: boolean;
}

/** One reply as the page knows it at a moment. */
export interface ReplySnapshot
  extends ConnectionState, Pick<ReplyState, Exclude<keyof ReplyState, 'meta' | 'status' | 'error' | 'closed'>> {
  /** `waiting` until the first text shows; the last four are final. */
  readonly phase: 'waiting' | 'streaming' | FinalStatus;
  /** How much of the text the typewriter has shown. */
  readonly shown: string;
  readonly model: string | null;
  readonly cached: boolean;
  readonly agentType: string | null;
}

/** Whether the answer is still being written: its text grows, and nothing else can be asked. */
export const isAnswering = ({ phase }: ReplySnapshot): boolean => phase === 'waiting' || phase === 'streaming';

/** What a view needs: fits useSyncExternalStore, so that tokens never pass through the store. */
export interface ReplyStore {
  readonly messageId: string;
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => ReplySnapshot;
}

const streamFailure = ({ code, message, error }: EventOf<'error'>): ReplyFailure => ({
  status: 0,
  code,
  message: message ?? null,
  error,
  limit: null,
});

/** The state of a reply that is resumed. */
interface ShownReply {
  readonly replyId?: string | null;
  readonly text?: string;
  readonly outcome?: FinalStatus | null;
}

const isFollowUp = ({ type }: ReplyEvent): boolean => type === 'title' || type === 'related' || type === 'synthesis';

/** A reply that is being streamed: applies frames, drops repeated ones, and notifies its listeners. */
export class StreamedReply implements ReplyStore {
  /** Fulfilled once the answer is final and all its text is shown; never rejected. */
  readonly done: Promise<ReplySnapshot>;
  /** Fulfilled once all that follows the answer is there too, or given up; never rejected. */
  readonly closed: Promise<ReplySnapshot>;
  private state: ConnectionState;
  private reply: ReplyState;
  private lastId: number | null = null;
  private outcome: FinalStatus | null = null;
  private settled = false;
  private isOver = false;
  private snapshot: ReplySnapshot | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly writer: Typewriter;
  private resolveDone: () => void = () => undefined;
  private resolveClosed: () => void = () => undefined;

  /**
   * `text` is what an earlier look at this reply already showed; with an `outcome` only what follows
   * the answer is still to come.
   */
  constructor(
    readonly messageId: string,
    env: TypewriterEnv,
    { text = '', outcome = null, replyId = null }: ShownReply = {},
  ) {
    this.state = {
      messageId,
      replyId,
      connection: 'open',
      failure: null,
      refused: false,
      stopPending: false,
      lost: false,
    };
    this.reply = { ...EMPTY_REPLY, text };
    this.done = new Promise((resolve) => {
      this.resolveDone = () => resolve(this.getSnapshot());
    });
    this.closed = new Promise((resolve) => {
      this.resolveClosed = () => void this.done.then(() => resolve(this.getSnapshot()));
    });
    this.writer = new Typewriter(env, () => this.onTypewriterChange(), text);
    if (outcome) this.end(outcome);
    if (outcome) this.showAll();
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
    const { meta, ...streamed } = this.reply;
    const { model = null, cached = false, agentType = null } = meta ?? {};
    return (this.snapshot = { ...streamed, ...this.state, model, cached, agentType, phase, shown });
  };

  get replyId(): string | null {
    return this.state.replyId;
  }

  /** The number of the last frame taken, to go on from. */
  get lastEventId(): number | null {
    return this.lastId;
  }

  /** True once no more text of the answer can come. */
  get ended(): boolean {
    return this.outcome !== null;
  }

  /** True once nothing at all can come. */
  get isClosed(): boolean {
    return this.isOver;
  }

  /** The outcome that the frames reported; null while it may continue. */
  get reportedOutcome(): FinalStatus | null {
    const { status, error } = this.reply;
    return status ?? (error && !this.saving ? 'error' : null);
  }

  /** Whether all text is here and only its end is still to come. */
  get saving(): boolean {
    return this.reply.finishing === 'saving';
  }

  /** Frame 0 restarts the reply. A frame number that was already applied is dropped. */
  applyFrame({ id, event }: ReplyFrame): void {
    if (this.isOver) return;
    if (id === 0) this.restart();
    else if (id !== null && this.lastId !== null && id <= this.lastId) return;
    if (id !== null) this.lastId = id;
    if (event !== 'done') this.applyEvent(event);
    else if (!this.ended) this.finish();
  }

  update(facts: Partial<Pick<ConnectionState, 'replyId' | 'connection' | 'stopPending'>>): void {
    const next = { ...this.state, ...facts };
    if (this.ended || shallowEqual(this.state, next)) return;
    this.state = next;
    this.publish();
  }

  /** Shows all that has come without waiting for the typewriter. */
  showAll(): void {
    this.writer.showAll();
  }

  /** The last word. A complete reply is still typed to its end; any other shows at once what there is. */
  end(outcome: FinalStatus, facts: Partial<Pick<ConnectionState, 'failure' | 'refused' | 'lost'>> = {}): void {
    if (this.ended) return;
    this.outcome = outcome;
    this.state = { ...this.state, ...facts, connection: 'open', stopPending: false };
    this.reply = { ...this.reply, finishing: null };
    this.writer.end(outcome !== 'complete');
  }

  /** Nothing follows any more. */
  close(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.publish();
    this.resolveClosed();
  }

  private restart(): void {
    if (this.reply.text !== '' && !this.ended) this.writer.restart();
    this.reply = EMPTY_REPLY;
    this.state = { ...this.state, failure: null };
  }

  private applyEvent(event: ReplyEvent): void {
    if (this.reply.status !== null && !isFollowUp(event)) return; // nothing is added to an answer that is whole
    this.reply = reduceReply(this.reply, event);
    if (this.ended) {
      if (isFollowUp(event)) this.publish();
      return;
    }
    if (event.type === 'text') {
      this.snapshot = null; // the typewriter publishes text, once a frame and not once a token
      this.writer.push(event.text);
      return;
    }
    if (event.type === 'corrections') this.writer.replace(this.reply.text);
    if (event.type === 'meta') this.state = { ...this.state, replyId: event.replyId };
    if (event.type === 'error') this.state = { ...this.state, failure: streamFailure(event) };
    this.publish();
  }

  /** The stream ended properly. While saving, the reply is complete only after its status event. */
  private finish(): void {
    const status = this.reportedOutcome ?? (this.saving ? null : 'complete');
    this.reply = { ...this.reply, status };
    this.publish();
  }

  private onTypewriterChange(): void {
    if (this.outcome && this.writer.idle && !this.settled) {
      this.settled = true;
      this.writer.close();
      this.publish();
      this.resolveDone();
    } else this.publish();
  }

  private publish(): void {
    this.snapshot = null;
    for (const listener of this.listeners) listener();
  }
}
