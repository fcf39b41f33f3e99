import type { BusEvents, BusListener } from '../../domain/chat/replies/bus/ports.ts';

/** The followers of a process, by reply. */
export class BusListeners {
  private readonly listeners = new Map<string, Set<BusListener>>();

  has(replyId: string): boolean {
    return this.listeners.has(replyId);
  }

  get replyIds(): readonly string[] {
    return [...this.listeners.keys()];
  }

  add(replyId: string, listener: BusListener): void {
    const others = this.listeners.get(replyId);
    if (others) others.add(listener);
    else this.listeners.set(replyId, new Set([listener]));
  }

  /** True: it was the last one of this reply. */
  remove(replyId: string, listener: BusListener): boolean {
    const others = this.listeners.get(replyId);
    others?.delete(listener);
    return others?.size === 0 && this.listeners.delete(replyId);
  }

  deliver(replyId: string, events: BusEvents): void {
    for (const listener of this.listeners.get(replyId) ?? []) listener.receive(events);
  }

  lookUp(replyId: string): void {
    for (const listener of this.listeners.get(replyId) ?? []) listener.lookUp();
  }

  lookUpAll(): void {
    for (const replyId of this.listeners.keys()) this.lookUp(replyId);
  }
}
