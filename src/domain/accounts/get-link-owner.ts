import type { Clock, Secrets } from '../kernel/ports.ts';
import { InvalidResetToken, InvalidVerificationToken } from './errors.ts';
import type { AccountTokens, LinkPurpose, TokenPurpose, UserRepository } from './ports.ts';

/**
 * The account of a mailed link, without using the link up, so that the page can ask before it switches accounts. Throws
 * `InvalidVerificationToken`, `InvalidResetToken`.
 */
export class GetLinkOwner {
  constructor(
    private readonly users: UserRepository,
    private readonly tokens: AccountTokens,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  async execute(token: string, purpose: LinkPurpose): Promise<{ readonly uid: string; readonly email: string | null }> {
    const uid =
      (await this.find(token, purpose)) ??
      (purpose === 'reset-password' ? await this.find(token, 'claim-account') : undefined);
    const user = uid === undefined ? undefined : await this.users.find(uid);
    if (!user) throw purpose === 'reset-password' ? new InvalidResetToken() : new InvalidVerificationToken();
    return { uid: user.uid, email: user.email };
  }

  private find(token: string, purpose: TokenPurpose): Promise<string | undefined> {
    return this.tokens.find(this.secrets.digest(token), purpose, this.clock.now());
  }
}
