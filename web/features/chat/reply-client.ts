import type { askAgent } from '../../../src/contract/agents.ts';
import type { followReply, sendMessage, sendTrialMessage, stopReply } from '../../../src/contract/ai.ts';
import { pageNetwork, type Network } from '../../lib/reply-network.ts';
import { pagePace, type Pace } from '../../lib/typewriter.ts';
import { LiveReply } from './live-reply.ts';
import { ReplyRun, type Call } from './reply-run.ts';

const FOLLOW: (typeof followReply)['path'] = '/api/ai/replies/:id/stream';
const STOP: (typeof stopReply)['path'] = '/api/ai/replies/:id/stop';

export interface ReplyClientOptions {
  /** Who asks: the bearer or the trial's session id. Read anew for every call. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly pace?: Pace;
  readonly network?: Network;
}

export interface SendRequest {
  /** The assistant turn that the reply fills. */
  readonly messageId: string;
  readonly path: (typeof sendMessage)['path'] | (typeof sendTrialMessage)['path'] | (typeof askAgent)['path'];
  readonly body: unknown;
  /** The body names its message ids, so sending it twice attaches to the first: it may be repeated over a bad line. */
  readonly repeatable: boolean;
}

export interface ResumeRequest {
  readonly replyId: string;
  readonly messageId: string;
  /** The part that is already on the screen; it stays until the server has told as much. */
  readonly text?: string;
}

/** A reply with the two things that a person can do to it. */
export interface RunningReply {
  readonly reply: LiveReply;
  /** Ends it at the server too; what it said is kept. */
  readonly stop: () => Promise<void>;
}

/**
 * The replies that this page watches. They are jobs of the server: a lost line is taken up again where it broke, and
 * leaving a chat stops nothing. One client per page.
 */
export class ReplyClient {
  private readonly running = new Map<string, { readonly reply: LiveReply; readonly run: ReplyRun }>();
  private readonly listeners = new Set<() => void>();
  private changes = 0;
  private readonly options: ReplyClientOptions;
  private readonly pace: Pace;
  private readonly network: Network;

  constructor(options: ReplyClientOptions) {
    this.options = options;
    this.pace = options.pace ?? pagePace();
    this.network = options.network ?? pageNetwork;
  }

  /** Tells when a reply begins or is over; with `getVersion` it fits useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly getVersion = (): number => this.changes;

  /** The reply that is being written into a turn, if this page watches one. */
  get(messageId: string): RunningReply | undefined {
    const found = this.running.get(messageId);
    return found && { reply: found.reply, stop: () => found.run.stop() };
  }

  /** Whether any reply is being written. */
  readonly isBusy = (): boolean => this.running.size > 0;

  /** Asks, and follows the answer to its end. The same turn again gives the reply that already runs. */
  send({ messageId, path, body, repeatable }: SendRequest): RunningReply {
    const ask: Call = (signal) => this.call(path, { method: 'POST', body: JSON.stringify(body), signal });
    return this.get(messageId) ?? this.start(new LiveReply(messageId, this.pace), ask, repeatable);
  }

  /** Goes on watching a reply that an earlier page or another tab began. */
  resume({ replyId, messageId, text = '' }: ResumeRequest): RunningReply {
    const known = this.get(messageId);
    if (known) return known;
    const reply = new LiveReply(messageId, this.pace, text);
    reply.know({ replyId });
    return this.start(reply, null, true);
  }

  /** Stops watching everything, and stops nothing at the server: the page closes or another person signs in. */
  close(): void {
    for (const { run } of this.running.values()) run.leave();
    this.running.clear();
  }

  /** Posts as the one who asks here; for streams that are no replies. */
  readonly post = (path: string, body: unknown): Promise<Response> =>
    this.call(path, { method: 'POST', body: JSON.stringify(body) });

  private start(reply: LiveReply, ask: Call | null, repeatable: boolean): RunningReply {
    const run = new ReplyRun({
      reply,
      ask,
      repeatable,
      follow: (replyId, position, signal) =>
        this.call(FOLLOW.replace(':id', encodeURIComponent(replyId)), {
          signal,
          headers: position === null ? {} : { 'Last-Event-ID': String(position) },
        }),
      halt: (replyId, signal) =>
        this.call(STOP.replace(':id', encodeURIComponent(replyId)), { method: 'POST', signal }),
      network: this.network,
    });
    this.running.set(reply.messageId, { reply, run });
    this.changed();
    void reply.done.then(() => {
      if (this.running.get(reply.messageId)?.reply === reply) this.running.delete(reply.messageId);
      this.changed();
    });
    void run.follow();
    return { reply, stop: () => run.stop() };
  }

  private changed(): void {
    this.changes += 1;
    for (const listener of this.listeners) listener();
  }

  private call(path: string, init: RequestInit & { readonly headers?: Record<string, string> }): Promise<Response> {
    const send = this.options.fetch ?? fetch;
    return send(new URL(path, location.origin), {
      ...init,
      headers: {
        Accept: 'text/event-stream',
        ...(init.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...this.options.headers(),
        ...init.headers,
      },
    });
  }
}
