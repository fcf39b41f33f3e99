import { type BusEvents, DATABASE_PACE, ReplyBus } from '../../domain/chat/replies/bus/ports.ts';
import { SERVICE_REPORTS } from '../../shared/service-reports.ts';

/** A few processes need no bus: followers and stop requests take the way through the database. */
export class SqlReplyBus extends ReplyBus {
  readonly pace = DATABASE_PACE;

  async open(): Promise<void> {}

  isWanted(): boolean {
    return false;
  }

  async publish(): Promise<void> {}

  async subscribe(): Promise<() => void> {
    return () => undefined;
  }

  async read(): Promise<readonly BusEvents[]> {
    return [];
  }

  async fence(): Promise<void> {}

  async announce(): Promise<void> {}

  async sendStop(): Promise<void> {}

  onStop(): void {}

  async check(): Promise<string> {
    return SERVICE_REPORTS.throughDatabase;
  }

  async close(): Promise<void> {}
}
