import type { AgentSettings } from '../agents/ports.ts';
import { DailyLimitReached } from '../chat/errors.ts';
import { type Admission, type Asker, Allowance } from '../chat/ports.ts';
import { FOREVER, nextUtcDay, utcDay } from '../kernel/day.ts';
import type { DomainError } from '../kernel/domain-error.ts';
import type { Clock, Quota, Quotas } from '../kernel/ports.ts';
import { NotAUser, UseNotAllowed } from './errors.ts';
import type { LimitsOfPerson, Person, PersonalLimits } from './personal-limits.ts';
import type { LimitLog } from './ports.ts';
import { agentRequestsOf, lifetimeMessagesOf, messagesOf, modelLifetimeOf, modelMessagesOf } from './subjects.ts';

/** One rule for one message: `limit` as people are told, `quota` as it is counted (grace included). */
interface Rule {
  readonly rule: 'daily' | 'model' | 'lifetime' | 'agent';
  readonly model: string;
  readonly limit: number;
  readonly quota: Quota;
}

export interface AllowanceTools {
  readonly limits: PersonalLimits;
  readonly agents: AgentSettings;
  readonly quotas: Quotas;
  readonly clock: Clock;
  readonly log: LimitLog;
}

/**
 * The one gate of every use of a model by somebody signed in. In this order: requests to agents a day, messages a day,
 * messages a day with the model, messages over the account's life (all, and with the model). All are counted at once or
 * none, unlimited ones too, so that a limit that is switched on later knows what was used before. For an admin who acts
 * as a tier nothing is counted.
 */
export class TierAllowance extends Allowance {
  private readonly tools: AllowanceTools;

  constructor(tools: AllowanceTools) {
    super();
    this.tools = tools;
  }

  /** Throws `DailyLimitReached` for what is there again tomorrow, `UseNotAllowed` for what is not. */
  async reserve(asker: Asker, model: string, kind: 'message' | 'agent' = 'message'): Promise<Admission> {
    if (asker.kind !== 'user') throw new NotAUser();
    if (asker.override !== undefined) return this.uncounted(model);
    return this.counted(asker, model, kind);
  }

  private async counted(asker: Person, model: string, kind: 'message' | 'agent'): Promise<Admission> {
    const limits = await this.tools.limits.of(asker);
    const day = utcDay(this.tools.clock.now());
    const agent = kind === 'agent' ? [await this.agentRule(asker, model, day)] : [];
    const take = (wanted: string) => this.take([...agent, ...rulesFor(asker.uid, limits, wanted, day)], wanted);
    const first = await take(model);
    if ('id' in first) return first;
    const second = first.rule === 'model' ? await this.spare(limits, model, take) : undefined;
    if (second && 'id' in second) return second;
    // When both models are used up, the one that was wished is told.
    throw await this.refusal(asker, limits, second === undefined || second.rule === 'model' ? first : second);
  }

  /** A reservation of nothing. */
  private async uncounted(model: string): Promise<Admission> {
    const reserved = await this.tools.quotas.reserve([]);
    if (!('id' in reserved)) throw new Error('Nothing was asked for, and it was refused');
    return { id: reserved.id, model };
  }

  private async spare(
    { fallback }: LimitsOfPerson,
    model: string,
    take: (wanted: string) => Promise<Admission | Rule>,
  ) {
    return fallback === undefined || fallback === model ? undefined : take(fallback);
  }

  settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.tools.quotas.settle(reservationId, outcome);
  }

  resettle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.tools.quotas.resettle(reservationId, outcome);
  }

  private async agentRule({ uid, tier }: Person, model: string, period: string): Promise<Rule> {
    const limit = (await this.tools.agents.current()).maxAgentRequests[tier];
    return { rule: 'agent', model, limit, quota: { subject: agentRequestsOf(uid), period, limit } };
  }

  private async take(rules: readonly Rule[], model: string): Promise<Admission | Rule> {
    const reserved = await this.tools.quotas.reserve(rules.map(({ quota }) => quota));
    if ('id' in reserved) return { id: reserved.id, model };
    const refused = rules[reserved.refused];
    if (!refused) throw new Error(`There is no quota ${reserved.refused} that could have refused`);
    return refused;
  }

  private async refusal(
    person: Person,
    limits: LimitsOfPerson,
    { rule, model, limit, quota }: Rule,
  ): Promise<DomainError> {
    const { quotas, clock, log } = this.tools;
    const told = limit === 0 ? 'no-access' : rule;
    const used = await quotas.used(quota.subject, quota.period);
    log.hit({ uid: person.uid, tier: person.tier, rule: told, model, limit, logged: limits.logHits });
    if (told === 'no-access' || told === 'lifetime' || told === 'agent') return new UseNotAllowed(told, limit, used);
    return new DailyLimitReached(limit, used, nextUtcDay(clock.now()), told);
  }
}

const rulesFor = (uid: string, limits: LimitsOfPerson, model: string, day: string): Rule[] => {
  const rule = (name: Rule['rule'], subject: string, limit: number, highest: number): Rule => ({
    rule: name,
    model,
    limit,
    quota: { subject, period: name === 'lifetime' ? FOREVER : day, limit: highest },
  });
  const graced = (name: Rule['rule'], subject: string, limit: number) =>
    rule(name, subject, limit, limits.withGrace(limit));
  const modelDaily = limits.modelDaily(model);
  return [
    graced('daily', messagesOf(uid), limits.daily),
    rule('model', modelMessagesOf(uid, model), modelDaily, modelDaily),
    graced('lifetime', lifetimeMessagesOf(uid), limits.lifetime),
    graced('lifetime', modelLifetimeOf(uid, model), limits.modelLifetime(model)),
  ];
};
