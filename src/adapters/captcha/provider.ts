import type { Captcha, OneTimeSecrets } from '../../domain/accounts/ports.ts';
import type { Clock, Secrets } from '../../domain/kernel/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

export interface CaptchaDeps {
  readonly oneTime: OneTimeSecrets;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** Foreign hosts that the captcha's script needs; none for the built-in one. */
export interface CaptchaHosts {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly style: readonly string[];
  readonly connect: readonly string[];
}

export abstract class CaptchaConnection {
  abstract readonly captcha: Captcha;
  abstract readonly hosts: CaptchaHosts;
}

export const captchaProvider = defineProvider<CaptchaDeps, CaptchaConnection>();
