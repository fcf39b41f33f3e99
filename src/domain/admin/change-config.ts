import { mergeUpdates } from '../../shared/settings/define-settings.ts';
import type { SettingsDocuments, SettingsName } from '../../shared/settings/documents.ts';
import type { RateLimitPart } from '../../shared/settings/rate-limits.ts';
import type { AuditLog } from '../audit/ports.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, ServerEventLog, UnitOfWork } from '../kernel/ports.ts';
import { requireReason } from '../kernel/reason.ts';
import type { AllSettings } from '../kernel/settings.ts';
import { diffDocuments, formatPath } from './config-diff.ts';
import { VersionNotFound, StaleConfig } from './errors.ts';
import type { Admin, Change, ConfigStore } from './ports.ts';
import { restorerOf } from './restore-part.ts';
import { havePrimariesInSync, REVISIONS, syncModelsWithRates, syncRatesWithModels } from './primary-models.ts';

export interface ChangeDeps {
  readonly store: ConfigStore;
  readonly settings: AllSettings;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly events: ServerEventLog;
  readonly audit: AuditLog;
}

export interface Author {
  readonly admin: Admin;
  /** Empty where none is required. */
  readonly reason: string;
  /** The version that the admin saw; undefined skips the conflict check. */
  readonly seenVersion?: number | undefined;
}

interface CurrentDocument<N extends SettingsName> {
  readonly version: number;
  readonly document: SettingsDocuments[N];
}

interface SavedVersion {
  readonly version: number;
  readonly changes: readonly Change[];
}

/** `seen`: the document that the admin saw, when it is not the current one. */
type ChangeDocument<N extends SettingsName> = (
  now: SettingsDocuments[N],
  seen: SettingsDocuments[N] | undefined,
) => SettingsDocuments[N];

/** Another change was saved first: the transaction is rolled back and retried. */
class VersionConflict extends Error {}

/** Attempts when parallel saves conflict. */
const MAX_ATTEMPTS = 10;
/** In the server events. */
const MAX_LOGGED_PATHS = 5;

/** Saves configurations as versions. A version, the live document and dependent changes are one transaction. */
export class ChangeConfig {
  constructor(private readonly deps: ChangeDeps) {}

  /**
   * Returns the new version. `updates` may be partial. Throws `StaleConfig` when somebody else changed it after
   * `author.seenVersion`.
   */
  async save<N extends SettingsName>(name: N, author: Author, updates: object): Promise<number> {
    const { asksReason } = this.deps.settings.of(name).document;
    const reason = asksReason ? requireReason(author.reason) : author.reason;
    const saved = await this.retry(() => this.saveOnce(name, { ...author, reason }, this.merge(name, updates), null));
    if (!saved) throw new StaleConfig((await this.now(name)).version, []);
    this.logChange(author.admin, describeSaved(name, saved));
    return saved.version;
  }

  /** Saves several configurations in one transaction, as one line of the server events that begins with `label`. */
  async saveTogether(updates: ReadonlyMap<SettingsName, object>, author: Author, label: string): Promise<void> {
    const saved = await this.retry(async () => {
      const lines: string[] = [];
      for (const [name, update] of updates) {
        const version = await this.saveOnce(name, author, this.merge(name, update), null);
        lines.push(describeSaved(name, version));
      }
      return lines;
    });
    if (!saved) throw new StaleConfig(0, []);
    this.logChange(author.admin, [label, ...saved].join('; '));
  }

  private merge<N extends SettingsName>(name: N, updates: object): ChangeDocument<N> {
    const { parse } = this.deps.settings.of(name).document;
    return (now, seen) => {
      const saved = parse(mergeUpdates(now, updates));
      return REVISIONS[name]?.(saved, now, seen) ?? saved;
    };
  }

  /**
   * Restores an earlier version as a new one; 0 is the default. With a part the rest stays as it is. Throws
   * `VersionNotFound`, `StaleConfig`.
   */
  async restore<N extends SettingsName>(
    name: N,
    author: Author,
    { version, part }: { version: number; part?: RateLimitPart | undefined },
  ): Promise<number> {
    const merge = restorerOf(name, part);
    if (!merge) throw new InvalidInput('This configuration has no such part', 'part');
    const restored = await this.findDocument(name, version);
    if (restored === undefined) throw new VersionNotFound();
    const saved = await this.retry(() => this.saveOnce(name, author, (now) => merge(now, restored), version));
    if (!saved) throw new StaleConfig((await this.now(name)).version, []);
    this.logChange(author.admin, describeSaved(name, saved));
    return saved.version;
  }

