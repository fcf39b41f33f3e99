import { utcDay } from '../kernel/day.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Tier } from '../kernel/tier.ts';
import { UserNotFound } from './errors.ts';
import type { People, PeopleStats, PersonRow } from './ports.ts';

export interface PeopleFound {
  readonly people: readonly PersonRow[];
  readonly total: number;
  readonly stats: PeopleStats;
}

/** Finds accounts for admins, with what they used today. */
export class ListPeople {
  private readonly people: People;
  private readonly clock: Clock;

  constructor(people: People, clock: Clock) {
    this.people = people;
    this.clock = clock;
  }

  async execute(page: {
    limit: number;
    offset: number;
    search: string;
    tier?: Tier | undefined;
  }): Promise<PeopleFound> {
    const found = await this.people.list({ ...page, day: this.today() });
    return { ...found, stats: await this.people.stats() };
  }

  /** Throws `UserNotFound`. */
  async one(uid: string): Promise<PersonRow> {
    const person = await this.people.find(uid, this.today());
    if (!person) throw new UserNotFound();
    return person;
  }

  private today(): string {
    return utcDay(this.clock.now());
  }
}
