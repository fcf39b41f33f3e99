import type { Clock, UnitOfWork } from '../../kernel/ports.ts';
import { WindowCounter } from '../../kernel/window-counter.ts';
import { TooManyToolReads, ToolServerUnreachable, ToolSignInNeeded } from '../errors.ts';
import type {
  AccountServer,
  ToolConnections,
  ToolList,
  ToolLists,
  ToolScope,
  ToolSecrets,
  ToolServerStore,
} from './ports.ts';
import { isSamePlace } from './tool-server.ts';

/** A server that does not answer delays a reply no longer. */
const READ_TIMEOUT_MS = 5000;
/** Until a list is read anew. */
const MAX_AGE_MS = 5 * 60_000;
/** Until a server that did not answer is tried again. */
const RETRY_AFTER_MS = 60_000;
/** Reads that an account may cause in a minute. */
const MAX_READS = 60;

export interface ToolCatalogDeps {
  readonly servers: ToolServerStore;
  readonly lists: ToolLists;
  readonly secrets: ToolSecrets;
  readonly connections: ToolConnections;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly failed: (what: string, error: unknown) => void;
}

export const NOT_READ: ToolList = { tools: [], readAt: null, problem: null, failedAt: null };

/** Servers that have a page of their own may show each account other tools. */
const scopeOf = ({ server, uid }: AccountServer): ToolScope => ({
  serverId: server.id,
  uid: server.auth === 'oauth' ? uid : null,
});

/** What servers say of their tools: stored, and read anew when it is old or the server says that it changed. */
export class ToolCatalog {
  private readonly reading = new Map<string, Promise<ToolList>>();
  private readonly counter: WindowCounter;

  constructor(private readonly deps: ToolCatalogDeps) {
    this.counter = new WindowCounter(deps.clock);
  }

  /** As they were last read. */
  async stored(targets: readonly AccountServer[]): Promise<readonly ToolList[]> {
    const found = await this.deps.lists.findMany(targets.map(scopeOf));
    return found.map((list) => list ?? NOT_READ);
  }

  /**
   * Reads first what was never read, or is older than a list may be. A server that did not answer of late is not asked.
   */
  async current(targets: readonly AccountServer[]): Promise<readonly ToolList[]> {
    const lists = await this.stored(targets);
    return Promise.all(
      targets.map((target, index) => {
        const list = lists[index] ?? NOT_READ;
        return this.isDue(target, list) ? this.read(target) : list;
      }),
    );
  }

  /** Asks the server now, within five seconds. Throws `TooManyToolReads`. */
  async refresh(target: AccountServer): Promise<ToolList> {
    const waitMs = this.counter.count(target.uid, MAX_READS);
    if (waitMs > 0) throw new TooManyToolReads(waitMs);
    return this.read(target);
  }

  private isDue(target: AccountServer, { readAt, failedAt }: ToolList): boolean {
    const now = this.deps.clock.now();
    if (failedAt !== null) return now - failedAt >= RETRY_AFTER_MS;
    return readAt === null || now - readAt >= MAX_AGE_MS || this.deps.connections.haveToolsChanged(target);
  }

  /** Callers of one moment share one attempt. */
  private read(target: AccountServer): Promise<ToolList> {
    const { serverId, uid } = scopeOf(target);
    const key = JSON.stringify([serverId, uid, target.server.url, target.server.headers]);
    const running = this.reading.get(key);
    if (running) return running;
    const attempt = this.attempt(target).finally(() => this.reading.delete(key));
    this.reading.set(key, attempt);
    return attempt;
  }

  private async attempt(target: AccountServer): Promise<ToolList> {
    const list = await this.ask(target);
    try {
      await this.store(target, list);
    } catch (error) {
      this.deps.failed('storing the tools of a server', error);
    }
    return list;
  }

  /** Of a server that was removed or moved meanwhile nothing is kept. */
  private store(target: AccountServer, list: ToolList): Promise<void> {
    const { servers, lists, clock, work } = this.deps;
    const scope = scopeOf(target);
    return work.run(async () => {
      const now = await servers.lock(target.server.id);
      if (!now || !isSamePlace(now, target.server)) return;
      if (list.problem === null) return lists.save(scope, list);
      // What was read before stays, for the panel; `failedAt` says that it is not used.
      const [before] = await lists.findMany([scope]);
      await lists.save(scope, { ...(before ?? NOT_READ), problem: list.problem, failedAt: clock.now() });
    });
  }

  private async ask(target: AccountServer): Promise<ToolList> {
    const { connections, secrets, clock } = this.deps;
    const used = await secrets.findAccess(target.server.id, target.uid);
    try {
      const tools = await connections.readTools(target, AbortSignal.timeout(READ_TIMEOUT_MS));
      return { tools, readAt: clock.now(), problem: null, failedAt: null };
    } catch (error) {
      if (error instanceof ToolSignInNeeded) {
        await secrets.removeAccess(target.server.id, target.uid, used);
        return NOT_READ;
      }
      if (!(error instanceof ToolServerUnreachable)) throw error;
      return { ...NOT_READ, problem: error.problem, failedAt: clock.now() };
    }
  }
}
