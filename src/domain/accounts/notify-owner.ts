import type { Background } from '../kernel/ports.ts';
import type { EmailMessage, Mailer, Site, UserRepository } from './ports.ts';
import type { VerificationPolicy } from './verification-policy.ts';

export type OwnerNotice = Extract<
  EmailMessage['kind'],
  'app-added' | 'app-removed' | 'passkey-added' | 'passkey-removed' | 'provider-linked' | 'provider-unlinked'
>;

export interface NotifyOwnerDeps {
  readonly users: UserRepository;
  readonly mailer: Mailer;
  readonly site: Site;
  readonly background: Background;
  readonly verification: VerificationPolicy;
}

/** The section of the settings where it can be undone. */
const SECTIONS: Readonly<Record<OwnerNotice, string>> = {
  'app-added': 'second-factor',
  'app-removed': 'second-factor',
  'passkey-added': 'second-factor',
  'passkey-removed': 'second-factor',
  'provider-linked': 'sign-in',
  'provider-unlinked': 'sign-in',
};

/**
 * Mails the owner of an account that a way into it was added or removed, since it may not have been them. Not to an
 * address that nobody has verified: it may be a stranger's.
 */
export class NotifyOwner {
  constructor(private readonly deps: NotifyOwnerDeps) {}

  execute(uid: string, kind: OwnerNotice): void {
    const { users, mailer, site, background, verification } = this.deps;
    background.run(`mailing about a way in: ${kind}`, async () => {
      const user = await users.find(uid);
      if (!user || user.email === null || !verification.countsAsVerified(user)) return;
      const link = `${site.url}/#/settings/${SECTIONS[kind]}`;
      await mailer.send({ kind, to: user.email, link, language: user.language });
    });
  }
}
