import type { AuditLog } from '../../audit/ports.ts';
import { CSV_START, csvLine } from '../../kernel/csv.ts';
import { DAY_MS } from '../../kernel/day.ts';
import type { Clock } from '../../kernel/ports.ts';
import type { StoredToolCall, ToolCallStore } from './ports.ts';

const BATCH = 500;
const HEAD = ['at', 'user', 'server', 'tool', 'outcome', 'ms', 'reply', 'id'] as const;

const lineOf = ({ at, owner, serverId, tool, outcome, ms, replyId, id }: StoredToolCall): string =>
  csvLine([
    new Date(at).toISOString(),
    { id: owner.replace(/^user:/, '') },
    { id: serverId },
    tool,
    outcome,
    ms,
    { id: replyId },
    { id },
  ]);

/** The ledger of tool calls as CSV, oldest first, read in batches. */
export class ExportToolCalls {
  constructor(
    private readonly calls: ToolCallStore,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  async *execute({ days }: { readonly days: number }): AsyncGenerator<string> {
    await this.audit.record({ action: 'tool-calls.export', details: { days } });
    yield CSV_START + csvLine(HEAD);
    const since = this.clock.now() - days * DAY_MS;
    let last: StoredToolCall | undefined;
    for (;;) {
      const page = await this.calls.listSince(since, last, BATCH);
      if (page.length > 0) yield page.map(lineOf).join('');
      if (page.length < BATCH) return;
      last = page.at(-1);
    }
  }
}
