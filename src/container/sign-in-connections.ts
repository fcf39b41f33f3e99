import type { CaptchaConnection } from '../adapters/captcha/provider.ts';
import type { IdentityConnection } from '../adapters/identity/provider.ts';
import type { MailTransport } from '../adapters/mail/provider.ts';
import type { OneTimeSecrets, TextMessages } from '../domain/accounts/ports.ts';
import type { Clock, Ids, Outbox, Secrets } from '../domain/kernel/ports.ts';
import type { SignInAdapters } from './adapter-selection.ts';

interface SignInDeps {
  readonly outbox: Outbox;
  readonly oneTime: OneTimeSecrets;
  readonly secrets: Secrets;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** The chosen providers of sign-in, connected. */
export class SignInConnections {
  readonly mail: MailTransport;
  readonly sms: TextMessages;
  readonly identity: IdentityConnection;
  readonly captcha: CaptchaConnection;

  constructor(adapters: SignInAdapters, siteUrl: string, deps: SignInDeps) {
    this.mail = adapters.mail.connect(deps);
    this.sms = adapters.sms.connect(deps);
    this.identity = adapters.identity.connect({ clock: deps.clock, siteUrl });
    this.captcha = adapters.captcha.connect(deps);
  }
}
