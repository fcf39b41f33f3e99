import type {
  FoundInvitation,
  Invitation,
  Invitations,
  InvitationState,
  InvitationTokens,
  InvitationUse,
  ListedInvitation,
  Page,
} from '../../../domain/accounts/registration/ports.ts';
import { rowMapping } from '../row-mapping.ts';
import { countRows, newestFirst, SqlStore } from '../sql-store.ts';

const TABLE = 'invitations';
const USES = 'invitation_uses';

const invitations = rowMapping<Invitation>({
  id: 'id',
  email: 'email',
  tier: 'tier',
  tierDays: 'tier_days',
  uses: 'uses',
  by: 'by_uid',
  byName: 'by_name',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
});
const states = rowMapping<InvitationState>({ used: 'used', revokedAt: 'revoked_at' });
const tokens = rowMapping<InvitationTokens>({ linkDigest: 'link_digest', mailDigest: 'mail_digest' });
const useRows = rowMapping<InvitationUse & { readonly invitationId: string }>({
  invitationId: 'invitation_id',
  uid: 'uid',
  name: 'name',
  at: 'at',
});

export class SqlInvitations extends SqlStore implements Invitations {
  async add(invitation: Invitation & InvitationTokens): Promise<void> {
    await this.table(TABLE).insert({ ...invitations.toRow(invitation), ...tokens.toRow(invitation) });
  }

  async find(digest: string): Promise<FoundInvitation | undefined> {
    const row: object | undefined = await this.table(TABLE)
      .where({ link_digest: digest })
      .orWhere({ mail_digest: digest })
      .first();
    if (!row) return undefined;
    const isMailed = tokens.fromRow(row).mailDigest === digest;
    return { ...invitations.fromRow(row), ...states.fromRow(row), isMailed };
  }

  // One conditional UPDATE: of calls that race for the last use the second changes no row.
  use(id: string, uid: string, now: number): Promise<boolean> {
    return this.db.transaction(async () => {
      const counted = await this.table(TABLE)
        .where({ id })
        .whereNull('revoked_at')
        .where('expires_at', '>', now)
        .whereRaw('used < uses')
        .increment('used', 1);
      if (counted !== 1) return false;
      await this.table(USES).insert({ invitation_id: id, uid, at: now });
      return true;
    });
  }

  async list({ limit, offset }: Page) {
    const rows: object[] = await this.table(TABLE).orderBy(newestFirst('created_at', 'id')).limit(limit).offset(offset);
    const found = rows.map((row) => ({ ...invitations.fromRow(row), ...states.fromRow(row) }));
    const usedBy = await this.usesOf(found.map(({ id }) => id));
    return {
      invitations: found.map((one): ListedInvitation => ({ ...one, usedBy: usedBy.get(one.id) ?? [] })),
      total: await countRows(this.table(TABLE)),
    };
  }

  async revoke(id: string, now: number): Promise<boolean> {
    return (await this.table(TABLE).where({ id }).whereNull('revoked_at').update({ revoked_at: now })) === 1;
  }

  async revokeAllBy(uid: string, now: number): Promise<void> {
    await this.table(TABLE).where({ by_uid: uid }).whereNull('revoked_at').update({ revoked_at: now });
  }

  async removeExpired(before: number): Promise<void> {
    await this.table(TABLE).where('expires_at', '<', before).delete();
  }

  private async usesOf(ids: readonly string[]): Promise<ReadonlyMap<string, InvitationUse[]>> {
    const rows: object[] = await this.table(USES)
      .join('users', 'users.uid', `${USES}.uid`)
      .whereIn(`${USES}.invitation_id`, ids)
      .orderBy([
        { column: `${USES}.at`, order: 'desc' },
        { column: `${USES}.uid`, order: 'desc' },
      ])
      .select(`${USES}.invitation_id`, `${USES}.uid`, `${USES}.at`, 'users.name');
    const byInvitation = new Map<string, InvitationUse[]>();
    for (const { invitationId, ...use } of rows.map((row) => useRows.fromRow(row)))
      byInvitation.set(invitationId, [...(byInvitation.get(invitationId) ?? []), use]);
    return byInvitation;
  }
}
