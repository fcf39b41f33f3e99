import type { SecondFactorConfig } from '../../../shared/settings/second-factor.ts';
import type { Settings } from '../../kernel/ports.ts';
import type { User } from '../user.ts';
import { SecondFactorRequired } from './errors.ts';

/** Who must have a second factor. Auditors read what admins read, so they count as such. */
export class SecondFactorPolicy {
  constructor(private readonly settings: Settings<SecondFactorConfig>) {}

  async isRequiredOf({ isAdmin, isAuditor }: Pick<User, 'isAdmin' | 'isAuditor'>): Promise<boolean> {
    const { requiredOf } = await this.settings.current();
    return requiredOf === 'everybody' || (requiredOf === 'admins' && (isAdmin || isAuditor));
  }

  /** Throws `SecondFactorRequired` for whoever must have one and has none. */
  async check(user: User): Promise<void> {
    if (!user.hasSecondFactor && (await this.isRequiredOf(user))) throw new SecondFactorRequired();
  }
}
