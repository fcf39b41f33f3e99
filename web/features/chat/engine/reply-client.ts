import type { sendAgentMessage } from '../../../../src/contract/agents.ts';
import type { followReply, sendMessage, sendTrialMessage, stopReply } from '../../../../src/contract/ai.ts';
import { browserNetwork, type Network } from './network.ts';
import { createTypewriterEnv, type TypewriterEnv } from './typewriter.ts';
import { isAnswering, StreamedReply } from './reply-store.ts';
import type { FinalStatus } from '../../../../src/shared/reply-status.ts';
import { ReplyConnection, type StreamRequest } from './reply-connection.ts';

const FOLLOW_PATH: (typeof followReply)['path'] = '/api/ai/replies/:id/stream';
const STOP_PATH: (typeof stopReply)['path'] = '/api/ai/replies/:id/stop';

export interface ReplyClientOptions {
  /** The bearer, or the id of the trial session. Called for every request. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly typewriterEnv?: TypewriterEnv;
  readonly network?: Network;
}

export interface SendRequest {
  /** The assistant turn that the reply fills. */
  readonly messageId: string;
  readonly path: (typeof sendMessage)['path'] | (typeof sendTrialMessage)['path'] | (typeof sendAgentMessage)['path'];
  readonly body: unknown;
  /** The body names its message ids, so sending it twice attaches to the first: it may be repeated over a bad line. */
  readonly idempotent: boolean;
}

export interface ResumeRequest {
  readonly replyId: string;
  readonly messageId: string;
  /** The text that is already shown; it stays until the server has sent as much. */
  readonly text?: string;
  /** How the answer ended, where only what follows it is still to come. */
  readonly outcome?: FinalStatus | null;
}

/** A reply with what a person can do to it. */
export interface RunningReply {
  readonly reply: StreamedReply;
  /** Stops the answer, or what follows it, at the server too. The text so far is stored. */
  readonly stop: () => Promise<void>;
}

/**
 * The replies that this page watches. They are jobs of the server: a lost line is taken up again where it broke, and
 * leaving a chat stops nothing. One client per page.
 */
export class ReplyClient {
  private readonly running = new Map<string, { readonly reply: StreamedReply; readonly run: ReplyConnection }>();
  private readonly listeners = new Set<() => void>();
  private version = 0;
  private readonly typewriterEnv: TypewriterEnv;
  private readonly network: Network;

  constructor(private readonly options: ReplyClientOptions) {
    this.typewriterEnv = options.typewriterEnv ?? createTypewriterEnv();
    this.network = options.network ?? browserNetwork;
  }

  /** Notifies when a reply starts or ends; with `getVersion` for useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly getVersion = (): number => this.version;

  /** The reply that is being written into a turn, if this page watches one. */
  get(messageId: string): RunningReply | undefined {
    const found = this.running.get(messageId);
    return found && { reply: found.reply, stop: () => found.run.stop() };
  }

  /** Whether any answer is being written. */
  readonly isBusy = (): boolean => [...this.running.values()].some(({ reply }) => isAnswering(reply.getSnapshot()));

  /** Sends a message and follows its reply. Sending the same turn again returns the running reply. */
  send({ messageId, path, body, idempotent: repeatable }: SendRequest): RunningReply {
    const ask: StreamRequest = (signal) => this.request(path, { method: 'POST', body: JSON.stringify(body), signal });
    return this.get(messageId) ?? this.start(new StreamedReply(messageId, this.typewriterEnv), ask, repeatable);
  }

  /** Goes on watching a reply that an earlier page or another tab began. */
  resume({ replyId, messageId, text = '', outcome = null }: ResumeRequest): RunningReply {
    const existing = this.get(messageId);
    if (existing) return existing;
    const reply = new StreamedReply(messageId, this.typewriterEnv, { text, outcome, replyId });
    return this.start(reply, null, true);
  }

  /** Stops watching everything, and stops nothing at the server: the page closes or another person signs in. */
  close(): void {
    for (const { run } of this.running.values()) run.disconnect();
    this.running.clear();
  }

  /** Posts as the one who asks here; for streams that are no replies. */
  readonly post = (path: string, body: unknown): Promise<Response> =>
    this.request(path, { method: 'POST', body: JSON.stringify(body) });

  private start(reply: StreamedReply, ask: StreamRequest | null, repeatable: boolean): RunningReply {
    const run = new ReplyConnection({
      reply,
      send: ask,
      idempotent: repeatable,
      follow: (replyId, position, signal) =>
        this.request(FOLLOW_PATH.replace(':id', encodeURIComponent(replyId)), {
          signal,
          headers: position === null ? {} : { 'Last-Event-ID': String(position) },
        }),
      requestStop: (replyId, signal) =>
        this.request(STOP_PATH.replace(':id', encodeURIComponent(replyId)), { method: 'POST', signal }),
      network: this.network,
    });
    this.running.set(reply.messageId, { reply, run });
    this.notify();
    void reply.done.then(() => this.notify());
    void reply.closed.then(() => {
      if (this.running.get(reply.messageId)?.reply === reply) this.running.delete(reply.messageId);
      this.notify();
    });
    void run.follow();
    return { reply, stop: () => run.stop() };
  }

  private notify(): void {
    this.version += 1;
    for (const listener of this.listeners) listener();
  }

  private request(path: string, init: RequestInit & { readonly headers?: Record<string, string> }): Promise<Response> {
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
