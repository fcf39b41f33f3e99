import { type LimitHit, LimitLog } from '../../domain/billing/ports.ts';
import type { Logger } from './logger.ts';

/** Writes each limit refusal to the log. */
export class LoggingLimitLog extends LimitLog {
  constructor(private readonly logs: Logger) {
    super();
  }

  record({ uid, rule, model, limit }: LimitHit): void {
    this.logs.info('limit hit', { uid: uid ?? undefined, rule, model, limit });
  }
}
