import { type ServerEvent, ServerEventLog } from '../../domain/kernel/ports.ts';
import type { Logger } from './logger.ts';

/** Writes server events to the operator's log. */
export class LoggingServerEventLog extends ServerEventLog {
  constructor(private readonly logs: Logger) {
    super();
  }

  add({ kind, level, uid, detail }: ServerEvent): void {
    this.logs[level](`${kind}: ${detail}`, { uid: uid ?? undefined });
  }
}
