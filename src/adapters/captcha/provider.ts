import type { Captcha, OneTimeSecrets } from '../../domain/accounts/ports.ts';
import type { Clock, Secrets } from '../../domain/kernel/ports.ts';
import { providerOf } from '../../provider.ts';

export interface CaptchaTools {
  readonly oneTime: OneTimeSecrets;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** Foreign hosts that a captcha's script needs; none for our own. */
export interface CaptchaHosts {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly style: readonly string[];
  readonly connect: readonly string[];
}

export interface CaptchaConnection {
  readonly captcha: Captcha;
  readonly hosts: CaptchaHosts;
}

export const captchaProvider = providerOf<CaptchaTools, CaptchaConnection>();
