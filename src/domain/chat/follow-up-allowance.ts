import { AgentsNeedAccount } from '../agents/errors.ts';
import { DAY_MS, nextUtcDay, utcDay } from '../kernel/day.ts';
import type { Clock, Quota, Quotas } from '../kernel/ports.ts';
import type { Tier } from '../kernel/tier.ts';
import type { TrialSettings } from '../trial/ports.ts';
import { ownerOf } from './asker.ts';
import { FollowUpLimitReached } from './errors.ts';
import { type Aside, type Asker, type CountedMessage, type CountedMessages, FollowUpAllowance } from './ports.ts';

/** For one message and one purpose: the call itself, and once more when it went wrong. */
export const FOLLOW_UPS_A_MESSAGE = 2;
/** A day, of all purposes together. */
export const FOLLOW_UPS_A_DAY: Readonly<Record<Tier, number>> = { free: 60, basic: 1000, premium: 2000 };
/** Of each purpose a network address of visitors has this many times its messages of the trial. */
const TIMES_TRIAL = 2;

/** Under which they are counted, by day. */
export const followUpsOf = (uid: string): string => `follow-ups:${uid}`;

interface Limited {
  readonly rule: 'message' | 'daily';
  readonly quota: Quota;
}

export interface FollowUpTools {
  readonly messages: CountedMessages;
  readonly trial: TrialSettings;
  readonly quotas: Quotas;
  readonly clock: Clock;
}

/**
 * Ties each call beside the replies to a message that was counted within the last day. Its own counters and those of
 * the day are taken together or not at all. For an admin who acts as a tier nothing is counted.
 */
export class MeteredFollowUps extends FollowUpAllowance {
  private readonly tools: FollowUpTools;

  constructor(tools: FollowUpTools) {
    super();
    this.tools = tools;
  }

  async reserve(asker: Asker, { purpose, about = {} }: Pick<Aside, 'purpose' | 'about'>): Promise<string> {
    const { quotas, clock, messages } = this.tools;
    if (asker.kind === 'user' && asker.override !== undefined) return this.take([], clock.now());
    const now = clock.now();
    const daily = await this.daily(asker, purpose, now);
    const owners = [ownerOf(asker), ...(about.trialOwner === undefined ? [] : [about.trialOwner])];
    const message = await messages.find(owners, now - DAY_MS, about);
    if (!message)
      throw new FollowUpLimitReached('message', 0, await quotas.used(daily.subject, daily.period), nextUtcDay(now));
    return this.take(
      [
        { rule: 'message', quota: ofMessage(message, purpose) },
        { rule: 'daily', quota: daily },
      ],
      now,
    );
  }

  settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.tools.quotas.settle(reservationId, outcome);
  }

  private async take(limited: readonly Limited[], now: number): Promise<string> {
    const reserved = await this.tools.quotas.reserve(limited.map(({ quota }) => quota));
    if ('id' in reserved) return reserved.id;
    const refused = limited[reserved.refused];
    if (!refused) throw new Error(`There is no quota ${reserved.refused} that could have refused`);
    const { limit } = refused.quota;
    throw new FollowUpLimitReached(refused.rule, limit, limit, nextUtcDay(now));
  }

  /** Throws `AgentsNeedAccount` for a visitor while the trial is off. */
  private async daily(asker: Asker, purpose: Aside['purpose'], now: number): Promise<Quota> {
    const period = utcDay(now);
    if (asker.kind === 'user') return { subject: followUpsOf(asker.uid), period, limit: FOLLOW_UPS_A_DAY[asker.tier] };
    const { freemiumUnauth, freemiumMaxMessages } = await this.tools.trial.current();
    if (!freemiumUnauth) throw new AgentsNeedAccount();
    return { subject: `trial:${purpose}:${asker.address}`, period, limit: TIMES_TRIAL * freemiumMaxMessages };
  }
}

/** Counted under the message's own day, so that midnight renews nothing. */
const ofMessage = ({ replyId, at }: CountedMessage, purpose: Aside['purpose']): Quota => ({
  subject: `follow-up:${purpose}:${replyId}`,
  period: utcDay(at),
  limit: FOLLOW_UPS_A_MESSAGE,
});
