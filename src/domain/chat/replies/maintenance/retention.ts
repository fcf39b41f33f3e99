import { DAY_MS } from '../../../kernel/day.ts';
import type { Clock, Quotas } from '../../../kernel/ports.ts';
import type { ReplyRepository } from '../ports.ts';

/** How long a finished reply can be followed from any event on. */
const LOG_RETENTION_MS = 10 * 60_000;
const COUNTER_RETENTION_MS = 3 * DAY_MS;

export interface RetentionDeps {
  readonly replies: ReplyRepository;
  readonly quotas: Quotas;
  readonly clock: Clock;
}

/** Deletes old event logs and counters. */
export const sweepReplies = async ({ replies, quotas, clock }: RetentionDeps): Promise<void> => {
  const now = clock.now();
  await replies.sweep(now - LOG_RETENTION_MS);
  await quotas.sweep(now - COUNTER_RETENTION_MS);
};
