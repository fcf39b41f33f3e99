import type { Knex } from 'knex';
import { z } from 'zod';

import type { SecretBox } from '../../../domain/admin/setup/ports.ts';
import type { ToolServerStore } from '../../../domain/tools/servers/ports.ts';
import type { Header, ToolServer } from '../../../domain/tools/servers/tool-server.ts';
import { TIERS } from '../../../shared/tiers.ts';
import { TOOL_MODES, TOOL_SERVER_AUTH, TOOL_SERVER_ORIGINS } from '../../../shared/tools.ts';
import type { Database } from '../database.ts';
import { countRows, SqlStore } from '../sql-store.ts';
import { SealedToolSecrets } from './tool-secrets.ts';

const TABLE = 'tool_servers';

const storedServer = z.object({
  origin: z.enum(TOOL_SERVER_ORIGINS),
  auth: z.enum(TOOL_SERVER_AUTH),
  audience: z.object({ tiers: z.array(z.enum(TIERS)).nullable(), groups: z.array(z.string()).nullable() }).nullable(),
  limits: z.array(z.object({ tool: z.string(), mode: z.enum(TOOL_MODES) })),
});
const storedHeaders = z.array(z.object({ name: z.string(), value: z.string() }));
const storedNames = z.array(z.string());

interface Row {
  readonly id: string;
  readonly origin: string;
  readonly owner_uid: string | null;
  readonly name: string;
  readonly url: string | null;
  readonly auth: string;
  readonly enabled: boolean | number;
  readonly audience: string | null;
  readonly limits: string;
  readonly header_names: string;
  readonly created_at: number;
}

const toRow = ({
  id,
  origin,
  ownerUid,
  name,
  url,
  auth,
  enabled,
  audience,
  limits,
  headers,
  createdAt,
}: ToolServer) => ({
  id,
  origin,
  owner_uid: ownerUid,
  name,
  url,
  auth,
  enabled,
  audience: audience && JSON.stringify(audience),
  limits: JSON.stringify(limits),
  header_names: JSON.stringify(headers.map((header) => header.name)),
  created_at: createdAt,
});

const toServer = (row: Row, sealed: string | undefined): ToolServer => ({
  id: row.id,
  ownerUid: row.owner_uid,
  name: row.name,
  url: row.url,
  enabled: Boolean(row.enabled),
  createdAt: row.created_at,
  headers: toHeaders(storedNames.parse(JSON.parse(row.header_names)), sealed),
  ...storedServer.parse({
    origin: row.origin,
    auth: row.auth,
    audience: row.audience === null ? null : JSON.parse(row.audience),
    limits: JSON.parse(row.limits),
  }),
});

const toHeaders = (names: readonly string[], opened: string | undefined): readonly Header[] => {
  const values = opened === undefined ? [] : storedHeaders.parse(JSON.parse(opened));
  return names.map((name) => ({ name, value: values.find((header) => header.name === name)?.value }));
};

/** Values of headers are encrypted, beside the other secrets of servers; their names are a column. */
export class SqlToolServers extends SqlStore implements ToolServerStore {
  private readonly secrets: SealedToolSecrets;

  constructor(db: Database, box: SecretBox) {
    super(db);
    this.secrets = new SealedToolSecrets(db, box);
  }

  listFor(uid: string): Promise<readonly ToolServer[]> {
    return this.list(this.table(TABLE).whereNull('owner_uid').orWhere({ owner_uid: uid }));
  }

  listShared(): Promise<readonly ToolServer[]> {
    return this.list(this.table(TABLE).whereNull('owner_uid'));
  }

  async find(id: string): Promise<ToolServer | undefined> {
    const [server] = await this.list(this.table(TABLE).where({ id }));
    return server;
  }

  async lock(id: string): Promise<ToolServer | undefined> {
    await this.table(TABLE).where({ id }).forUpdate().first('id');
    return this.find(id);
  }

  async countOwn(uid: string): Promise<number> {
    await this.table('users').where({ uid }).forUpdate().first('uid');
    return countRows(this.table(TABLE).where({ owner_uid: uid }));
  }

  countShared(): Promise<number> {
    return countRows(this.table(TABLE).whereNull('owner_uid'));
  }

  async add(server: ToolServer): Promise<boolean> {
    const existing: unknown = await this.table(TABLE).where({ id: server.id }).first('id');
    if (existing !== undefined) return false;
    await this.table(TABLE).insert(toRow(server)).onConflict('id').ignore();
    await this.saveHeaders(server);
    return true;
  }

  async update(server: ToolServer): Promise<void> {
    const { id, ...changes } = toRow(server);
    await this.table(TABLE).where({ id }).update(changes);
    await this.saveHeaders(server);
  }

  async remove(id: string): Promise<void> {
    await this.table(TABLE).where({ id }).delete();
  }

  /** Values that cannot be decrypted are left as they are: the secret may come back. */
  private async saveHeaders({ id, headers }: ToolServer): Promise<void> {
    if (headers.length === 0) return this.secrets.remove({ kind: 'headers', serverId: id, uid: null });
    if (headers.every(({ value }) => value === undefined)) return;
    const known = headers.filter(({ value }) => value !== undefined);
    await this.secrets.save({ kind: 'headers', serverId: id, uid: null }, JSON.stringify(known));
  }

  private async list(query: Knex.QueryBuilder): Promise<readonly ToolServer[]> {
    const rows: Row[] = await query.orderBy('name').orderBy('id').select('*');
    const named = rows.filter(({ header_names: names }) => names !== '[]').map(({ id }) => id);
    const headers = await this.secrets.findHeaders(named);
    return rows.map((row) => toServer(row, headers.get(row.id)));
  }
}
