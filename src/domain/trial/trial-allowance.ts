import { DailyLimitReached } from '../chat/errors.ts';
import {
  type Admission,
  type DefaultModels,
  type Requester,
  Allowance,
  ModelPolicy,
} from '../chat/replies/ports/requesters.ts';
import type { LimitLog } from '../billing/ports.ts';
import { nextUtcDay, utcDay } from '../kernel/day.ts';
import type { Clock, Quotas, Settings } from '../kernel/ports.ts';
import { TrialDisabled } from './errors.ts';
import type { TrialConfig } from '../../shared/settings/freemium.ts';
import type { RateLimits } from '../../shared/settings/rate-limits.ts';

/** Limits visitors per UTC day: messages by network address and by session. */
export class TrialAllowance extends Allowance {
  private readonly maxAgentRequests: number;

  /** `maxAgentRequests`: per network address and day. */
  constructor(
    private readonly settings: Settings<TrialConfig>,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
    private readonly log: LimitLog,
    maxAgentRequests = 20,
  ) {
    super();
    this.maxAgentRequests = maxAgentRequests;
  }

  /** Agent requests have their own limit and do not count as messages. */
  async reserve(requester: Requester, model: string, kind: 'message' | 'agent' = 'message'): Promise<Admission> {
    const config = await this.settings.current();
    if (requester.kind !== 'visitor' || !config.freemiumUnauth) throw new TrialDisabled();
    const { address, session } = requester;
    const now = this.clock.now();
    const period = utcDay(now);
    const limit = kind === 'agent' ? this.maxAgentRequests : config.freemiumMaxMessages;
    const subjects =
      kind === 'agent' ? [`trial:agent:${address}`] : [`trial:address:${address}`, `trial:session:${session}`];
    const reserved = await this.quotas.reserve(subjects.map((subject) => ({ subject, period, limit })));
    if ('refused' in reserved) {
      const rule = kind === 'agent' ? 'agent' : 'daily';
      this.log.record({ uid: null, tier: 'visitor', rule, model, limit, logged: false }); // anybody could fill the log
      throw new DailyLimitReached({ limit, used: limit, resetsAt: nextUtcDay(now), group: 'visitor' });
    }
    return { id: reserved.id, model };
  }

  settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.quotas.settle(reservationId, outcome);
  }

  resettle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.quotas.resettle(reservationId, outcome);
  }
}

/** Visitors cannot choose a model. */
export class TrialModels extends ModelPolicy {
  constructor(
    private readonly settings: Settings<TrialConfig>,
    private readonly rates: Settings<RateLimits>,
  ) {
    super();
  }

  async defaults(): Promise<DefaultModels> {
    const { freemiumPrimaryModel: primary, freemiumFallbackModel } = await this.settings.current();
    const { enableModelFallback } = (await this.rates.current()).features;
    return { primary, fallback: enableModelFallback ? freemiumFallbackModel : undefined };
  }

  async choose(): Promise<string> {
    return (await this.defaults()).primary;
  }
}
