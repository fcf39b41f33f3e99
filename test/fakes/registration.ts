import {
  type DeclinedBy,
  type FoundInvitation,
  type Invitation,
  Invitations,
  type InvitationState,
  type InvitationTokens,
  InvitedPlans,
  type Page,
  type RegistrationRequest,
  RegistrationRequests,
  type StoredRequest,
} from '../../src/domain/accounts/registration/ports.ts';
import type { UserRepository } from '../../src/domain/accounts/ports.ts';
import { type Restorable, Rows } from './kernel.ts';

interface Use {
  readonly invitationId: string;
  readonly uid: string;
  readonly at: number;
}

const byNewest = (a: { createdAt: number; id: string }, b: { createdAt: number; id: string }): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);

const pageOf = <T>(rows: readonly T[], { limit, offset }: Page): readonly T[] => rows.slice(offset, offset + limit);

export class InMemoryInvitations extends Invitations implements Restorable {
  private readonly rows = new Rows<Invitation & InvitationTokens & InvitationState>();
  private readonly uses = new Rows<Use>();

  constructor(private readonly users: UserRepository) {
    super();
  }

  async add(invitation: Invitation & InvitationTokens): Promise<void> {
    this.rows.set(invitation.id, { ...invitation, used: 0, revokedAt: null });
  }

  async find(digest: string): Promise<FoundInvitation | undefined> {
    const found = this.rows.all().find((row) => row.linkDigest === digest || row.mailDigest === digest);
    if (!found) return undefined;
    const { linkDigest: _, mailDigest, ...invitation } = found;
    return { ...invitation, isMailed: mailDigest === digest };
  }

  async use(id: string, uid: string, now: number): Promise<boolean> {
    const row = this.rows.get(id);
    if (!row || row.revokedAt !== null || row.used >= row.uses || row.expiresAt <= now) return false;
    this.rows.set(id, { ...row, used: row.used + 1 });
    this.uses.set(`${id} ${uid}`, { invitationId: id, uid, at: now });
    return true;
  }

  async list(page: Page) {
    const rows = this.rows.all().toSorted(byNewest);
    const invitations = pageOf(rows, page).map(async ({ linkDigest: _, mailDigest: __, ...invitation }) => ({
      ...invitation,
      usedBy: await this.usesOf(invitation.id),
    }));
    return { invitations: await Promise.all(invitations), total: rows.length };
  }

  async revoke(id: string, now: number): Promise<boolean> {
    const row = this.rows.get(id);
    if (!row || row.revokedAt !== null) return false;
    this.rows.set(id, { ...row, revokedAt: now });
    return true;
  }

  async revokeAllBy(uid: string, now: number): Promise<void> {
    for (const { id, by } of this.rows.all()) if (by === uid) await this.revoke(id, now);
  }

  async removeExpired(before: number): Promise<void> {
    for (const { id, expiresAt } of this.rows.all()) if (expiresAt < before) this.rows.delete(id);
  }

  snapshot(): () => void {
    const back = [this.rows.snapshot(), this.uses.snapshot()];
    return () => back.forEach((restore) => restore());
  }

  private async usesOf(id: string) {
    const uses = this.uses
      .all()
      .filter(({ invitationId }) => invitationId === id)
      .toSorted((a, b) => b.at - a.at || (a.uid < b.uid ? 1 : -1));
    const named = uses.map(async ({ uid, at }) => {
      const user = await this.users.find(uid);
      return user ? [{ uid, name: user.name, at }] : [];
    });
    return (await Promise.all(named)).flat();
  }
}

export class InMemoryRegistrationRequests extends RegistrationRequests implements Restorable {
  private readonly rows = new Rows<StoredRequest>();
  private readonly announced = new Map<string, number>();

  async add(request: RegistrationRequest): Promise<boolean> {
    if (this.rows.all().some(({ subject }) => subject === request.subject)) return false;
    this.rows.set(request.id, { ...request, declined: null });
    return true;
  }

  async find(id: string): Promise<StoredRequest | undefined> {
    return this.rows.get(id);
  }

  async findBySubject(subject: string, now: number): Promise<StoredRequest | undefined> {
    return this.rows.all().find((row) => row.subject === subject && row.expiresAt > now);
  }

  async list(page: Page, now: number) {
    const rows = this.rows
      .all()
      .filter(({ expiresAt }) => expiresAt > now)
      .toSorted((a, b) => Number(a.declined !== null) - Number(b.declined !== null) || byNewest(a, b));
    const waiting = rows.filter(({ declined }) => declined === null).length;
    return { requests: pageOf(rows, page), total: rows.length, waiting };
  }

  async decline(id: string, decision: DeclinedBy): Promise<boolean> {
    const row = this.rows.get(id);
    if (!row || row.declined !== null) return false;
    this.rows.set(id, { ...row, declined: decision, passwordHash: null });
    return true;
  }

  async forgetPassword(id: string): Promise<void> {
    const row = this.rows.get(id);
    if (row) this.rows.set(id, { ...row, passwordHash: null });
  }

  async remove(id: string): Promise<boolean> {
    return this.rows.delete(id);
  }

  async removeExpired(now: number): Promise<void> {
    for (const { id, expiresAt } of this.rows.all()) if (expiresAt <= now) this.rows.delete(id);
  }

  async hasUnannounced(now: number): Promise<boolean> {
    return this.unannounced(now).length > 0;
  }

  async announce(at: number): Promise<number> {
    const ids = this.unannounced(at);
    for (const id of ids) this.announced.set(id, at);
    return ids.length;
  }

  async withdrawAnnouncement(at: number): Promise<void> {
    for (const [id, told] of this.announced) if (told === at) this.announced.delete(id);
  }

  snapshot(): () => void {
    return this.rows.snapshot();
  }

  private unannounced(now: number): readonly string[] {
    const waiting = this.rows.all().filter(({ declined, expiresAt }) => declined === null && expiresAt > now);
    return waiting.map(({ id }) => id).filter((id) => !this.announced.has(id));
  }
}

type Plan = Parameters<InvitedPlans['grant']>[1];

export class RecordingInvitedPlans extends InvitedPlans implements Restorable {
  private readonly rows = new Rows<Plan>();

  async grant(uid: string, plan: Plan): Promise<void> {
    this.rows.set(uid, plan);
  }

  of(uid: string): Plan | undefined {
    return this.rows.get(uid);
  }

  snapshot(): () => void {
    return this.rows.snapshot();
  }
}
