import type { Choice } from '../../provider.ts';
import { builtin } from './builtin.ts';
import { hcaptcha } from './hcaptcha.ts';
import type { CaptchaConnection, CaptchaTools } from './provider.ts';
import { turnstile } from './turnstile.ts';

/** Who may tell people from scripts. The built-in one is a full provider, so it serves everywhere. */
export const CAPTCHA: Choice<CaptchaTools, CaptchaConnection> = {
  variable: 'CAPTCHA',
  real: [turnstile, hcaptcha],
  fallback: builtin,
  withoutSandbox: builtin,
};