  private async findDocument<N extends SettingsName>(
    name: N,
    version: number,
  ): Promise<SettingsDocuments[N] | undefined> {
    const { defaults, parse } = this.deps.settings.of(name).document;
    if (version === 0) return defaults;
    const found = await this.deps.store.find(name, version);
    return found && parse(found.document);
  }

  /** `save` in a transaction, again while parallel saves conflict; undefined when they never stop. */
  private async retry<T>(save: () => Promise<T>): Promise<T | undefined> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      try {
        return await this.deps.work.run(save);
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
      }
    }
    return undefined;
  }

  private async saveOnce<N extends SettingsName>(
    name: N,
    author: Author,
    next: ChangeDocument<N>,
    restored: number | null,
  ): Promise<SavedVersion> {
    const now = await this.now(name);
    await this.requireFresh(name, author, now.version);
    const { seenVersion } = author;
    const isStale = seenVersion !== undefined && seenVersion !== now.version;
    const seen = isStale ? await this.findDocument(name, seenVersion) : undefined;
    const saved = await this.add(name, now, next(now.document, seen), { author, restored, follows: false });
    await this.syncPrimaryModels(name, author);
    return saved;
  }

  private async now<N extends SettingsName>(name: N): Promise<CurrentDocument<N>> {
    const settings = this.deps.settings.of(name);
    const newest = await this.deps.store.newest(name);
    return newest
      ? { version: newest.version, document: settings.document.parse(newest.document) }
      : { version: 0, document: await settings.current() };
  }

  /** Versions that only followed a change of the same admin are no conflict. */
  private async requireFresh(name: SettingsName, { admin, seenVersion: seen }: Author, version: number): Promise<void> {
    if (seen === undefined || seen === version) return;
    const entries = (await this.deps.store.list(name, { limit: 20 })).filter((entry) => entry.version > seen);
    const own = entries.length > 0 && entries.every(({ follows, by }) => follows && by.uid === admin.uid);
    if (!own) throw new StaleConfig(version, entries.toReversed());
  }

  private async add<N extends SettingsName>(
    name: N,
    now: CurrentDocument<N>,
    document: SettingsDocuments[N],
    { author: { admin, reason }, restored, follows }: { author: Author; restored: number | null; follows: boolean },
  ): Promise<SavedVersion> {
    const settings = this.deps.settings.of(name);
    const { toVisible } = settings.document;
    const changes = diffDocuments(toVisible(now.document), toVisible(document));
    const saved = { version: now.version + 1, changes };
    const entry = { ...saved, by: admin, at: this.deps.clock.now(), reason, restored, follows, document };
    if (!(await this.deps.store.add(name, entry))) throw new VersionConflict();
    await settings.change(document);
    await this.deps.audit.record({
      action: restored === null ? 'settings.change' : 'settings.restore',
      target: { kind: 'settings', id: name },
      details: { version: saved.version, reason, restored, follows, changes: changes.map(toJson) },
    });
    return saved;
  }

  /** Keeps the primary models of both documents in sync. */
  private async syncPrimaryModels(name: SettingsName, author: Author): Promise<void> {
    if (name !== 'rate-limits' && name !== 'model-config') return;
    const [rates, models] = [await this.now('rate-limits'), await this.now('model-config')];
    if (havePrimariesInSync(rates.document, models.document)) return;
    const more = { author, restored: null, follows: true };
    if (name === 'rate-limits')
      await this.add('model-config', models, syncModelsWithRates(rates.document, models.document), more);
    else await this.add('rate-limits', rates, syncRatesWithModels(models.document, rates.document), more);
  }

  private logChange({ uid }: Admin, detail: string): void {
    this.deps.events.add({ kind: 'admin change', level: 'info', uid, detail });
  }
}

const toJson = ({ path, from = null, to = null }: Change) => ({ field: formatPath(path), from, to });

const describeSaved = (name: SettingsName, { version, changes }: SavedVersion): string => {
  const paths = changes.slice(0, MAX_LOGGED_PATHS).map(({ path }) => formatPath(path));
  const more = changes.length > MAX_LOGGED_PATHS ? ` and ${changes.length - MAX_LOGGED_PATHS} more` : '';
  const summary = changes.length === 0 ? 'nothing changed' : `${paths.join(', ')}${more}`;
  return `${name} version ${version}: ${summary}`;
};
