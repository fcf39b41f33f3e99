import type { ProviderRegistry } from '../../platform/provider-registry.ts';
import { builtin } from './builtin.ts';
import { hcaptcha } from './hcaptcha.ts';
import type { CaptchaConnection, CaptchaDeps } from './provider.ts';
import { turnstile } from './turnstile.ts';

/** Captcha providers. The built-in one is no sandbox: it serves everywhere. */
export const CAPTCHA: ProviderRegistry<CaptchaDeps, CaptchaConnection> = {
  variable: 'CAPTCHA',
  providers: [turnstile, hcaptcha],
  fallback: builtin,
  productionFallback: builtin,
};
