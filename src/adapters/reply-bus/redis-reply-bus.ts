import { createHash } from 'node:crypto';

import {
  type BusEntry,
  type BusEvents,
  type BusListener,
  type BusPace,
  DATABASE_PACE,
  ReplyBus,
} from '../../domain/chat/replies/bus/ports.ts';
import type { ReplyFence } from '../../domain/chat/replies/ports/reply-store.ts';
import { BusListeners } from './bus-listeners.ts';
import { decodePayload, encodePayload, LOOK_UP } from './payload.ts';
import { type Connections, RedisLink } from './redis-link.ts';
import { FENCE, PUBLISH } from './redis-scripts.ts';
import { within } from './within.ts';
import { SERVICE_REPORTS } from '../../shared/service-reports.ts';

/** While Redis delivers, the database gets a checkpoint every two seconds and is asked seldom. */
const REDIS_PACE: BusPace = { checkpointMs: 2000, followMs: 10_000, stopMs: 10_000 };
/** Of a stream that nobody writes any more: its process died, or the last batch was lost. */
const TIME_TO_LIVE_MS = 600_000;
const PROBE_TTL_MS = 1000;
const MAX_CHANNELS_PER_COMMAND = 500;

const digest = (script: string): string => createHash('sha1').update(script).digest('hex');
const PUBLISH_DIGEST = digest(PUBLISH);
const FENCE_DIGEST = digest(FENCE);

export interface RedisBusOptions {
  readonly url: string;
  /** Of every key and channel, so that installations can share a server. */
  readonly prefix: string;
  /** The server began or ceased to answer. */
  readonly onChange: (isConnected: boolean, reason?: unknown) => void;
}

export interface RedisBusCounts {
  readonly published: number;
  readonly failures: number;
  readonly losses: number;
}

/** A short stream for each running reply, which is deleted with its end, and publish/subscribe for what is new. */
export class RedisReplyBus extends ReplyBus {
  private readonly link: RedisLink;
  private readonly listeners = new BusListeners();
  private readonly stopChannel: string;
  private readonly probeKey: string;
  private readonly eventsPrefix: string;
  private stop: (replyId: string) => void = () => undefined;
  private readonly counted = { published: 0, failures: 0, losses: 0 };

  constructor(private readonly options: RedisBusOptions) {
    super();
    this.stopChannel = `${options.prefix}:stop`;
    this.probeKey = `${options.prefix}:probe`;
    this.eventsPrefix = `${options.prefix}:events:`;
    this.link = new RedisLink(options.url, {
      restore: (connections) => this.restore(connections),
      changed: (isAlive, reason) => this.changed(isAlive, reason),
      message: (channel, payload) => this.receive(channel, payload),
    });
  }

  get isConnected(): boolean {
    return this.link.isAlive;
  }

  get counts(): RedisBusCounts {
    return this.counted;
  }

  get pace(): BusPace {
    return this.link.isAlive ? REDIS_PACE : DATABASE_PACE;
  }

  open(): Promise<void> {
    return this.link.open();
  }

  isWanted(): boolean {
    return true;
  }

  async publish(entries: readonly BusEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const pipeline = this.connections.commands.pipeline();
    for (const entry of entries) pipeline.evalsha(PUBLISH_DIGEST, ...this.publishArguments(entry));
    try {
      const results = await within(undefined, pipeline.exec());
      if (!results) throw new Error('the connection was lost');
      for (const [error] of results) if (error) throw error;
      this.counted.published += entries.length;
    } catch (error) {
      this.counted.failures += 1;
      this.link.lose(error); // the probe restores it, with its scripts
      throw error;
    }
  }

  private publishArguments({ reply, batch, storedBefore, isLast }: BusEntry) {
    const payload = encodePayload(reply.epoch, batch) ?? LOOK_UP;
    const isEnd = isLast || payload === LOOK_UP;
    const id = batch.first + batch.events.length;
    const keys = [this.streamKey(reply.id), this.fenceKey(reply.id)] as const;
    const channel = this.eventsPrefix + reply.id;
    const values = [reply.epoch, id, payload, storedBefore + 1, TIME_TO_LIVE_MS, isEnd ? 1 : 0, channel] as const;
    return [keys.length, ...keys, ...values] as const;
  }

