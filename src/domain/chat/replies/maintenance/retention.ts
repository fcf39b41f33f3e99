import { DAY_MS } from '../../../kernel/day.ts';
import type { Clock, Quotas, JobLocks } from '../../../kernel/ports.ts';
import type { ReplyRepository } from '../ports/reply-store.ts';
import type { ToolQuestions } from '../waiting/ports.ts';

/** How long a finished reply can be followed from any event on. */
const LOG_RETENTION_MS = 10 * 60_000;
const COUNTER_RETENTION_MS = 3 * DAY_MS;
const JOB_NAME = 'sweep-replies';
/** Less than the time between two looks of a process, or it would take every second one. */
const INTERVAL_MS = 50_000;

export interface RetentionDeps {
  readonly replies: ReplyRepository;
  readonly quotas: Quotas;
  readonly questions: ToolQuestions;
  readonly jobLocks: JobLocks;
  readonly clock: Clock;
}

/** Deletes old event logs and counters. False: another process did it lately. */
export const sweepReplies = async ({
  replies,
  quotas,
  questions,
  jobLocks,
  clock,
}: RetentionDeps): Promise<boolean> => {
  const now = clock.now();
  if (!(await jobLocks.acquire(JOB_NAME, now, now + INTERVAL_MS))) return false;
  await replies.sweep(now - LOG_RETENTION_MS);
  await questions.sweep(now - LOG_RETENTION_MS);
  await quotas.sweep(now - COUNTER_RETENTION_MS);
  return true;
};
