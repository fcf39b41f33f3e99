import type { Clock } from '../../kernel/ports.ts';
import { runEvery } from '../../kernel/run-every.ts';
import type { ProviderNeed } from '../../../shared/providers.ts';
import type { ConnectedProvider, ConnectedProviders, ProviderSwitch, ProviderSwitches } from './ports.ts';

const POLL_INTERVAL_MS = 2000;

/** Uses the connected providers, also what an admin changed in another process. */
export class FollowConnectedProviders {
  private updating: Promise<void> = Promise.resolve();
  /** By need: the fault that was reported last, so that a lasting one is reported once. */
  private readonly reported = new Map<ProviderNeed, string>();

  constructor(
    private readonly switches: ProviderSwitches,
    private readonly connected: ConnectedProviders,
    readonly clock: Clock,
    readonly failed: (what: string, error: unknown) => void,
  ) {}

  /** Until `signal` aborts. */
  execute(signal: AbortSignal): Promise<void> {
    return runEvery(POLL_INTERVAL_MS, 'using the connected providers', this, signal, () => this.update());
  }

  /** One at a time, so that what was read last is what is used. */
  update(): Promise<void> {
    const run = () => this.useStored();
    this.updating = this.updating.then(run, run);
    return this.updating;
  }

  private async useStored(): Promise<void> {
    const usable = (await this.connected.list()).filter(({ isLocked }) => !isLocked);
    for (const each of this.switches.all) {
      const own = usable.filter(({ need }) => need === each.need).map(({ isLocked: _, ...provider }) => provider);
      this.tryToUse(each, own);
    }
  }

  /** One that cannot be connected is tried again with each poll, and stands in nobody else's way. */
  private tryToUse(each: ProviderSwitch, providers: readonly ConnectedProvider[]): void {
    try {
      each.use(providers);
      this.reported.delete(each.need);
    } catch (error) {
      const fault = String(error);
      if (this.reported.get(each.need) === fault) return;
      this.reported.set(each.need, fault);
      this.failed(`connecting the provider of ${each.need}`, error);
    }
  }
}
