import type { SecretBox } from '../../../domain/admin/setup/ports.ts';
import type { PendingSignIn, ToolSecrets } from '../../../domain/tools/servers/ports.ts';
import { inBatches } from '../batches.ts';
import type { Database } from '../database.ts';
import { SqlStore } from '../sql-store.ts';

const TABLE = 'tool_secrets';

export interface SecretPlace {
  readonly kind: 'headers' | 'access' | 'scope' | 'registration';
  readonly serverId: string;
  readonly uid: string | null;
}

interface SignInRow {
  readonly id: string;
  readonly server_id: string;
  readonly uid: string;
  readonly sealed: string;
  readonly expires_at: number;
}

const idOf = ({ kind, serverId, uid }: SecretPlace): string => `${kind}:${serverId}:${uid ?? ''}`;
const signInId = (stateDigest: string): string => `sign-in:${stateDigest}`;

/** One sealed value by its place. `SEALED_PLACES` has the table, so a new APP_SECRET seals them anew. */
export class SealedToolSecrets extends SqlStore {
  constructor(
    db: Database,
    private readonly box: SecretBox,
  ) {
    super(db);
  }

  /** Undefined for what cannot be decrypted, too. */
  async find(place: SecretPlace): Promise<string | undefined> {
    const row: { sealed: string } | undefined = await this.table(TABLE)
      .where({ id: idOf(place) })
      .first('sealed');
    return row && this.box.open(row.sealed);
  }

  /** By server; those that cannot be decrypted are left out. */
  async findHeaders(serverIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const batch of inBatches([...serverIds])) {
      const rows: { server_id: string; sealed: string }[] = await this.table(TABLE)
        .where({ kind: 'headers' })
        .whereIn('server_id', batch)
        .select('server_id', 'sealed');
      for (const { server_id: id, sealed } of rows) {
        const opened = this.box.open(sealed);
        if (opened !== undefined) found.set(id, opened);
      }
    }
    return found;
  }

  async save(place: SecretPlace, text: string): Promise<void> {
    await this.insert({
      id: idOf(place),
      server_id: place.serverId,
      uid: place.uid,
      kind: place.kind,
      sealed: text,
      expires_at: null,
    });
  }

  /** False: what is stored is not `before`. */
  async replace(place: SecretPlace, before: string, text: string): Promise<boolean> {
    const id = idOf(place);
    const row: { sealed: string } | undefined = await this.table(TABLE).where({ id }).first('sealed');
    if (!row || this.box.open(row.sealed) !== before) return false;
    const changed = this.table(TABLE).where({ id, sealed: row.sealed });
    return (await changed.update({ sealed: this.box.seal(text) })) === 1;
  }

  async remove(place: SecretPlace): Promise<void> {
    await this.table(TABLE)
      .where({ id: idOf(place) })
      .delete();
  }

  /** False: what is stored is another text. */
  async removeIf(place: SecretPlace, text: string): Promise<boolean> {
    const id = idOf(place);
    const row: { sealed: string } | undefined = await this.table(TABLE).where({ id }).first('sealed');
    if (!row || this.box.open(row.sealed) !== text) return false;
    return (await this.table(TABLE).where({ id, sealed: row.sealed }).delete()) === 1;
  }

  protected async insert(row: Record<string, unknown> & { readonly id: string; readonly sealed: string }) {
    await this.upsertRow(TABLE, 'id', { ...row, sealed: this.box.seal(row.sealed) });
  }

  protected open(sealed: string): string | undefined {
    return this.box.open(sealed);
  }
}

export class SqlToolSecrets extends SealedToolSecrets implements ToolSecrets {
  findAccess(serverId: string, uid: string): Promise<string | undefined> {
    return this.find({ kind: 'access', serverId, uid });
  }

  saveAccess(serverId: string, uid: string, access: string): Promise<void> {
    return this.save({ kind: 'access', serverId, uid }, access);
  }

  replaceAccess(serverId: string, uid: string, before: string, access: string): Promise<boolean> {
    return this.replace({ kind: 'access', serverId, uid }, before, access);
  }

  async removeAccess(serverId: string, uid: string, refused?: string): Promise<void> {
    const place = { kind: 'access', serverId, uid } as const;
    if (refused === undefined) await this.remove(place);
    else if (!(await this.removeIf(place, refused))) return;
    await this.table('tool_lists').where({ server_id: serverId, uid }).delete();
  }

  async listAccess(uid: string): Promise<readonly string[]> {
    return this.table(TABLE).where({ uid, kind: 'access' }).orderBy('server_id').pluck('server_id');
  }

  async listGranted(
    of: { readonly serverId: string } | { readonly uid: string },
    limit: number,
  ): Promise<readonly string[]> {
    const place = 'uid' in of ? { uid: of.uid } : { server_id: of.serverId };
    const rows: string[] = await this.table(TABLE)
      .where({ ...place, kind: 'access' })
      .orderBy('id')
      .limit(limit)
      .pluck('sealed');
    return rows.flatMap((sealed) => this.open(sealed) ?? []);
  }

  async countAccess(): Promise<ReadonlyMap<string, number>> {
    const rows: { server_id: string; total: number }[] = await this.table(TABLE)
      .where({ kind: 'access' })
      .groupBy('server_id')
      .select('server_id')
      .count({ total: '*' });
    return new Map(rows.map(({ server_id: id, total }) => [id, total]));
  }

  findScope(serverId: string, uid: string): Promise<string | undefined> {
    return this.find({ kind: 'scope', serverId, uid });
  }

  saveScope(serverId: string, uid: string, scope: string): Promise<void> {
    return this.save({ kind: 'scope', serverId, uid }, scope);
  }

  findRegistration(serverId: string): Promise<string | undefined> {
    return this.find({ kind: 'registration', serverId, uid: null });
  }

  saveRegistration(serverId: string, registration: string): Promise<void> {
    return this.save({ kind: 'registration', serverId, uid: null }, registration);
  }

  async forget(serverId: string): Promise<void> {
    await this.table(TABLE).where({ server_id: serverId }).whereNot({ kind: 'headers' }).delete();
  }

  async addSignIn({ stateDigest, serverId, uid, expiresAt, pending }: PendingSignIn, now: number): Promise<void> {
    await this.table(TABLE).where('expires_at', '<=', now).delete();
    const place = { server_id: serverId, uid, kind: 'sign-in', expires_at: expiresAt };
    await this.insert({ id: signInId(stateDigest), ...place, sealed: pending });
  }

  async takeSignIn(stateDigest: string, now: number): Promise<PendingSignIn | undefined> {
    const id = signInId(stateDigest);
    const row: SignInRow | undefined = await this.table(TABLE).where({ id }).first();
    // Of two callers with one state, one deletes the row.
    if (!row || (await this.table(TABLE).where({ id }).delete()) !== 1 || row.expires_at <= now) return undefined;
    const pending = this.open(row.sealed);
    if (pending === undefined) return undefined;
    return { stateDigest, serverId: row.server_id, uid: row.uid, expiresAt: row.expires_at, pending };
  }
}
