import { utcDay } from '../kernel/day.ts';
import type { Clock } from '../kernel/ports.ts';
import { UserNotFound } from './errors.ts';
import type { UserAdmin, UserOverview, UserQuery, UserStats } from './ports.ts';

export interface UserList {
  readonly people: readonly UserOverview[];
  readonly total: number;
  readonly stats: UserStats;
}

/** Accounts for admins, with today's usage. */
export class ListUsers {
  constructor(
    private readonly users: UserAdmin,
    private readonly clock: Clock,
  ) {}

  async execute(page: Omit<UserQuery, 'day'>): Promise<UserList> {
    const found = await this.users.list({ ...page, day: this.today() });
    return { ...found, stats: await this.users.stats() };
  }

  /** Throws `UserNotFound`. */
  async get(uid: string): Promise<UserOverview> {
    const user = await this.users.find(uid, this.today());
    if (!user) throw new UserNotFound();
    return user;
  }

  private today(): string {
    return utcDay(this.clock.now());
  }
}
