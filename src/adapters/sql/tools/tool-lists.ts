import { z } from 'zod';

import type { ToolChoices, ToolList, ToolLists, ToolScope } from '../../../domain/tools/servers/ports.ts';
import type { ToolChoice } from '../../../domain/tools/servers/tool-server.ts';
import { TOOL_MODES, TOOL_PROBLEMS, type ToolProblem, toolProblem } from '../../../shared/tools.ts';
import { inBatches } from '../batches.ts';
import { SqlStore } from '../sql-store.ts';

const LISTS = 'tool_lists';
const CHOICES = 'tool_choices';

const storedTools = z.array(
  z.object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    inputSchema: z.record(z.string(), z.unknown()),
    readOnly: z.boolean(),
    digest: z.string(),
  }),
);
const storedProblem = z.object({ code: z.enum(TOOL_PROBLEMS), status: z.number().nullable() });
const storedMode = z.enum(TOOL_MODES);

interface ListRow {
  readonly id: string;
  readonly tools: string;
  readonly read_at: number | null;
  readonly problem: string | null;
  readonly failed_at: number | null;
}

interface ChoiceRow {
  readonly server_id: string;
  readonly tool: string;
  readonly mode: string;
  readonly digest: string;
}

const idOf = ({ serverId, uid }: ToolScope): string => `${serverId}:${uid ?? ''}`;

/** Earlier versions stored a text. */
const toProblem = (text: string): ToolProblem => {
  if (!text.startsWith('{')) return toolProblem('no-answer');
  return storedProblem.parse(JSON.parse(text));
};

const toList = ({ tools, read_at, problem, failed_at }: ListRow): ToolList => ({
  tools: storedTools.parse(JSON.parse(tools)),
  readAt: read_at,
  problem: problem === null ? null : toProblem(problem),
  failedAt: failed_at,
});

export class SqlToolLists extends SqlStore implements ToolLists {
  async findMany(scopes: readonly ToolScope[]): Promise<readonly (ToolList | undefined)[]> {
    const found = new Map<string, ListRow>();
    for (const batch of inBatches(scopes.map(idOf))) {
      const rows: ListRow[] = await this.table(LISTS).whereIn('id', batch);
      for (const row of rows) found.set(row.id, row);
    }
    return scopes.map((scope) => {
      const row = found.get(idOf(scope));
      return row && toList(row);
    });
  }

  async save(scope: ToolScope, { tools, readAt, problem, failedAt }: ToolList): Promise<void> {
    await this.upsertRow(LISTS, 'id', {
      id: idOf(scope),
      server_id: scope.serverId,
      uid: scope.uid,
      tools: JSON.stringify(tools),
      read_at: readAt,
      problem: problem && JSON.stringify(problem),
      failed_at: failedAt,
    });
  }

  async forget(serverId: string): Promise<void> {
    await this.table(LISTS).where({ server_id: serverId }).delete();
  }
}

export class SqlToolChoices extends SqlStore implements ToolChoices {
  async list(uid: string): Promise<readonly ToolChoice[]> {
    const rows: ChoiceRow[] = await this.table(CHOICES).where({ uid }).orderBy('server_id').orderBy('tool');
    return rows.map(({ server_id: serverId, tool, mode, digest }) => ({
      serverId,
      tool,
      mode: storedMode.parse(mode),
      digest,
    }));
  }

  async save(uid: string, { serverId, tool, mode, digest }: ToolChoice): Promise<void> {
    const row = { server_id: serverId, uid, tool, mode, digest };
    await this.table(CHOICES).insert(row).onConflict(['server_id', 'uid', 'tool']).merge();
  }

  async forget(serverId: string): Promise<void> {
    await this.table(CHOICES).where({ server_id: serverId }).delete();
  }
}
