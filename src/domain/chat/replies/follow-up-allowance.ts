import { AgentsNeedAccount } from '../../agents/errors.ts';
import { DAY_MS, nextUtcDay, utcDay } from '../../kernel/day.ts';
import type { Clock, Quota, Quotas, Settings } from '../../kernel/ports.ts';
import type { TrialConfig } from '../../../shared/settings/freemium.ts';
import type { RateLimits } from '../../../shared/settings/rate-limits.ts';
import type { LimitedGroup } from '../../kernel/limit-message.ts';
import { ownerOf, type Requester } from './ports/requesters.ts';
import { FollowUpLimitReached } from '../errors.ts';
import { type UtilityRequest, type CountedMessage, type CountedMessages, FollowUpAllowance } from './ports/answers.ts';

/** Per message and purpose: the call and one retry. */
export const MAX_FOLLOW_UPS_PER_MESSAGE = 2;
/** Visitors: per purpose and network address, times the trial's messages. */
const TRIAL_LIMIT_FACTOR = 2;

/** Counted per day. */
export const followUpQuotaKey = (uid: string): string => `follow-ups:${uid}`;

interface QuotaRule {
  readonly rule: 'message' | 'daily';
  readonly quota: Quota;
}

export interface FollowUpDeps {
  readonly messages: CountedMessages;
  readonly trial: Settings<TrialConfig>;
  readonly rates: Settings<RateLimits>;
  readonly quotas: Quotas;
  readonly clock: Clock;
}

/**
 * Limits calls outside of replies: each belongs to a message counted in the last 24 hours. The counters of message and
 * day are taken together or not at all. Not counted for admins with an override.
 */
export class QuotaFollowUpAllowance extends FollowUpAllowance {
  constructor(private readonly deps: FollowUpDeps) {
    super();
  }

  async reserve(
    requester: Requester,
    { purpose, about = {} }: Pick<UtilityRequest, 'purpose' | 'about'>,
  ): Promise<string> {
    const { quotas, clock, messages } = this.deps;
    const now = clock.now();
    const group = requester.kind === 'user' ? requester.tier : 'visitor';
    if (requester.kind === 'user' && requester.override !== undefined) return this.reserveQuotas([], now, group);
    const daily = await this.dailyQuota(requester, purpose, now);
    const owners = [ownerOf(requester), ...(about.trialOwner === undefined ? [] : [about.trialOwner])];
    const message = await messages.find(owners, now - DAY_MS, about);
    if (!message) {
      const used = await quotas.getUsed(daily.subject, daily.period);
      throw new FollowUpLimitReached('message', { limit: 0, used, resetsAt: nextUtcDay(now), group });
    }
    return this.reserveQuotas(
      [
        { rule: 'message', quota: messageQuota(message, purpose) },
        { rule: 'daily', quota: daily },
      ],
      now,
      group,
    );
  }

  settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.deps.quotas.settle(reservationId, outcome);
  }

  private async reserveQuotas(rules: readonly QuotaRule[], now: number, group: LimitedGroup): Promise<string> {
    const reserved = await this.deps.quotas.reserve(rules.map(({ quota }) => quota));
    if ('id' in reserved) return reserved.id;
    const refused = rules[reserved.refused];
    if (!refused) throw new Error(`Refused by the unknown quota ${reserved.refused}`);
    const { limit } = refused.quota;
    throw new FollowUpLimitReached(refused.rule, { limit, used: limit, resetsAt: nextUtcDay(now), group });
  }

  /** Throws `AgentsNeedAccount` for visitors while the trial is off. */
  private async dailyQuota(requester: Requester, purpose: UtilityRequest['purpose'], now: number): Promise<Quota> {
    const period = utcDay(now);
    if (requester.kind === 'user') {
      const { followUps } = (await this.deps.rates.current()).subscriptions[requester.tier].daily;
      return { subject: followUpQuotaKey(requester.uid), period, limit: followUps };
    }
    const { freemiumUnauth, freemiumMaxMessages } = await this.deps.trial.current();
    if (!freemiumUnauth) throw new AgentsNeedAccount();
    return {
      subject: `trial:${purpose}:${requester.address}`,
      period,
      limit: TRIAL_LIMIT_FACTOR * freemiumMaxMessages,
    };
  }
}

/** Uses the day of the message, so that midnight resets nothing. */
const messageQuota = ({ replyId, at }: CountedMessage, purpose: UtilityRequest['purpose']): Quota => ({
  subject: `follow-up:${purpose}:${replyId}`,
  period: utcDay(at),
  limit: MAX_FOLLOW_UPS_PER_MESSAGE,
});
