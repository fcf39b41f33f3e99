import { DailyLimitReached } from '../chat/errors.ts';
import type { Asker } from '../chat/ports.ts';
import { nextUtcDay, utcDay } from '../kernel/day.ts';
import type { Clock, Quotas } from '../kernel/ports.ts';
import type { TrialSettings } from '../trial/ports.ts';
import { AgentsNeedAccount } from './errors.ts';

/** Of each kind of work beside the trial's messages a network address has this many times those messages, each UTC day. */
const TIMES = 2;

/** Keeps the cost of what visitors get beside their messages within bounds. */
export class VisitorCap {
  private readonly trial: TrialSettings;
  private readonly quotas: Quotas;
  private readonly clock: Clock;

  constructor(trial: TrialSettings, quotas: Quotas, clock: Clock) {
    this.trial = trial;
    this.quotas = quotas;
    this.clock = clock;
  }

  /** Takes one; people with an account are let through. Throws `AgentsNeedAccount` with the trial off, `DailyLimitReached`. */
  async take(asker: Asker, what: 'synthesis' | 'related'): Promise<void> {
    if (asker.kind === 'user') return;
    const { freemiumUnauth, freemiumMaxMessages } = await this.trial.current();
    if (!freemiumUnauth) throw new AgentsNeedAccount();
    const now = this.clock.now();
    const limit = TIMES * freemiumMaxMessages;
    const reserved = await this.quotas.reserve([{ subject: `trial:${what}:${asker.address}`, period: utcDay(now), limit }]);
    if ('refused' in reserved) throw new DailyLimitReached(limit, limit, nextUtcDay(now));
    await this.quotas.settle(reserved.id, 'charged');
  }
}
