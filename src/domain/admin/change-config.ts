import type { Clock, AuditLog, UnitOfWork } from '../kernel/ports.ts';
import { diffDocuments, fillDefaults, formatPath } from './config-diff.ts';
import { VersionNotFound, StaleConfig } from './errors.ts';
import type { Admin, Change, ConfigDocuments, ConfigName, Configurations, ConfigStore } from './ports.ts';
import { havePrimariesInSync, syncModelsWithRates, syncRatesWithModels } from './primary-models.ts';
import { toVisibleDocument } from './get-config.ts';

export interface ChangeDeps {
  readonly store: ConfigStore;
  readonly configured: Configurations;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly events: AuditLog;
}

/** Who changes, and why. */
export interface Author {
  readonly admin: Admin;
  /** Empty where the specification asks for none. */
  readonly reason: string;
  /** The version that the admin saw; undefined changes whatever there is. */
  readonly seenVersion?: number | undefined;
}

interface CurrentDocument<N extends ConfigName> {
  readonly version: number;
  readonly document: ConfigDocuments[N];
}

interface SavedVersion {
  readonly version: number;
  readonly changes: readonly Change[];
}

/** `seen` is what the admin saw, given only where that is not what there is `now`. */
type ChangeDocument<N extends ConfigName> = (
  now: ConfigDocuments[N],
  seen: ConfigDocuments[N] | undefined,
) => ConfigDocuments[N];

/** Somebody was quicker: what was done of a try is undone, and the next try sees their change. */
class VersionConflict extends Error {}

/** As often two who save without having looked may get in each other's way. */
const MAX_ATTEMPTS = 10;
/** Named in the debug log. */
const MAX_LOGGED_PATHS = 5;

/** Saves configurations as versions. A version, its document as the product reads it, and what follows of it are one transaction. */
export class ChangeConfig {
  private readonly deps: ChangeDeps;

  constructor(deps: ChangeDeps) {
    this.deps = deps;
  }

  /** Answers the new version. Throws `StaleConfig` when somebody else changed it after `author.seen`. */
  async save<N extends ConfigName>(name: N, author: Author, next: ChangeDocument<N>): Promise<number> {
    const { restoreHidden = (saved: ConfigDocuments[N]) => saved } = this.deps.configured.sources[name];
    const { version, changes } = await this.saveWithRetry(
      name,
      author,
      (now, seen) => restoreHidden(next(now, seen), now),
      null,
    );
    this.logChange(name, author.admin, version, changes);
    return version;
  }

  /** Brings an earlier version back as a new one; 0 is what stood before any change. Throws `VersionNotFound`, `StaleConfig`. */
  async restore<N extends ConfigName>(name: N, author: Author, version: number): Promise<number> {
    const { defaults: base } = this.deps.configured.sources[name];
    const earlier = version === 0 ? base : (await this.deps.store.find(name, version))?.document;
    if (earlier === undefined) throw new VersionNotFound();
    const restored = fillDefaults<ConfigDocuments[N]>(earlier, base);
    const saved = await this.saveWithRetry(name, author, () => restored, version);
    this.logChange(name, author.admin, saved.version, saved.changes);
    return saved.version;
  }

  private async saveWithRetry<N extends ConfigName>(
    name: N,
    author: Author,
    next: ChangeDocument<N>,
    restored: number | null,
  ): Promise<SavedVersion> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      try {
        return await this.deps.work.run(() => this.saveOnce(name, author, next, restored));
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
      }
    }
    throw new StaleConfig((await this.now(name)).version, []);
  }

  private async saveOnce<N extends ConfigName>(
    name: N,
    author: Author,
    next: ChangeDocument<N>,
    restored: number | null,
  ): Promise<SavedVersion> {
    const now = await this.now(name);
    await this.requireFresh(name, author, now.version);
    const document = next(now.document, await this.loadSeenDocument(name, author, now.version));
    const saved = await this.add(name, now, document, { author, restored, follows: false });
    await this.syncPrimaryModels(name, author);
    return saved;
  }

  private async now<N extends ConfigName>(name: N): Promise<CurrentDocument<N>> {
    const { defaults: base, current } = this.deps.configured.sources[name];
    const newest = await this.deps.store.newest(name);
    if (!newest) return { version: 0, document: await current() };
    return { version: newest.version, document: fillDefaults<ConfigDocuments[N]>(newest.document, base) };
  }

  /** What only followed another change of the same admin is not another's. */
  private async requireFresh(name: ConfigName, { admin, seenVersion: seen }: Author, version: number): Promise<void> {
    if (seen === undefined || seen === version) return;
    const entries = (await this.deps.store.list(name, { limit: 20 })).filter((entry) => entry.version > seen);
    const own = entries.length > 0 && entries.every(({ follows, by }) => follows && by.uid === admin.uid);
    if (!own) throw new StaleConfig(version, entries.toReversed());
  }

  /** What the admin saw, where it is not what there is now. */
  private async loadSeenDocument<N extends ConfigName>(
    name: N,
    { seenVersion: seen }: Author,
    version: number,
  ): Promise<ConfigDocuments[N] | undefined> {
    if (seen === undefined || seen === version) return undefined;
    return seen === 0
      ? this.deps.configured.sources[name].defaults
      : (await this.deps.store.find(name, seen))?.document;
  }

  private async add<N extends ConfigName>(
    name: N,
    now: CurrentDocument<N>,
    document: ConfigDocuments[N],
    { author: { admin, reason }, restored, follows }: { author: Author; restored: number | null; follows: boolean },
  ): Promise<SavedVersion> {
    const configured = this.deps.configured.sources[name];
    const changes = diffDocuments(toVisibleDocument(configured, now.document), toVisibleDocument(configured, document));
    const saved = { version: now.version + 1, changes };
    const entry = { ...saved, by: admin, at: this.deps.clock.now(), reason, restored, follows, document };
    if (!(await this.deps.store.add(name, entry))) throw new VersionConflict();
    await configured.change(document);
    return saved;
  }

  /** Keeps the primary models of the two documents that name them the same. */
  private async syncPrimaryModels(name: ConfigName, author: Author): Promise<void> {
    if (name !== 'rate-limits' && name !== 'model-config') return;
    const [rates, models] = [await this.now('rate-limits'), await this.now('model-config')];
    if (havePrimariesInSync(rates.document, models.document)) return;
    const more = { author, restored: null, follows: true };
    if (name === 'rate-limits')
      await this.add('model-config', models, syncModelsWithRates(rates.document, models.document), more);
    else await this.add('rate-limits', rates, syncRatesWithModels(models.document, rates.document), more);
  }

  private logChange(name: ConfigName, { uid }: Admin, version: number, changes: readonly Change[]): void {
    const paths = changes.slice(0, MAX_LOGGED_PATHS).map(({ path }) => formatPath(path));
    const more = changes.length > MAX_LOGGED_PATHS ? ` and ${changes.length - MAX_LOGGED_PATHS} more` : '';
    const summary = changes.length === 0 ? 'nothing changed' : `${paths.join(', ')}${more}`;
    this.deps.events.add({
      kind: 'admin change',
      level: 'info',
      uid,
      detail: `${name} version ${version}: ${summary}`,
    });
  }
}
