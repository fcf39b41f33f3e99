import type { AgentConfig } from '../agents/ports.ts';
import { DailyLimitReached } from '../chat/errors.ts';
import { type Admission, type Requester, Allowance } from '../chat/replies/ports/requesters.ts';
import { FOREVER, nextUtcDay, utcDay } from '../kernel/day.ts';
import type { DomainError } from '../kernel/domain-error.ts';
import type { InsteadOf } from '../../shared/reply-details.ts';
import type { Clock, Quota, Quotas, Settings } from '../kernel/ports.ts';
import { agentDailyLimit } from './agent-daily-limit.ts';
import { NotAUser, UsageNotAllowed } from './errors.ts';
import type { EffectiveLimits, UserWithTier, EffectiveLimitsResolver } from './effective-limits.ts';
import type { ClosedScope, LimitLog } from './ports.ts';
import {
  agentRequestsKey,
  lifetimeMessagesKey,
  dailyMessagesKey,
  modelLifetimeKey,
  modelMessagesKey,
} from './quota-keys.ts';

/** `limit` as shown to people, `quota` as enforced (grace included). */
interface Rule {
  readonly rule: 'daily' | 'model' | 'lifetime' | 'agent';
  readonly scope: ClosedScope;
  readonly model: string;
  readonly limit: number;
  readonly quota: Quota;
  /** Given to this person, whatever the plan. */
  readonly isCustom?: boolean;
}

export interface AllowanceDeps {
  readonly limits: EffectiveLimitsResolver;
  readonly agents: Settings<AgentConfig>;
  readonly quotas: Quotas;
  readonly clock: Clock;
  readonly log: LimitLog;
}

/**
 * Checks every use of a model by a signed-in person, in this order: agent requests per day, messages per day, messages
 * per day with the model, messages over the account's life (all, and with the model). All counters are taken together
 * or none; unlimited ones are counted too, for limits that are enabled later. Not counted for admins with an override.
 */
export class TierAllowance extends Allowance {
  constructor(private readonly deps: AllowanceDeps) {
    super();
  }

  /** Throws `DailyLimitReached` for limits that reset tomorrow, else `UsageNotAllowed`. */
  async reserve(requester: Requester, model: string, kind: 'message' | 'agent' = 'message'): Promise<Admission> {
    if (requester.kind !== 'user') throw new NotAUser();
    if (requester.override !== undefined) return this.reserveUncounted(model);
    return this.reserveCounted(requester, model, kind);
  }

  private async reserveCounted(requester: UserWithTier, model: string, kind: 'message' | 'agent'): Promise<Admission> {
    const limits = await this.deps.limits.resolve(requester);
    const day = utcDay(this.deps.clock.now());
    const agent = kind === 'agent' ? [await this.createAgentRule(requester, model, day)] : [];
    const take = (modelId: string) =>
      this.tryReserve([...agent, ...createRules(requester.uid, limits, modelId, day)], modelId);
    const first = await take(model);
    if ('id' in first) return first;
    const second = first.rule === 'model' ? await this.reserveFallback(limits, model, take) : undefined;
    if (second && 'id' in second) return { ...second, insteadOf: this.insteadOf(first) };
    // When both models have reached their limit, the requested one is reported.
    throw await this.createRefusal(requester, limits, second === undefined || second.rule === 'model' ? first : second);
  }

  private async reserveUncounted(model: string): Promise<Admission> {
    const reservation = await this.deps.quotas.reserve([]);
    if (!('id' in reservation)) throw new Error('An empty reservation was refused');
    return { id: reservation.id, model };
  }

  private async reserveFallback(
    { fallback }: EffectiveLimits,
    model: string,
    take: (modelId: string) => Promise<Admission | Rule>,
  ) {
    return fallback === undefined || fallback === model ? undefined : take(fallback);
  }

  private insteadOf({ model, limit }: Rule): InsteadOf {
    if (limit === 0) return { model, reason: 'no-access', resetsAt: null };
    return { model, reason: 'limit', resetsAt: new Date(nextUtcDay(this.deps.clock.now())).toISOString() };
  }

  settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.deps.quotas.settle(reservationId, outcome);
  }

  resettle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.deps.quotas.resettle(reservationId, outcome);
  }

  private async createAgentRule(user: UserWithTier, model: string, period: string): Promise<Rule> {
    const limit = agentDailyLimit(await this.deps.agents.current(), user);
    const isCustom = (user.rights?.limits.agentRequests ?? null) !== null;
    const quota = { subject: agentRequestsKey(user.uid), period, limit };
    return { rule: 'agent', scope: 'agents', model, limit, quota, isCustom };
  }

  private async tryReserve(rules: readonly Rule[], model: string): Promise<Admission | Rule> {
    const reservation = await this.deps.quotas.reserve(rules.map(({ quota }) => quota));
    if ('id' in reservation) return { id: reservation.id, model };
    const refused = rules[reservation.refused];
    if (!refused) throw new Error(`Refused by the unknown quota ${reservation.refused}`);
    return refused;
  }

  private async createRefusal(
    user: UserWithTier,
    limits: EffectiveLimits,
    { rule, scope, model, limit, quota, isCustom = false }: Rule,
  ): Promise<DomainError> {
    const { quotas, clock, log } = this.deps;
    const reportedRule = limit === 0 ? 'no-access' : rule;
    const used = await quotas.getUsed(quota.subject, quota.period);
    const hit = { uid: user.uid, tier: user.tier, model, limit, logged: limits.shouldLogHits };
    log.record({ ...hit, rule: reportedRule, ...(reportedRule === 'no-access' && { closed: scope }) });
    const reached = { limit, used, group: user.tier, isCustom };
    if (reportedRule === 'no-access' || reportedRule === 'lifetime')
      return new UsageNotAllowed(reportedRule, reached, scope);
    const daily = { ...reached, resetsAt: nextUtcDay(clock.now()) };
    return reportedRule === 'agent'
      ? new UsageNotAllowed(reportedRule, daily)
      : new DailyLimitReached(daily, reportedRule);
  }
}

const createRules = (uid: string, limits: EffectiveLimits, model: string, day: string): Rule[] => {
  const rule = (name: Rule['rule'], subject: string, limit: number, enforcedLimit: number): Rule => ({
    rule: name,
    scope: 'account',
    model,
    limit,
    quota: { subject, period: name === 'lifetime' ? FOREVER : day, limit: enforcedLimit },
  });
  const ruleWithGrace = (name: Rule['rule'], subject: string, limit: number) =>
    rule(name, subject, limit, limits.withGrace(limit));
  const modelDaily = limits.modelDaily(model);
  return [
    { ...ruleWithGrace('daily', dailyMessagesKey(uid), limits.daily), isCustom: limits.isDailyCustom },
    {
      ...rule('model', modelMessagesKey(uid, model), modelDaily, modelDaily),
      scope: 'model',
      isCustom: limits.isModelDailyCustom(model),
    },
    ruleWithGrace('lifetime', lifetimeMessagesKey(uid), limits.lifetime),
    { ...ruleWithGrace('lifetime', modelLifetimeKey(uid, model), limits.modelLifetime(model)), scope: 'model' },
  ];
};