  async subscribe(replyId: string, listener: BusListener): Promise<() => void> {
    const channel = this.eventsPrefix + replyId;
    const isFirst = !this.listeners.has(replyId);
    this.listeners.add(replyId, listener);
    if (isFirst) await this.attempt(({ subscriber }) => subscriber.subscribe(channel));
    return () => {
      if (this.listeners.remove(replyId, listener))
        void this.attempt(({ subscriber }) => subscriber.unsubscribe(channel));
    };
  }

  async read(replyId: string, from: number): Promise<readonly BusEvents[]> {
    const entries = await this.attempt(({ commands }) => commands.xrange(this.streamKey(replyId), from + 1, '+'));
    return (entries ?? []).flatMap(([, [, payload = '']]) => decodePayload(payload) ?? []);
  }

  async fence({ id, epoch }: ReplyFence): Promise<void> {
    await this.attempt(({ commands }) => commands.evalsha(FENCE_DIGEST, 1, this.fenceKey(id), epoch, TIME_TO_LIVE_MS));
  }

  async announce(replyId: string): Promise<void> {
    await this.attempt(({ commands }) => commands.del(this.streamKey(replyId)));
    await this.attempt(({ commands }) => commands.publish(this.eventsPrefix + replyId, LOOK_UP));
  }

  async sendStop(replyId: string): Promise<void> {
    await this.attempt(({ commands }) => commands.publish(this.stopChannel, replyId));
  }

  onStop(stop: (replyId: string) => void): void {
    this.stop = stop;
  }

  async check(): Promise<string> {
    const { commands } = this.connections;
    await within(undefined, commands.set(this.probeKey, '1', 'PX', PROBE_TTL_MS));
    await within(undefined, commands.del(this.probeKey));
    return SERVICE_REPORTS.answers;
  }

  async close(): Promise<void> {
    this.link.close();
  }

  private get connections(): Connections {
    const { current } = this.link;
    if (!current) throw new Error('Redis does not answer', { cause: this.link.failure });
    return current;
  }

  /** Undefined when it fails. */
  private async attempt<T>(command: (connections: Connections) => Promise<T>): Promise<T | undefined> {
    const { current } = this.link;
    if (!current) return undefined;
    try {
      return await within(undefined, command(current));
    } catch (error) {
      this.link.lose(error);
      return undefined;
    }
  }

  /** A server that refuses to delete is a replica, or cannot write to its disk. One that is full still deletes. */
  private async restore({ commands, subscriber }: Connections): Promise<void> {
    await commands.del(this.probeKey);
    await Promise.all([PUBLISH, FENCE].map((script) => commands.script('LOAD', script)));
    const channels = [this.stopChannel, ...this.listeners.replyIds.map((id) => this.eventsPrefix + id)];
    for (let from = 0; from < channels.length; from += MAX_CHANNELS_PER_COMMAND)
      await subscriber.subscribe(...channels.slice(from, from + MAX_CHANNELS_PER_COMMAND));
  }

  private changed(isAlive: boolean, reason: unknown): void {
    if (!isAlive) this.counted.losses += 1;
    this.options.onChange(isAlive, reason);
    this.listeners.lookUpAll(); // messages of the time between were lost
  }

  private receive(channel: string, payload: string): void {
    if (channel === this.stopChannel) return this.stop(payload);
    const replyId = channel.slice(this.eventsPrefix.length);
    const events = decodePayload(payload);
    if (events) this.listeners.deliver(replyId, events);
    else this.listeners.lookUp(replyId);
  }

  private streamKey(replyId: string): string {
    return `${this.options.prefix}:reply:${replyId}`;
  }

  private fenceKey(replyId: string): string {
    return `${this.options.prefix}:fence:${replyId}`;
  }
}
