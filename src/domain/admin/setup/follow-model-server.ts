import type { Clock } from '../../kernel/ports.ts';
import type { ConnectedModelServer, ModelServers } from './ports.ts';

const POLL_INTERVAL_MS = 2000;

/** Uses the connected server, also one that an admin connected in another process. */
export class FollowModelServer {
  private updating: Promise<void> = Promise.resolve();

  constructor(
    private readonly servers: ModelServers,
    private readonly connected: ConnectedModelServer,
    private readonly clock: Clock,
    private readonly failed: (what: string, error: unknown) => void,
  ) {}

  /** Until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.clock.sleep(POLL_INTERVAL_MS, signal);
      if (!signal.aborted)
        await this.update().catch((error: unknown) => this.failed('reading the connected model server', error));
    }
  }

  /** One at a time, so that what was read last is what is used. */
  update(): Promise<void> {
    const read = async () => this.servers.use(await this.connected.find());
    this.updating = this.updating.then(read, read);
    return this.updating;
  }
}
