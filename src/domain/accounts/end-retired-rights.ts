import type { Clock, ServerEventLog, UnitOfWork } from '../kernel/ports.ts';
import { runEvery } from '../kernel/run-every.ts';
import type {
  ClaimedRight,
  GivenRights,
  Identities,
  ProviderGroups,
  ProviderPlans,
  RightHolder,
  SignInProvider,
} from './identity/ports.ts';
import type { ApplyProviderRights } from './provider-rights.ts';

const INTERVAL_MS = 3_600_000;
const BATCH = 100;
const WHAT = 'ending the rights of removed sign-in providers';

export interface EndRetiredRightsDeps {
  readonly providers: { readonly all: readonly Pick<SignInProvider, 'id' | 'decides'>[] };
  readonly identities: Identities;
  readonly plans: ProviderPlans;
  readonly groups: ProviderGroups;
  readonly rights: Pick<ApplyProviderRights, 'withdrawAdmin'>;
  readonly events: ServerEventLog;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * A provider that is no longer configured, or whose claims decide a right no more, can take nothing back: nobody signs
 * in there. So the rights that it gave end here, at the start and hourly, as processes with the old settings may add
 * some until they end. The last admin stays.
 */
export class EndRetiredRights {
  /** Last admins that the log names already. */
  private readonly named = new Set<string>();

  constructor(private readonly deps: EndRetiredRightsDeps) {}

  /** Until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    await this.sweep(signal).catch((error: unknown) => this.deps.failed(WHAT, error));
    return runEvery(INTERVAL_MS, WHAT, this.deps, signal, () => this.sweep(signal));
  }

  async sweep(signal: AbortSignal): Promise<void> {
    const { identities, plans, groups, work } = this.deps;
    await this.endAll('admin', identities, (holder) => this.endAdmin(holder), signal);
    const endPlan = ({ uid, provider }: RightHolder) => plans.set(uid, null, { id: provider, label: '' });
    await this.endAll('plan', plans, (holder) => work.run(() => endPlan(holder)), signal);
    await this.endAll('groups', groups, (holder) => work.run(() => groups.withdraw(holder)), signal);
  }

  /** Each holder once, so that one whose right stays does not hold up the others. */
  private async endAll(
    right: ClaimedRight,
    given: GivenRights,
    end: (holder: RightHolder) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const deciding = this.deps.providers.all.filter(({ decides }) => decides.includes(right));
    const providers = deciding.map(({ id }) => id);
    let after: RightHolder | undefined;
    while (!signal.aborted) {
      const found = await given.listByOtherProviders({ providers, after, limit: BATCH });
      for (const holder of found)
        await end(holder).catch((error: unknown) => this.deps.failed(`${WHAT}: ${right} of ${holder.uid}`, error));
      after = found.at(-1);
      if (found.length < BATCH) return;
    }
  }

  private async endAdmin(holder: RightHolder): Promise<void> {
    const { rights, events } = this.deps;
    const { uid, provider } = holder;
    if ((await rights.withdrawAdmin(holder)) || this.named.has(uid)) return;
    this.named.add(uid);
    const detail = `Stays admin though ${provider} decides that no more: there is no other admin`;
    events.add({ kind: 'admin change', level: 'warn', uid, detail });
  }
}
