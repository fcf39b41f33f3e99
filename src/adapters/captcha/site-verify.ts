import { z } from 'zod';

import { CaptchaUnavailable } from '../../domain/accounts/errors.ts';
import { Captcha, type CaptchaConfig } from '../../domain/accounts/ports.ts';
import { postForJson } from '../../platform/vendor-fetch.ts';

const TIMEOUT_MS = 8000;
const MAX_TOKEN_LENGTH = 4096;

const verifyResponse = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() });
/** Error codes that blame our key and not the token. */
const CONFIGURATION_ERRORS = [
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'internal-error',
];

/**
 * A captcha verified by its vendor through the `siteverify` call of Turnstile and hCaptcha, which enforce single use.
 */
export class SiteVerifyCaptcha extends Captcha {
  readonly config: CaptchaConfig;

  constructor(
    shown: CaptchaConfig,
    private readonly url: string,
    private readonly secret: string,
  ) {
    super();
    this.config = shown;
  }

  createChallenge(): undefined {
    return undefined;
  }

  async verify(token: string): Promise<boolean> {
    if (token.length > MAX_TOKEN_LENGTH) return false;
    const { success, 'error-codes': codes = [] } = await this.siteverify(token);
    const configurationErrors = codes.filter((code) => CONFIGURATION_ERRORS.includes(code));
    if (configurationErrors.length > 0)
      throw new CaptchaUnavailable(new Error(`The captcha provider returned ${configurationErrors.join(', ')}`));
    return success;
  }

  private async siteverify(token: string): Promise<z.output<typeof verifyResponse>> {
    try {
      const body = new URLSearchParams({ secret: this.secret, response: token });
      return verifyResponse.parse((await postForJson(this.url, TIMEOUT_MS, { body })).json);
    } catch (error) {
      throw new CaptchaUnavailable(error);
    }
  }
}
