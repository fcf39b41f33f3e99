import {
  type BusEntry,
  type BusEvents,
  type BusListener,
  DATABASE_PACE,
  ReplyBus,
} from '../../domain/chat/replies/bus/ports.ts';
import type { ReplyFence } from '../../domain/chat/replies/ports/reply-store.ts';
import { BusListeners } from './bus-listeners.ts';
import { SERVICE_REPORTS } from '../../shared/service-reports.ts';

/** Within one process. The database serves a predecessor that still drains. */
export class ProcessReplyBus extends ReplyBus {
  readonly pace = DATABASE_PACE;
  private readonly listeners = new BusListeners();
  private readonly fences = new Map<string, number>();
  private readonly stops: ((replyId: string) => void)[] = [];

  async open(): Promise<void> {}

  isWanted(replyId: string): boolean {
    return this.listeners.has(replyId);
  }

  async publish(entries: readonly BusEntry[]): Promise<void> {
    for (const { reply, batch } of entries) {
      if (reply.epoch < (this.fences.get(reply.id) ?? 0)) continue;
      this.listeners.deliver(reply.id, { epoch: reply.epoch, batch });
    }
  }

  async subscribe(replyId: string, listener: BusListener): Promise<() => void> {
    this.listeners.add(replyId, listener);
    return () => void this.listeners.remove(replyId, listener);
  }

  /** Nothing is stored: a process that dies takes its memory along. */
  async read(): Promise<readonly BusEvents[]> {
    return [];
  }

  async fence({ id, epoch }: ReplyFence): Promise<void> {
    this.fences.set(id, epoch);
  }

  async announce(replyId: string): Promise<void> {
    this.fences.delete(replyId);
    this.listeners.lookUp(replyId);
  }

  async sendStop(replyId: string): Promise<void> {
    for (const stop of this.stops) stop(replyId);
  }

  onStop(stop: (replyId: string) => void): void {
    this.stops.push(stop);
  }

  async check(): Promise<string> {
    return SERVICE_REPORTS.withinProcess;
  }

  async close(): Promise<void> {}
}
