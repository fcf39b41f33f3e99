import type { Clock, ServerEvents, UnitOfWork } from '../kernel/ports.ts';
import { changesBetween, completed, pathKey } from './changes.ts';
import { NoSuchVersion, ReasonMissing, StaleConfig } from './errors.ts';
import type { Admin, Change, ConfigDocuments, ConfigName, Configurations, ConfigStore } from './ports.ts';
import { agree, modelsAfter, ratesAfter } from './primaries.ts';
import { shownOf } from './read-config.ts';

export interface ChangeTools {
  readonly store: ConfigStore;
  readonly configured: Configurations;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly events: ServerEvents;
}

/** Who changes, and why. */
export interface Author {
  readonly admin: Admin;
  /** Empty where the specification asks for none. */
  readonly reason: string;
  /** The version that the admin saw; undefined changes whatever there is. */
  readonly seen?: number | undefined;
}

interface Now<N extends ConfigName> {
  readonly version: number;
  readonly document: ConfigDocuments[N];
}

interface Saved {
  readonly version: number;
  readonly changes: readonly Change[];
}

/** `seen` is what the admin saw, given only where that is not what there is `now`. */
type Next<N extends ConfigName> = (now: ConfigDocuments[N], seen: ConfigDocuments[N] | undefined) => ConfigDocuments[N];

/** Somebody was quicker: what was done of a try is undone, and the next try sees their change. */
class Overtaken extends Error {}

/** As often two who save without having looked may get in each other's way. */
const MOST_TRIES = 10;
/** Named in the debug log. */
const PATHS_TOLD = 5;

/** Throws `ReasonMissing` for a blank one. */
export const requireReason = (reason: string | undefined): string => {
  if (reason === undefined || reason.trim() === '') throw new ReasonMissing();
  return reason.trim();
};

/** Saves configurations as versions. A version, its document as the product reads it, and what follows of it are one transaction. */
export class ChangeConfig {
  private readonly tools: ChangeTools;

  constructor(tools: ChangeTools) {
    this.tools = tools;
  }

  /** Answers the new version. Throws `StaleConfig` when somebody else changed it after `author.seen`. */
  async save<N extends ConfigName>(name: N, author: Author, next: Next<N>): Promise<number> {
    const { remembering = (saved: ConfigDocuments[N]) => saved } = this.tools.configured.each[name];
    const { version, changes } = await this.tried(name, author, (now, seen) => remembering(next(now, seen), now), null);
    this.tell(name, author.admin, version, changes);
    return version;
  }

  /** Brings an earlier version back as a new one; 0 is what stood before any change. Throws `NoSuchVersion`, `StaleConfig`. */
  async undo<N extends ConfigName>(name: N, author: Author, version: number): Promise<number> {
    const { base } = this.tools.configured.each[name];
    const earlier = version === 0 ? base : (await this.tools.store.find(name, version))?.document;
    if (earlier === undefined) throw new NoSuchVersion();
    const restored = completed<ConfigDocuments[N]>(earlier, base);
    const saved = await this.tried(name, author, () => restored, version);
    this.tell(name, author.admin, saved.version, saved.changes);
    return saved.version;
  }

  private async tried<N extends ConfigName>(
    name: N,
    author: Author,
    next: Next<N>,
    restored: number | null,
  ): Promise<Saved> {
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      try {
        return await this.tools.work.run(() => this.once(name, author, next, restored));
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
      }
    }
    throw new StaleConfig((await this.now(name)).version, []);
  }

  private async once<N extends ConfigName>(
    name: N,
    author: Author,
    next: Next<N>,
    restored: number | null,
  ): Promise<Saved> {
    const now = await this.now(name);
    await this.requireFresh(name, author, now.version);
    const document = next(now.document, await this.seenBefore(name, author, now.version));
    const saved = await this.add(name, now, document, { author, restored, follows: false });
    await this.follow(name, author);
    return saved;
  }

  private async now<N extends ConfigName>(name: N): Promise<Now<N>> {
    const { base, current } = this.tools.configured.each[name];
    const newest = await this.tools.store.newest(name);
    if (!newest) return { version: 0, document: await current() };
    return { version: newest.version, document: completed<ConfigDocuments[N]>(newest.document, base) };
  }

  /** What only followed another change of the same admin is not another's. */
  private async requireFresh(name: ConfigName, { admin, seen }: Author, version: number): Promise<void> {
    if (seen === undefined || seen === version) return;
    const entries = (await this.tools.store.list(name, { limit: 20 })).filter((entry) => entry.version > seen);
    const own = entries.length > 0 && entries.every(({ follows, by }) => follows && by.uid === admin.uid);
    if (!own) throw new StaleConfig(version, entries.toReversed());
  }

  /** What the admin saw, where it is not what there is now. */
  private async seenBefore<N extends ConfigName>(
    name: N,
    { seen }: Author,
    version: number,
  ): Promise<ConfigDocuments[N] | undefined> {
    if (seen === undefined || seen === version) return undefined;
    return seen === 0 ? this.tools.configured.each[name].base : (await this.tools.store.find(name, seen))?.document;
  }

  private async add<N extends ConfigName>(
    name: N,
    now: Now<N>,
    document: ConfigDocuments[N],
    { author: { admin, reason }, restored, follows }: { author: Author; restored: number | null; follows: boolean },
  ): Promise<Saved> {
    const configured = this.tools.configured.each[name];
    const changes = changesBetween(shownOf(configured, now.document), shownOf(configured, document));
    const saved = { version: now.version + 1, changes };
    const entry = { ...saved, by: admin, at: this.tools.clock.now(), reason, restored, follows, document };
    if (!(await this.tools.store.add(name, entry))) throw new Overtaken();
    await configured.change(document);
    return saved;
  }

  /** Keeps the primary models of the two documents that name them the same. */
  private async follow(name: ConfigName, author: Author): Promise<void> {
    if (name !== 'rate-limits' && name !== 'model-config') return;
    const [rates, models] = [await this.now('rate-limits'), await this.now('model-config')];
    if (agree(rates.document, models.document)) return;
    const more = { author, restored: null, follows: true };
    if (name === 'rate-limits')
      await this.add('model-config', models, modelsAfter(rates.document, models.document), more);
    else await this.add('rate-limits', rates, ratesAfter(models.document, rates.document), more);
  }

  private tell(name: ConfigName, { uid }: Admin, version: number, changes: readonly Change[]): void {
    const paths = changes.slice(0, PATHS_TOLD).map(({ path }) => pathKey(path));
    const more = changes.length > PATHS_TOLD ? ` and ${changes.length - PATHS_TOLD} more` : '';
    const what = changes.length === 0 ? 'nothing changed' : `${paths.join(', ')}${more}`;
    this.tools.events.add({ kind: 'admin change', level: 'info', uid, detail: `${name} version ${version}: ${what}` });
  }
}
