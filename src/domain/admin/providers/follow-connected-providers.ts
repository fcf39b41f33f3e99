import type { Clock } from '../../kernel/ports.ts';
import type { ConnectedProviders, ProviderSwitches } from './ports.ts';

const POLL_INTERVAL_MS = 2000;

/** Uses the connected providers, also what an admin changed in another process. */
export class FollowConnectedProviders {
  private updating: Promise<void> = Promise.resolve();

  constructor(
    private readonly switches: ProviderSwitches,
    private readonly connected: ConnectedProviders,
    private readonly clock: Clock,
    private readonly failed: (what: string, error: unknown) => void,
  ) {}

  /** Until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.clock.sleep(POLL_INTERVAL_MS, signal);
      if (!signal.aborted)
        await this.update().catch((error: unknown) => this.failed('using the connected providers', error));
    }
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
