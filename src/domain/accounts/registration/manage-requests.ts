import type { AuditLog } from '../../audit/ports.ts';
import type { Background, Clock, Ids, UnitOfWork } from '../../kernel/ports.ts';
import { EmailInUse, IdentityTaken } from '../errors.ts';
import type { Identities } from '../identity/ports.ts';
import type { Mailer, Site, UserRepository } from '../ports.ts';
import type { SpentQuotaCarryover } from '../quota-carryover.ts';
import type { CreateAccountLink } from '../send-verification.ts';
import { buildUser, type User } from '../user.ts';
import type { VerificationPolicy } from '../verification-policy.ts';
import { AccountExists, RequestNotFound } from './errors.ts';
import type { DecidedBy, Page, RegistrationRequests, StoredRequest } from './ports.ts';

export interface ManageRequestsDeps {
  readonly requests: RegistrationRequests;
  readonly users: UserRepository;
  readonly identities: Identities;
  readonly quotaCarryover: SpentQuotaCarryover;
  readonly verification: VerificationPolicy;
  readonly createAccountLink: CreateAccountLink;
  readonly mailer: Mailer;
  readonly site: Site;
  readonly background: Background;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

/** The people who wait for an account, and what an admin decides about them. The person is told by mail. */
export class ManageRequests {
  constructor(private readonly deps: ManageRequestsDeps) {}

  list(page: Page) {
    return this.deps.requests.list(page, this.deps.clock.now());
  }

  /** Makes the account, also after an earlier no. Throws `RequestNotFound`, `AccountExists`. */
  async approve(id: string): Promise<void> {
    const { request, user } = await this.createAccount(id);
    const { background } = this.deps;
    background.run('sending the mail of an approved account', () => this.tellApproved(request, user));
  }

  /** `reason` is told to the person. Throws `RequestNotFound`. */
  async decline(id: string, by: DecidedBy, reason: string): Promise<void> {
    const { requests, work, clock, audit, background, mailer, site } = this.deps;
    const request = await work.run(async () => {
      const found = await this.find(id);
      if (!(await requests.decline(id, { byName: by.name, at: clock.now(), reason }))) throw new RequestNotFound();
      const target = { kind: 'registration-request', id };
      await audit.record({ action: 'registration.decline', target, details: { reason } });
      return found;
    });
    const { email, language } = request;
    if (email === null) return;
    background.run('sending the mail of a declined account', () =>
      mailer.send({ kind: 'registration-declined', to: email, link: site.url, language, note: reason }),
    );
  }

  private async createAccount(id: string) {
    const { requests, work } = this.deps;
    try {
      return await work.run(() => this.create(id));
    } catch (error) {
      if (!(error instanceof EmailInUse) && !(error instanceof IdentityTaken)) throw error;
      await requests.remove(id);
      throw new AccountExists();
    }
  }

  private async create(id: string): Promise<{ readonly request: StoredRequest; readonly user: User }> {
    const { requests, users, identities, quotaCarryover, ids, clock, audit } = this.deps;
    const request = await this.find(id);
    if (!(await requests.remove(id))) throw new RequestNotFound();
    const { email, emailVerified, phoneNumber, name, language, passwordHash, identityKey, provider } = request;
    const now = clock.now();
    const user = buildUser({
      uid: ids.next(),
      email,
      emailVerified,
      phoneNumber,
      name,
      language,
      passwordHash,
      authMode: phoneNumber === null ? 'email' : 'phone',
      createdAt: now,
    });
    await users.add(user);
    if (identityKey !== null) await identities.add(identityKey, user.uid, now, provider ?? undefined);
    await quotaCarryover.restore(user);
    const target = { kind: 'user', id: user.uid };
    await audit.record({ action: 'registration.approve', target, details: { request: id } });
    return { request, user };
  }

  /** The link signs in and proves the address; whoever signs in elsewhere needs none. */
  private async tellApproved({ identityKey, language }: StoredRequest, user: User): Promise<void> {
    const { verification, createAccountLink, mailer, site } = this.deps;
    if (user.email === null) return;
    const needsLink = identityKey === null || verification.mustVerify(user);
    const link = needsLink ? await createAccountLink.execute('verify-email', user) : site.url;
    if (link === undefined) return;
    const kind = needsLink ? 'registration-approved' : 'registration-approved-elsewhere';
    await mailer.send({ kind, to: user.email, link, language });
  }

  private async find(id: string): Promise<StoredRequest> {
    const found = await this.deps.requests.find(id);
    if (!found || found.expiresAt <= this.deps.clock.now()) throw new RequestNotFound();
    return found;
  }
}
