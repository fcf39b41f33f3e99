import { csvLine } from '../kernel/csv.ts';
import type { AuditEntry } from './entry.ts';
import { ENTRY_FIELDS, entryJson } from './entry-fields.ts';
import type { AuditLog, AuditQuery, AuditStore } from './ports.ts';

export type AuditFormat = 'csv' | 'jsonl';
export type AuditFilter = Omit<AuditQuery, 'limit' | 'before'>;

const PAGE_SIZE = 500;

const ID_FIELDS: ReadonlySet<string> = new Set(['actorUid', 'targetId'] satisfies (keyof typeof ENTRY_FIELDS)[]);

const toLine = (entry: AuditEntry): string =>
  csvLine(
    Object.entries(ENTRY_FIELDS).map(([name, of]) => {
      const value = of(entry);
      return typeof value === 'string' && ID_FIELDS.has(name) ? { id: value } : value;
    }),
  );

const FORMATS: Readonly<Record<AuditFormat, { readonly head: string; line(entry: AuditEntry): string }>> = {
  csv: {
    head: csvLine(Object.keys(ENTRY_FIELDS)),
    line: toLine,
  },
  jsonl: { head: '', line: (entry) => `${entryJson(entry)}\n` },
};

/** Streams entries as a file, newest first. The export is an entry itself. */
export class ExportAudit {
  constructor(
    private readonly store: AuditStore,
    private readonly audit: AuditLog,
  ) {}

  /** Recorded before the first piece. */
  async start(format: AuditFormat, filter: AuditFilter): Promise<AsyncGenerator<string, void>> {
    const used = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
    await this.audit.record({ action: 'audit.export', details: { format, ...Object.fromEntries(used) } });
    return this.lines(format, filter);
  }

  private async *lines(format: AuditFormat, filter: AuditFilter): AsyncGenerator<string, void> {
    const { head, line } = FORMATS[format];
    if (head !== '') yield head;
    for (let before: number | undefined; ;) {
      const { entries, next } = await this.store.list({ ...filter, limit: PAGE_SIZE, before });
      if (entries.length > 0) yield entries.map(line).join('');
      if (next === null) return;
      before = next;
    }
  }
}
