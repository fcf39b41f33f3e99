import { DailyLimitReached } from '../chat/errors.ts';
import { type Admission, type Requester, Allowance, ModelPolicy } from '../chat/replies/ports.ts';
import { nextUtcDay, utcDay } from '../kernel/day.ts';
import type { Clock, Quotas, Settings } from '../kernel/ports.ts';
import { TrialDisabled } from './errors.ts';
import type { TrialConfig } from '../../shared/settings/freemium.ts';

/** A visitor's messages: per network address and per session, each UTC day; whichever is used up first refuses. */
export class TrialAllowance extends Allowance {
  private readonly settings: Settings<TrialConfig>;
  private readonly quotas: Quotas;
  private readonly clock: Clock;
  private readonly maxAgentRequests: number;

  /** `agentRequests`: how many a network address has a day. */
  constructor(settings: Settings<TrialConfig>, quotas: Quotas, clock: Clock, maxAgentRequests = 20) {
    super();
    this.settings = settings;
    this.quotas = quotas;
    this.clock = clock;
    this.maxAgentRequests = maxAgentRequests;
  }

  /** Requests to agents do not count as messages of the trial: they have a limit of their own by network address. */
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
    if ('refused' in reserved) throw new DailyLimitReached(limit, limit, nextUtcDay(now));
    return { id: reserved.id, model };
  }

  settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.quotas.settle(reservationId, outcome);
  }

  resettle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.quotas.resettle(reservationId, outcome);
  }
}

/** Visitors name no model: the trial's own two serve. */
export class TrialModels extends ModelPolicy {
  private readonly settings: Settings<TrialConfig>;

  constructor(settings: Settings<TrialConfig>) {
    super();
    this.settings = settings;
  }

  async defaults(): Promise<{ primary: string; fallback: string }> {
    const config = await this.settings.current();
    return { primary: config.freemiumPrimaryModel, fallback: config.freemiumFallbackModel };
  }

  async choose(): Promise<string> {
    return (await this.defaults()).primary;
  }
}
