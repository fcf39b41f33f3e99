import type { AuditLog } from '../../audit/ports.ts';
import type { StorageLimits } from '../../files/ports/settings.ts';
import { DAY_MS } from '../../kernel/day.ts';
import type { Clock, Settings, UnitOfWork, JobLocks } from '../../kernel/ports.ts';
import { runEvery } from '../../kernel/run-every.ts';
import type { Chat } from './chat.ts';
import { chatGroupOf } from './chat-quota.ts';
import type { Requesters } from '../replies/ports/requesters.ts';
import type { AgedChat, ChatAges, ChatRepository } from './ports.ts';

const JOB_NAME = 'chat-expiry';
const INTERVAL_MS = 10 * 60_000;
/** A run that a process does not survive is taken up after this. */
const LEASE_MS = 60 * 60_000;
/** Per transaction, so that others write in between. */
const BATCH_SIZE = 20;
const OWNERS_PER_PAGE = 200;

export interface ExpireChatsDeps {
  readonly ages: ChatAges;
  readonly chats: ChatRepository;
  readonly settings: Settings<StorageLimits>;
  readonly owners: Pick<Requesters, 'find'>;
  readonly jobLocks: JobLocks;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

/** Which chats, and whether one still is of them once it is locked. */
interface Aged {
  readonly kind: string;
  readonly list: (limit: number) => Promise<readonly AgedChat[]>;
  readonly isAged: (chat: Chat) => boolean;
}

/**
 * Deletes temporary chats whose time has ended, and chats that are not pinned and were not used for as long as the
 * admins set for the tier of their owner; in one process at a time. One entry of the audit log says how many.
 */
export class ExpireChats {
  constructor(private readonly deps: ExpireChatsDeps) {}

  /** Until `signal` aborts. */
  execute(signal: AbortSignal): Promise<void> {
    const { clock, jobLocks } = this.deps;
    return runEvery(INTERVAL_MS, 'deleting chats by their age', this.deps, signal, async () => {
      const now = clock.now();
      if (!(await jobLocks.acquire(JOB_NAME, now, now + LEASE_MS))) return;
      try {
        await this.sweep(signal);
      } finally {
        await jobLocks.reschedule(JOB_NAME, now + INTERVAL_MS);
      }
    });
  }

  async sweep(signal: AbortSignal): Promise<void> {
    const { ages, clock } = this.deps;
    const counts: Record<string, number> = {};
    try {
      const now = clock.now();
      const list = (limit: number) => ages.listExpired(now, limit);
      const isAged = ({ expiresAt }: Chat) => expiresAt !== null && expiresAt < now;
      await this.removeAll({ kind: 'temporary', list, isAged }, counts, signal);
      await this.removeUnused(counts, signal);
    } finally {
      if (Object.keys(counts).length > 0) await this.deps.audit.record({ action: 'chat.expire', details: counts });
    }
  }

  private async removeUnused(counts: Record<string, number>, signal: AbortSignal): Promise<void> {
    const { ages, clock, settings, owners } = this.deps;
    const { chatRetention } = await settings.current();
    const days = Object.values(chatRetention).flatMap(({ unusedDays }) => (unusedDays > 0 ? [unusedDays] : []));
    if (days.length === 0) return;
    const now = clock.now();
    const earliest = now - Math.min(...days) * DAY_MS;
    for (let last = ''; !signal.aborted;) {
      const uids = await ages.listOwnersOfUnused(earliest, last, OWNERS_PER_PAGE);
      for (const uid of uids) {
        const owner = await owners.find(uid);
        if (!owner) continue;
        const kind = chatGroupOf(owner);
        const { unusedDays } = chatRetention[kind];
        if (unusedDays === 0) continue;
        const before = now - unusedDays * DAY_MS;
        const list = (limit: number) => ages.listUnused(uid, before, limit);
        await this.removeAll(
          { kind, list, isAged: ({ usedAt, pinnedAt }) => usedAt < before && pinnedAt === null },
          counts,
          signal,
        );
      }
      if (uids.length < OWNERS_PER_PAGE) return;
      last = uids.at(-1) ?? last;
    }
  }

  private async removeAll(
    { kind, list, isAged }: Aged,
    counts: Record<string, number>,
    signal: AbortSignal,
  ): Promise<void> {
    const { chats, work } = this.deps;
    while (!signal.aborted) {
      const batch = await list(BATCH_SIZE);
      if (batch.length === 0) return;
      const removed = await work.run(async () => {
        let count = 0;
        for (const { ownerId, id } of batch) {
          const chat = await chats.lock(ownerId, id);
          if (chat && isAged(chat) && (await chats.remove(ownerId, id))) count += 1;
        }
        return count;
      });
      counts[kind] = (counts[kind] ?? 0) + removed;
      if (removed === 0) return; // what was used or removed meanwhile; the next run looks again
    }
  }
}
