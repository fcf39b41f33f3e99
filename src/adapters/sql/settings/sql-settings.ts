import { type Clock, Settings } from '../../../domain/kernel/ports.ts';
import type { SettingsDocument } from '../../../shared/settings/define-settings.ts';
import type { Database } from '../database.ts';
import { TtlCache } from '../ttl-cache.ts';

const TABLE = 'settings';

interface Row {
  readonly name: string;
  readonly value: string;
}

/**
 * All rows of settings, read at once and at most once a second: two documents that belong together are of one moment.
 */
export class SettingsTable {
  private readonly cache: TtlCache<ReadonlyMap<string, string>>;

  constructor(
    private readonly db: Database,
    clock: Clock,
  ) {
    this.cache = new TtlCache(() => this.load(), clock, { db, what: TABLE });
  }

  async find(name: string): Promise<string | undefined> {
    return (await this.cache.get()).get(name);
  }

  /** In the order of their names. */
  async withPrefix(prefix: string): Promise<readonly Row[]> {
    const rows = [...(await this.cache.get())].filter(([name]) => name.startsWith(prefix));
    return rows.map(([name, value]) => ({ name, value })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The row as it is now, locked until the transaction ends. */
  async lock(name: string): Promise<string | undefined> {
    const row: Row | undefined = await this.db.connection(TABLE).where({ name }).forUpdate().first();
    return row?.value;
  }

  async put(row: Row): Promise<void> {
    await this.db.connection(TABLE).insert(row).onConflict('name').merge(['value']);
    this.db.recordChange(TABLE);
  }

  async remove(name: string): Promise<void> {
    await this.db.connection(TABLE).where({ name }).delete();
    this.db.recordChange(TABLE);
  }

  private async load(): Promise<ReadonlyMap<string, string>> {
    const rows: Row[] = await this.db.connection(TABLE).select('name', 'value');
    return new Map(rows.map(({ name, value }) => [name, value]));
  }
}

/** One document as one row; what is not stored is as the defaults have it. */
export class SqlSettings<T> extends Settings<T> {
  private parsed: { readonly text: string; readonly document: SettingsDocument<T>; readonly value: T } | undefined;

  constructor(
    private readonly table: SettingsTable,
    private readonly resolve: () => SettingsDocument<T>,
  ) {
    super();
  }

  /** Its defaults change with the connected models. */
  get document(): SettingsDocument<T> {
    return this.resolve();
  }

  async current(): Promise<T> {
    const { document } = this;
    const text = await this.table.find(document.row);
    if (text === undefined) return document.defaults;
    if (this.parsed?.text !== text || this.parsed.document !== document)
      this.parsed = { text, document, value: document.parse(JSON.parse(text)) };
    return this.parsed.value;
  }

  async change(value: T): Promise<void> {
    await this.table.put({ name: this.document.row, value: JSON.stringify(value) });
  }
}
