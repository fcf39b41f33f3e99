import type { RegistrationConfig, RegistrationMode } from '../../../shared/settings/registration.ts';
import type { DomainError } from '../../kernel/domain-error.ts';
import type { Clock, Secrets, Settings } from '../../kernel/ports.ts';
import type { Maintenance } from '../../operations/ports.ts';
import { InvalidInvitation, InvitationForAnother, InvitationRequired, RegistrationClosed } from './errors.ts';
import type { FoundInvitation, Invitations } from './ports.ts';

/** Who wants an account. */
export interface Applicant {
  /** Null for accounts without an address, which belong to no domain. */
  readonly email: string | null;
  /** The address counts as theirs for the list of domains: they typed it, or a provider proved it. */
  readonly hasDomain: boolean;
  /** The token of an invitation. */
  readonly invitation?: string | undefined;
}

export interface Admission {
  readonly invitation: FoundInvitation | undefined;
  readonly needsApproval: boolean;
}

/** An account by phone. */
const WITHOUT_ADDRESS = { email: null, hasDomain: false } as const;

/** Who may make an account, and nobody during maintenance. Existing accounts sign in whatever it says. */
export class RegistrationPolicy {
  constructor(
    private readonly settings: Settings<RegistrationConfig>,
    private readonly maintenance: Maintenance,
    private readonly invitations: Invitations,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  async mode(): Promise<RegistrationMode> {
    return (await this.settings.current()).mode;
  }

  /** Whether somebody with a phone alone may make an account, or ask for one. */
  async allowsPhone(invitation: string | undefined): Promise<boolean> {
    return !('refusal' in (await this.decide({ ...WITHOUT_ADDRESS, invitation })));
  }

  /**
   * Throws `RegistrationClosed`, `InvitationRequired`, `InvalidInvitation`, `InvitationForAnother`, `UnderMaintenance`.
   */
  async admit(applicant: Applicant): Promise<Admission> {
    await this.maintenance.requireOff();
    const decision = await this.decide(applicant);
    if ('refusal' in decision) throw decision.refusal;
    return decision;
  }

  /** Whether an account may take this address, be registration open or not. Throws `RegistrationClosed`. */
  async requireDomain(email: string): Promise<void> {
    const refusal = findDomainRefusal(email, (await this.settings.current()).domains);
    if (refusal !== undefined) throw refusal;
  }

  /** An invitation that can still be used. Throws `InvalidInvitation`, `RegistrationClosed`. */
  async findInvitation(token: string): Promise<FoundInvitation> {
    if ((await this.mode()) === 'closed') throw closed();
    const found = await this.findUsable(token);
    if (!found) throw new InvalidInvitation();
    return found;
  }

  private async decide(applicant: Applicant): Promise<Admission | Refused> {
    const config = await this.settings.current();
    if (config.mode === 'closed') return { refusal: closed() };
    if (applicant.invitation === undefined) return admitUninvited(applicant, config);
    const invitation = await this.findUsable(applicant.invitation);
    return invitation ? admitInvited(applicant, invitation, config) : { refusal: new InvalidInvitation() };
  }

  private async findUsable(token: string): Promise<FoundInvitation | undefined> {
    const found = await this.invitations.find(this.secrets.digest(token));
    return found && isUsable(found, this.clock.now()) ? found : undefined;
  }
}

interface Refused {
  readonly refusal: DomainError;
}

const admitUninvited = (
  { email, hasDomain }: Applicant,
  { mode, domains }: RegistrationConfig,
): Admission | Refused => {
  const refusal = findDomainRefusal(hasDomain ? email : null, domains);
  if (refusal) return { refusal };
  if (mode === 'invitation') return { refusal: new InvitationRequired() };
  return { invitation: undefined, needsApproval: mode === 'approval' };
};

/** Where an admin named the very address, its domain need not be one of the list. */
const admitInvited = (
  { email, hasDomain }: Applicant,
  invitation: FoundInvitation,
  { domains }: RegistrationConfig,
): Admission | Refused => {
  const admission = { invitation, needsApproval: false };
  if (invitation.email !== null)
    return invitation.email === email ? admission : { refusal: new InvitationForAnother() };
  const refusal = findDomainRefusal(hasDomain ? email : null, domains);
  return refusal ? { refusal } : admission;
};

const isUsable = ({ revokedAt, used, uses, expiresAt }: FoundInvitation, now: number): boolean =>
  revokedAt === null && used < uses && expiresAt > now;

const closed = () => new RegistrationClosed('No new accounts can be made here. Please ask the owner.');

const findDomainRefusal = (email: string | null, domains: readonly string[]): RegistrationClosed | undefined => {
  const domain = email?.slice(email.lastIndexOf('@') + 1) ?? '';
  return domains.length === 0 || domains.includes(domain)
    ? undefined
    : new RegistrationClosed('Only addresses of certain organisations can register here. Please ask the owner.');
};
