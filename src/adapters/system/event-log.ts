import { type ServerEvent, ServerEvents } from '../../domain/kernel/ports.ts';
import type { Logs } from './logs.ts';

/** Writes what admins may look up as lines of the log, for operators. */
export class LoggedEvents extends ServerEvents {
  private readonly logs: Logs;

  constructor(logs: Logs) {
    super();
    this.logs = logs;
  }

  add({ kind, level, uid, detail }: ServerEvent): void {
    this.logs[level](`${kind}: ${detail}`, { uid: uid ?? undefined });
  }
}
