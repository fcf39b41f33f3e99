import type { Language } from '../../../shared/languages.ts';
import type { Tier } from '../../../shared/tiers.ts';
import type { AuditLog } from '../../audit/ports.ts';
import { InvalidInput } from '../../kernel/domain-error.ts';
import { DAY_MS } from '../../kernel/day.ts';
import { maskEmail } from '../../kernel/mask.ts';
import type { Clock, Ids, Secrets, UnitOfWork } from '../../kernel/ports.ts';
import { EmailInUse } from '../errors.ts';
import type { Mailer, Site, UserRepository } from '../ports.ts';
import { InvitationNotFound } from './errors.ts';
import type { DecidedBy, FoundInvitation, Invitation, Invitations, Page } from './ports.ts';
import type { RegistrationPolicy } from './registration-policy.ts';

export interface NewInvitation {
  /** Mailed there, and only for this address. */
  readonly email: string | null;
  readonly language: Language;
  readonly tier: Tier | null;
  /** How long the accounts have the plan; null: without end. */
  readonly tierDays: number | null;
  readonly days: number;
  readonly uses: number;
}

export interface CreatedInvitation {
  readonly id: string;
  /** Shown once. */
  readonly link: string;
  /** False: the mail could not be sent. Null: there is none to send. */
  readonly isMailed: boolean | null;
}

export interface ManageInvitationsDeps {
  readonly invitations: Invitations;
  readonly users: UserRepository;
  readonly mailer: Mailer;
  readonly site: Site;
  readonly secrets: Secrets;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
  readonly failed: (what: string, error: unknown) => void;
}

/** Invitations as admins make, list and revoke them. */
export class ManageInvitations {
  constructor(private readonly deps: ManageInvitationsDeps) {}

  list(page: Page) {
    return this.deps.invitations.list(page);
  }

  /** Throws `InvalidInput`, and `EmailInUse` for an address that has an account. */
  async create(input: NewInvitation, by: DecidedBy): Promise<CreatedInvitation> {
    requireSound(input);
    const { users, secrets, site } = this.deps;
    if (input.email !== null && (await users.findByEmail(input.email))) throw new EmailInUse();
    const [token, mailToken] = [secrets.token(), secrets.token()];
    const invitation = await this.store(input, by, { token, mailToken });
    const linkOf = (secret: string): string => `${site.url}/?invite=${secret}`;
    const isMailed = input.email === null ? null : await this.mail(input.email, input.language, linkOf(mailToken));
    return { id: invitation.id, link: linkOf(token), isMailed };
  }

  /** What was made with it stays. Throws `InvitationNotFound`, also for one that was revoked before. */
  async revoke(id: string): Promise<void> {
    const { invitations, clock, work, audit } = this.deps;
    await work.run(async () => {
      if (!(await invitations.revoke(id, clock.now()))) throw new InvitationNotFound();
      await audit.record({ action: 'invitation.revoke', target: { kind: 'invitation', id } });
    });
  }

  private async store(
    { days, email, tier, tierDays, uses }: NewInvitation,
    by: DecidedBy,
    { token, mailToken }: { readonly token: string; readonly mailToken: string },
  ): Promise<Invitation> {
    const { invitations, secrets, ids, clock, work, audit } = this.deps;
    const now = clock.now();
    const made = { by: by.uid, byName: by.name, createdAt: now, expiresAt: now + days * DAY_MS };
    const invitation = { id: ids.next(), email, tier, tierDays, uses, ...made };
    const mailDigest = email === null ? null : secrets.digest(mailToken);
    await work.run(async () => {
      await invitations.add({ ...invitation, linkDigest: secrets.digest(token), mailDigest });
      await audit.record({
        action: 'invitation.create',
        target: { kind: 'invitation', id: invitation.id },
        details: { email: email && maskEmail(email), tier, tierDays, uses, days },
      });
    });
    return invitation;
  }

  private async mail(to: string, language: Language, link: string): Promise<boolean> {
    try {
      await this.deps.mailer.send({ kind: 'invitation', to, link, language });
      return true;
    } catch (error) {
      this.deps.failed('sending an invitation', error);
      return false;
    }
  }
}

const requireSound = ({ email, uses, tier, tierDays }: NewInvitation): void => {
  if (email !== null && uses !== 1) throw new InvalidInput('An invitation for one address works once', 'uses');
  if (tier === null && tierDays !== null) throw new InvalidInput('Without a plan there is nothing to end', 'tierDays');
};

/** What an invitation is for, without using it up. */
export class CheckInvitation {
  constructor(private readonly policy: RegistrationPolicy) {}

  /** Throws `InvalidInvitation`, `RegistrationClosed`. */
  execute(token: string): Promise<FoundInvitation> {
    return this.policy.findInvitation(token);
  }
}
