import type { Clock } from '../../kernel/ports.ts';
import { runEvery } from '../../kernel/run-every.ts';
import type { ConnectedProviders, ProviderSwitches } from './ports.ts';

const POLL_INTERVAL_MS = 2000;

/** Uses the connected providers, also what an admin changed in another process. */
export class FollowConnectedProviders {
  private updating: Promise<void> = Promise.resolve();

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
    for (const each of this.switches.all)
      each.use(usable.filter(({ need }) => need === each.need).map(({ isLocked: _, ...provider }) => provider));
  }
}
