import type { CaptchaConnection, CaptchaTools } from '../adapters/captcha/provider.ts';
import { CAPTCHA } from '../adapters/captcha/providers.ts';
import type { IdentityConnection, IdentityTools } from '../adapters/identity/provider.ts';
import { IDENTITY } from '../adapters/identity/providers.ts';
import type { MailTools, Postman } from '../adapters/mail/provider.ts';
import { MAIL } from '../adapters/mail/providers.ts';
import type { SmsTools } from '../adapters/sms/provider.ts';
import { SMS } from '../adapters/sms/providers.ts';
import type { TextMessages } from '../domain/accounts/ports.ts';
import { choose, type Chosen, type Env } from '../provider.ts';

export type Ready<Tools, Port> = Exclude<Chosen<Tools, Port>, { provider?: undefined }>;

/** Who serves mail, text messages, identities and the captcha. */
export interface SignInChoice {
  readonly mail: Ready<MailTools, Postman>;
  readonly sms: Ready<SmsTools, TextMessages>;
  readonly identity: Ready<IdentityTools, IdentityConnection>;
  readonly captcha: Ready<CaptchaTools, CaptchaConnection>;
}

/** Reads the variables of all four; a fault names its variable. */
export const chooseSignIn = (env: Env, sandboxes: boolean): { faults: readonly string[]; signIn?: SignInChoice } => {
  const mail = choose(MAIL, env, sandboxes);
  const sms = choose(SMS, env, sandboxes);
  const identity = choose(IDENTITY, env, sandboxes);
  const captcha = choose(CAPTCHA, env, sandboxes);
  const faults = [...mail.faults, ...sms.faults, ...identity.faults, ...captcha.faults, ...halfSet(env)];
  if (!mail.provider || !sms.provider || !identity.provider || !captcha.provider || faults.length > 0)
    return { faults };
  return { faults, signIn: { mail, sms, identity, captcha } };
};

/** Variables that mean nothing without each other. */
const halfSet = (env: Env): string[] => {
  const pairs = [
    ['FIREBASE_API_KEY', 'GOOGLE_CLIENT_ID'],
    ['SMTP_URL', 'MAIL_FROM'],
  ] as const;
  const missing = pairs
    .flatMap(([a, b]) => [[a, b] as const, [b, a] as const])
    .filter(([set, other]) => env[set]?.trim() && !env[other]?.trim());
  return missing.filter(([set]) => set !== 'SMTP_URL').map(([set, other]) => `${other} is not set, but ${set} is`);
};

/** What is put into the outbox instead of being sent, and so is shown on the page /sandbox. */
export const outboxKinds = ({ mail, sms }: SignInChoice): readonly ('mail' | 'sms')[] => [
  ...(mail.provider.isSandbox ? ['mail' as const] : []),
  ...(sms.provider.isSandbox ? ['sms' as const] : []),
];
