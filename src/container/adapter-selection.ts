import type { CaptchaConnection, CaptchaDeps } from '../adapters/captcha/provider.ts';
import { CAPTCHA } from '../adapters/captcha/providers.ts';
import type { IdentityConnection, IdentityDeps } from '../adapters/identity/provider.ts';
import { IDENTITY } from '../adapters/identity/providers.ts';
import type { MailDeps, MailTransport } from '../adapters/mail/provider.ts';
import { MAIL } from '../adapters/mail/providers.ts';
import type { SmsDeps } from '../adapters/sms/provider.ts';
import { SMS } from '../adapters/sms/providers.ts';
import type { TextMessages } from '../domain/accounts/ports.ts';
import { selectProvider, type ProviderSelection, type Env } from '../platform/provider-registry.ts';

export type SelectedProvider<Tools, Port> = Exclude<ProviderSelection<Tools, Port>, { provider?: undefined }>;

/** Who serves mail, text messages, identities and the captcha. */
export interface SignInAdapters {
  readonly mail: SelectedProvider<MailDeps, MailTransport>;
  readonly sms: SelectedProvider<SmsDeps, TextMessages>;
  readonly identity: SelectedProvider<IdentityDeps, IdentityConnection>;
  readonly captcha: SelectedProvider<CaptchaDeps, CaptchaConnection>;
}

/** Reads the variables of all four; a fault names its variable. */
export const selectSignInAdapters = (
  env: Env,
  sandboxes: boolean,
): { faults: readonly string[]; signIn?: SignInAdapters } => {
  const mail = selectProvider(MAIL, env, sandboxes);
  const sms = selectProvider(SMS, env, sandboxes);
  const identity = selectProvider(IDENTITY, env, sandboxes);
  const captcha = selectProvider(CAPTCHA, env, sandboxes);
  const faults = [...mail.faults, ...sms.faults, ...identity.faults, ...captcha.faults, ...incompletePairs(env)];
  if (!mail.provider || !sms.provider || !identity.provider || !captcha.provider || faults.length > 0)
    return { faults };
  return { faults, signIn: { mail, sms, identity, captcha } };
};

/** Variables that mean nothing without each other. */
const incompletePairs = (env: Env): string[] => {
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
export const outboxKinds = ({ mail, sms }: SignInAdapters): readonly ('mail' | 'sms')[] => [
  ...(mail.provider.isSandbox ? ['mail' as const] : []),
  ...(sms.provider.isSandbox ? ['sms' as const] : []),
];
