import { roleOf } from '../../shared/roles.ts';
import type { Tier } from '../../shared/tiers.ts';
import type { AuditLog } from '../audit/ports.ts';
import { CSV_START, csvLine } from '../kernel/csv.ts';
import { utcDay } from '../kernel/day.ts';
import { maskPhone } from '../kernel/mask.ts';
import type { Clock } from '../kernel/ports.ts';
import type { UserAdmin, UserOverview } from './ports.ts';

const BATCH = 500;

const HEAD = [
  'id',
  'name',
  'email',
  'email_verified',
  'phone',
  'plan',
  'granted',
  'role',
  'messages_today',
  'limit_per_day',
  'last_active',
  'joined',
  'suspended',
] as const;

const isoOf = (at: number): string => new Date(at).toISOString();

const lineOf = (user: UserOverview): string =>
  csvLine([
    { id: user.uid },
    user.name,
    user.email,
    user.emailVerified,
    user.phoneNumber && maskPhone(user.phoneNumber),
    user.subscription,
    user.granted !== null,
    roleOf(user),
    user.usage.daily,
    user.customLimits?.dailyMessages ?? null,
    user.lastActive,
    isoOf(user.createdAt),
    user.suspended && isoOf(user.suspended.at),
  ]);

export interface UserExport {
  readonly search: string;
  readonly tier?: Tier | undefined;
}

/** The accounts as CSV, read in batches by their ids, so that a large list is never in memory. */
export class ExportUsers {
  constructor(
    private readonly users: UserAdmin,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  async *execute(filter: UserExport): AsyncGenerator<string> {
    await this.audit.record({ action: 'user.export', details: { search: filter.search, tier: filter.tier ?? null } });
    yield CSV_START + csvLine(HEAD);
    const day = utcDay(this.clock.now());
    let last = '';
    for (;;) {
      const people = await this.users.listAfter({ ...filter, day, after: last, limit: BATCH });
      if (people.length > 0) yield people.map(lineOf).join('');
      if (people.length < BATCH) return;
      last = people.at(-1)?.uid ?? last;
    }
  }
}
