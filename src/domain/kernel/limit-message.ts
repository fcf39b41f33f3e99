import type { Tier } from '../../shared/tiers.ts';
import { DomainError } from './domain-error.ts';

/** Decides what helps. */
export type LimitedGroup = Tier | 'visitor';

const REMEDIES: Readonly<Record<LimitedGroup, string>> = {
  visitor: 'Create a free account to go on.',
  free: 'A higher plan has more.',
  basic: 'A higher plan has more.',
  premium: 'An administrator of this server can raise it.',
};

export interface ReachedLimit {
  readonly limit: number;
  readonly used: number;
  /** Epoch milliseconds; absent: never. */
  readonly resetsAt?: number;
  readonly group: LimitedGroup;
  /** Given to this person by an admin or a group, so that no plan changes it. */
  readonly isCustom?: boolean;
}

const formatMinute = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** What is used up, when there is more, and what helps: never an upgrade for those who have everything. */
const describeLimit = (what: string, { resetsAt, group, isCustom }: ReachedLimit): string =>
  [
    what,
    resetsAt === undefined ? undefined : `There is more from ${formatMinute(resetsAt)}.`,
    REMEDIES[isCustom ? 'premium' : group],
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');

/** The fields of every refusal at a limit. */
const limitDetails = (rule: string, what: string, reached: ReachedLimit) => ({
  message: describeLimit(what, reached),
  rule,
  limit: reached.limit,
  used: reached.used,
  ...(reached.resetsAt !== undefined && { resetsAt: new Date(reached.resetsAt).toISOString() }),
  ...(reached.isCustom && { custom: true }),
});

/** A limit is reached. `what` is used up, in a sentence; the rest of the message follows from `reached`. */
export abstract class LimitReached extends DomainError {
  override readonly code = 'USAGE_LIMIT_EXCEEDED';

  constructor(
    message: string,
    private readonly rule: string,
    private readonly what: string,
    private readonly reached: ReachedLimit,
  ) {
    super(message, limitDetails(rule, what, reached));
  }

  override withoutPlans() {
    const { message, rule, what, reached } = this;
    const group = reached.group === 'visitor' ? 'visitor' : 'premium';
    return { message, details: limitDetails(rule, what, { ...reached, group }) };
  }
}
