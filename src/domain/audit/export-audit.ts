import type { AuditEntry } from './entry.ts';
import { ENTRY_FIELDS, entryJson } from './entry-fields.ts';
import type { AuditLog, AuditQuery, AuditStore } from './ports.ts';

export type AuditFormat = 'csv' | 'jsonl';
export type AuditFilter = Omit<AuditQuery, 'limit' | 'before'>;

const PAGE_SIZE = 500;

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** Quoted, and a formula with an apostrophe before it. */
const toCell = (value: string | number | null): string => {
  const text = String(value ?? '');
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

const cells = (values: readonly (string | number | null)[]): string => `${values.map(toCell).join(',')}\r\n`;

const FORMATS: Readonly<Record<AuditFormat, { readonly head: string; line(entry: AuditEntry): string }>> = {
  csv: {
    head: cells(Object.keys(ENTRY_FIELDS)),
    line: (entry) => cells(Object.values(ENTRY_FIELDS).map((of) => of(entry))),
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
