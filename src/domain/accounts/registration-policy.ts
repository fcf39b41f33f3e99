import type { RegistrationConfig } from '../../shared/settings/registration.ts';
import type { Settings } from '../kernel/ports.ts';
import { RegistrationClosed } from './errors.ts';

/** Who may make an account. Existing accounts sign in whatever it says. */
export class RegistrationPolicy {
  constructor(private readonly settings: Settings<RegistrationConfig>) {}

  async isOpen(): Promise<boolean> {
    return (await this.settings.current()).open;
  }

  /** `email`: null for accounts without one, which belong to no domain. Throws `RegistrationClosed`. */
  async requireAllowed(email: string | null): Promise<void> {
    const { open, domains } = await this.settings.current();
    if (!open) throw new RegistrationClosed('No new accounts can be made here. Please ask the owner.');
    const domain = email?.slice(email.lastIndexOf('@') + 1) ?? '';
    if (domains.length > 0 && !domains.includes(domain))
      throw new RegistrationClosed('Only addresses of certain organisations can register here. Please ask the owner.');
  }
}
