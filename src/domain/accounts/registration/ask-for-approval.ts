import type { Language } from '../../../shared/languages.ts';
import type { AuditLog } from '../../audit/ports.ts';
import { DAY_MS } from '../../kernel/day.ts';
import type { Background, Clock, Ids, Quotas, Secrets, UnitOfWork } from '../../kernel/ports.ts';
import { countMailTo } from '../mail-quota.ts';
import type { Mailer, Site, UserRepository } from '../ports.ts';
import type { User } from '../user.ts';
import { ApprovalPending, RegistrationDeclined } from './errors.ts';
import type { RegistrationRequest, RegistrationRequests, StoredRequest } from './ports.ts';

const REQUEST_TTL_MS = 30 * DAY_MS;

type Origin = ReturnType<AuditLog['origin']>;

export interface Identity {
  readonly key: string;
  /** The sign-in provider that it is stored under. */
  readonly provider?: string | undefined;
}

export interface ApprovalSeeker {
  /** The account as it would be. */
  readonly user: User;
  readonly identity?: Identity | undefined;
  readonly language?: Language | undefined;
}

export interface AskForApprovalDeps {
  readonly requests: RegistrationRequests;
  readonly users: UserRepository;
  readonly mailer: Mailer;
  readonly site: Site;
  readonly background: Background;
  readonly quotas: Quotas;
  readonly secrets: Secrets;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

/**
 * Stores a request for an account. For a typed address everything that depends on it runs after the response: whether
 * it has an account shows neither in the answer nor in its duration. Whoever proved an identity is told how it stands.
 */
export class AskForApproval {
  constructor(private readonly deps: AskForApprovalDeps) {}

  /** Always throws: `ApprovalPending`, or `RegistrationDeclined`. */
  async execute(seeker: ApprovalSeeker): Promise<never> {
    const { background, audit } = this.deps;
    const request = this.toRequest(seeker);
    const origin = audit.origin();
    if (request.identityKey !== null) {
      if (await this.ask(request, origin)) throw new RegistrationDeclined();
      throw new ApprovalPending(request.email !== null && request.emailVerified);
    }
    background.run('storing a request for an account', () => this.askByAddress(request, origin));
    throw new ApprovalPending(true);
  }

  private async askByAddress(request: RegistrationRequest, origin: Origin): Promise<void> {
    const { users, mailer, site } = this.deps;
    const { email, language } = request;
    if (email === null) return;
    const owner = await users.findByEmail(email);
    if (owner === undefined) {
      await this.ask(request, origin);
      return;
    }
    if ((await countMailTo(this.deps, email)) > 0) return;
    await mailer.send({ kind: 'account-exists', to: email, link: site.url, language: owner.language ?? language });
  }

  /** Whether it was declined already. */
  private ask(request: RegistrationRequest, origin: Origin): Promise<boolean> {
    const { requests, work, clock, audit } = this.deps;
    return work.run(async () => {
      await requests.removeExpired(clock.now());
      const earlier = await requests.findBySubject(request.subject, clock.now());
      if (earlier && !isProvedAnew(earlier, request)) {
        // One of the two may be a stranger. The mail of the address decides, and no password that was typed before it.
        if (request.passwordHash !== null) await requests.forgetPassword(earlier.id);
        return earlier.declined !== null;
      }
      if (earlier) await requests.remove(earlier.id);
      if (await requests.add(request))
        await audit.record({
          action: 'registration.request',
          target: { kind: 'registration-request', id: request.id },
          details: { provider: request.provider, addressIsProved: request.emailVerified },
          origin,
        });
      return false;
    });
  }

  private toRequest({ user, identity, language = 'en' }: ApprovalSeeker): RegistrationRequest {
    const { email, emailVerified, phoneNumber, name, passwordHash } = user;
    const now = this.deps.clock.now();
    return {
      id: this.deps.ids.next(),
      subject: subjectOf(user, identity),
      email,
      emailVerified,
      phoneNumber,
      name,
      passwordHash,
      ...storedIdentity(identity),
      language,
      createdAt: now,
      expiresAt: now + REQUEST_TTL_MS,
    };
  }
}

const storedIdentity = (identity: Identity | undefined) => ({
  identityKey: identity?.key ?? null,
  provider: identity?.provider ?? null,
});

/** An address that a provider does not prove is not theirs to take. */
const subjectOf = ({ email, emailVerified }: User, identity: Identity | undefined): string =>
  identity === undefined || (email !== null && emailVerified) ? `email:${email ?? ''}` : identity.key;

/** A stranger may have typed the address before, so the proof takes the request over. */
const isProvedAnew = (earlier: StoredRequest, request: RegistrationRequest): boolean =>
  earlier.identityKey === null && request.identityKey !== null;
