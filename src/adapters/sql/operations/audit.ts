import type { Knex } from 'knex';

import { type AuditEntry, type AuditRecord, type ChainEnd, EMPTY_CHAIN } from '../../../domain/audit/entry.ts';
import type { AuditPage, AuditQuery, AuditStore, ChainEnds, Link } from '../../../domain/audit/ports.ts';
import { unicodeForms } from '../../../shared/unicode.ts';
import { maskedAddresses } from '../accounts/masked-addresses.ts';
import { rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';

/** Entries that one page examines: a rare text is found page by page, and no page takes long. */
const SCANNED_ENTRIES = 5000;
/** Entries that are removed at once. */
const MAX_REMOVED = 5000;
const MAX_LABEL_LENGTH = 254;

type FlatEntry = Omit<AuditEntry, 'actor' | 'target'> & {
  readonly actorKind: AuditEntry['actor']['kind'];
  readonly actorUid: string | null;
  readonly targetKind: string | null;
  readonly targetId: string | null;
};

const rows = rowMapping<FlatEntry>({
  sequence: 'sequence',
  at: 'at',
  actorKind: 'actor_kind',
  actorUid: 'actor_uid',
  actorLabel: 'actor_label',
  way: 'way',
  address: 'address',
  action: 'action',
  targetKind: 'target_kind',
  targetId: 'target_id',
  targetLabel: 'target_label',
  outcome: 'outcome',
  details: 'details',
  hash: 'hash',
  seal: 'seal',
  sealKey: 'seal_key',
});

const toEntry = (row: object): AuditEntry => {
  const { actorKind: kind, actorUid: uid, targetKind, targetId, ...entry } = rows.fromRow(row);
  const target = targetKind === null || targetId === null ? null : { kind: targetKind, id: targetId };
  return { ...entry, actor: { kind, uid }, target };
};

const toRow = ({ actor, target, ...entry }: AuditEntry) =>
  rows.toRow({
    ...entry,
    actorKind: actor.kind,
    actorUid: actor.uid,
    targetKind: target?.kind ?? null,
    targetId: target?.id ?? null,
  });

type EndName = 'head' | 'anchor';
type EndRow = ChainEnd & { readonly name: EndName };

/** The chain as rows. The row of the newest entry is locked from the end of a transaction's work to its commit. */
export class SqlAuditStore extends SqlStore implements AuditStore {
  append(record: AuditRecord, link: Link): Promise<void> {
    // The addresses are looked up at once: the transaction may delete the account.
    return this.labelled(record).then((labelled) =>
      this.db.atEnd(async () => {
        const entry = link(labelled, await this.lockHead());
        await this.table('audit_entries').insert(toRow(entry));
        await this.table('audit_ends').where({ name: 'head' }).update({ sequence: entry.sequence, hash: entry.hash });
      }),
    );
  }

  async list(query: AuditQuery): Promise<AuditPage> {
    const before = query.before ?? (await this.findStart(query.to));
    const lowest = Math.max(1, before - SCANNED_ENTRIES);
    const found = this.table('audit_entries').where('sequence', '<', before).where('sequence', '>=', lowest);
    applyFilters(found, query);
    const entries = (await found.orderBy('sequence', 'desc').limit(query.limit)).map(toEntry);
    const next = entries.length === query.limit ? (entries.at(-1)?.sequence ?? lowest) : lowest;
    return { entries, next: (await this.hasBefore(next, query.from)) ? next : null };
  }

  async listAfter(sequence: number, limit: number): Promise<readonly AuditEntry[]> {
    const found: object[] = await this.table('audit_entries')
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(limit);
    return found.map(toEntry);
  }

  async ends(): Promise<ChainEnds> {
    return { head: await this.findEnd('head'), anchor: await this.findEnd('anchor') };
  }

  async findExpired(before: number): Promise<ChainEnd | undefined> {
    const oldest: { sequence: number; at: number } | undefined = await this.table('audit_entries')
      .orderBy('sequence')
      .first('sequence', 'at');
    if (!oldest || oldest.at >= before) return undefined;
    const end = oldest.sequence + MAX_REMOVED;
    const firstKept: { sequence: number } | undefined = await this.table('audit_entries')
      .where('sequence', '<', end)
      .where('at', '>=', before)
      .orderBy('sequence')
      .first('sequence');
    return this.table('audit_entries')
      .where('sequence', '<', firstKept?.sequence ?? end)
      .orderBy('sequence', 'desc')
      .first('sequence', 'hash');
  }

  async removeThrough({ sequence, hash }: ChainEnd): Promise<void> {
    await this.db.transaction(async () => {
      await this.table('audit_entries').where('sequence', '<=', sequence).delete();
      await this.upsertRow('audit_ends', 'name', { name: 'anchor', sequence, hash });
    });
  }

  private async labelled(record: AuditRecord) {
    const { actor, target } = record;
    const targetUid = target?.kind === 'user' ? target.id : null;
    const uids = [actor.uid, targetUid].filter((uid) => uid !== null);
    const labels = uids.length === 0 ? new Map<string, string>() : await maskedAddresses(this.db.connection, uids);
    const labelOf = (uid: string | null) =>
      uid === null ? null : (labels.get(uid)?.slice(0, MAX_LABEL_LENGTH) ?? null);
    return { ...record, actorLabel: labelOf(actor.uid), targetLabel: labelOf(targetUid) };
  }

  private async findEnd(name: EndName): Promise<ChainEnd | undefined> {
    return this.table('audit_ends').where({ name }).first('sequence', 'hash');
  }

  private async lockHead(): Promise<ChainEnd> {
    const head = await this.selectHeadForUpdate();
    if (head) return head;
    await this.table('audit_ends')
      .insert({ name: 'head', ...EMPTY_CHAIN })
      .onConflict('name')
      .ignore();
    return (await this.selectHeadForUpdate()) ?? EMPTY_CHAIN;
  }

  private async selectHeadForUpdate(): Promise<ChainEnd | undefined> {
    const sql = `SELECT name, sequence, hash FROM audit_ends WHERE name = 'head'${this.db.dialect.forUpdate}`;
    const [row] = await this.db.query<EndRow>(sql, []);
    return row && { sequence: row.sequence, hash: row.hash };
  }

  /** The place after the newest entry before `to`. */
  private async findStart(to: number | undefined): Promise<number> {
    const later: { first: number | null } | undefined =
      to === undefined
        ? undefined
        : await this.table('audit_entries').where('at', '>=', to).min({ first: 'sequence' }).first();
    return later?.first ?? ((await this.findEnd('head'))?.sequence ?? 0) + 1;
  }

  private async hasBefore(sequence: number, from: number | undefined): Promise<boolean> {
    const row: { at: number } | undefined = await this.table('audit_entries')
      .where('sequence', '<', sequence)
      .orderBy('sequence', 'desc')
      .first('at');
    return row !== undefined && (from === undefined || row.at >= from);
  }
}

/** `%` and `_` stand for themselves. */
const containing = (text: string): string => `%${text.replace(/[!%_]/g, '!$&')}%`;

const whereAnyContains = (query: Knex.QueryBuilder, columns: readonly string[], text: string): void => {
  void query.where((any) => {
    for (const form of unicodeForms(text.toLowerCase()))
      for (const column of columns) void any.orWhereRaw(`LOWER(??) LIKE ? ESCAPE '!'`, [column, containing(form)]);
  });
};

const applyFilters = (query: Knex.QueryBuilder, filters: AuditQuery): void => {
  const { from, to, person, action, outcome, text } = filters;
  if (from !== undefined) void query.where('at', '>=', from);
  if (to !== undefined) void query.where('at', '<', to);
  if (action !== undefined) void query.where({ action });
  if (outcome !== undefined) void query.where({ outcome });
  if (person) whereAnyContains(query, ['actor_uid', 'actor_label', 'target_id', 'target_label'], person);
  if (text) whereAnyContains(query, ['details', 'target_id', 'target_label', 'address', 'action'], text);
};
