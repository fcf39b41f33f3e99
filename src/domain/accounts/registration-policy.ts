import type { RegistrationConfig } from '../../shared/settings/registration.ts';
import type { Settings } from '../kernel/ports.ts';
import type { Maintenance } from '../operations/ports.ts';
import { RegistrationClosed } from './errors.ts';

/** Who may make an account, and nobody during maintenance. Existing accounts sign in whatever it says. */
export class RegistrationPolicy {
  constructor(
    private readonly settings: Settings<RegistrationConfig>,
    private readonly maintenance: Maintenance,
  ) {}

  async isOpen(): Promise<boolean> {
    return (await this.settings.current()).open;
  }

  async allows(email: string | null): Promise<boolean> {
    return (await this.findRefusal(email)) === undefined;
  }

  /** `email`: null for accounts without one, which belong to no domain. Throws `RegistrationClosed`, `UnderMaintenance`. */
  async requireAllowed(email: string | null): Promise<void> {
    await this.maintenance.requireOff();
    const refusal = await this.findRefusal(email);
    if (refusal !== undefined) throw new RegistrationClosed(refusal);
  }

  /** Whether an account may take this address, be registration open or not. Throws `RegistrationClosed`. */
  async requireDomain(email: string): Promise<void> {
    const refusal = findDomainRefusal(email, (await this.settings.current()).domains);
    if (refusal !== undefined) throw new RegistrationClosed(refusal);
  }

  private async findRefusal(email: string | null): Promise<string | undefined> {
    const { open, domains } = await this.settings.current();
    if (!open) return 'No new accounts can be made here. Please ask the owner.';
    return findDomainRefusal(email, domains);
  }
}

const findDomainRefusal = (email: string | null, domains: readonly string[]): string | undefined => {
  const domain = email?.slice(email.lastIndexOf('@') + 1) ?? '';
  return domains.length === 0 || domains.includes(domain)
    ? undefined
    : 'Only addresses of certain organisations can register here. Please ask the owner.';
};
