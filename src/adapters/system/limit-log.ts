import { type LimitHit, LimitLog } from '../../domain/billing/ports.ts';
import type { Logs } from './logs.ts';

/** Writes each refusal by a limit as a line of the log. */
export class LoggedLimits extends LimitLog {
  private readonly logs: Logs;

  constructor(logs: Logs) {
    super();
    this.logs = logs;
  }

  hit({ uid, rule, model, limit }: LimitHit): void {
    this.logs.info('limit hit', { uid, rule, model, limit });
  }
}
