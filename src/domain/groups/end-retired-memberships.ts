import type { ProviderGroups, SignInProvider } from '../accounts/identity/ports.ts';
import type { Clock, UnitOfWork } from '../kernel/ports.ts';
import { runEvery } from '../kernel/run-every.ts';
import type { GroupMembers } from './ports.ts';

const INTERVAL_MS = 3_600_000;
const BATCH = 100;
const WHAT = 'ending memberships of removed sign-in providers';

export interface EndRetiredMembershipsDeps {
  readonly providers: { readonly all: readonly Pick<SignInProvider, 'id' | 'namesGroups'>[] };
  readonly members: GroupMembers;
  readonly groups: ProviderGroups;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * A provider that is no longer configured, or names no groups any more, can take nothing back: nobody signs in there. So
 * the memberships that it gave end here, at the start and hourly, as processes with the old settings may add some until
 * they end.
 */
export class EndRetiredMemberships {
  constructor(private readonly deps: EndRetiredMembershipsDeps) {}

  /** Until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    await this.sweep(signal).catch((error: unknown) => this.deps.failed(WHAT, error));
    return runEvery(INTERVAL_MS, WHAT, this.deps, signal, () => this.sweep(signal));
  }

  async sweep(signal: AbortSignal): Promise<void> {
    const { providers, members, groups, work } = this.deps;
    const naming = providers.all.filter(({ namesGroups }) => namesGroups).map(({ id }) => id);
    while (!signal.aborted) {
      const found = await members.listByOtherProviders(naming, BATCH);
      for (const { uid, provider } of found) await work.run(() => groups.set(uid, provider, []));
      if (found.length < BATCH) return;
    }
  }
}
