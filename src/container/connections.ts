import type { CaptchaConnection } from '../adapters/captcha/provider.ts';
import type { IdentityConnection } from '../adapters/identity/provider.ts';
import type { Postman } from '../adapters/mail/provider.ts';
import type { OneTimeSecrets, TextMessages } from '../domain/accounts/ports.ts';
import type { Clock, Ids, Outbox, Secrets } from '../domain/kernel/ports.ts';
import type { SignInChoice } from './sign-in-choice.ts';

interface Tools {
  readonly outbox: Outbox;
  readonly oneTime: OneTimeSecrets;
  readonly secrets: Secrets;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** The chosen providers of sign-in, connected. */
export class Connections {
  readonly mail: Postman;
  readonly sms: TextMessages;
  readonly identity: IdentityConnection;
  readonly captcha: CaptchaConnection;

  constructor(choice: SignInChoice, siteUrl: string, tools: Tools) {
    this.mail = choice.mail.connect(tools);
    this.sms = choice.sms.connect(tools);
    this.identity = choice.identity.connect({ clock: tools.clock, siteUrl });
    this.captcha = choice.captcha.connect(tools);
  }
}
