import { z } from 'zod';

import { CaptchaUnavailable } from '../../domain/accounts/errors.ts';
import { Captcha, type CaptchaShown } from '../../domain/accounts/ports.ts';

const LIMIT_MS = 8000;
const MOST_LETTERS = 4096;

const answered = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() });
/** The token is not to blame: our own key is wrong. */
const OURS = ['missing-input-secret', 'invalid-input-secret', 'sitekey-secret-mismatch', 'internal-error'];

/** A captcha that its maker checks, by the `siteverify` call that Turnstile and hCaptcha share. They see to single use. */
export class SiteVerifyCaptcha extends Captcha {
  readonly shown: CaptchaShown;
  private readonly url: string;
  private readonly secret: string;

  constructor(shown: CaptchaShown, url: string, secret: string) {
    super();
    this.shown = shown;
    this.url = url;
    this.secret = secret;
  }

  challenge(): undefined {
    return undefined;
  }

  async passes(token: string): Promise<boolean> {
    if (token.length > MOST_LETTERS) return false;
    const { success, 'error-codes': codes = [] } = await this.ask(token);
    const ours = codes.filter((code) => OURS.includes(code));
    if (ours.length > 0) throw new CaptchaUnavailable(new Error(`The captcha provider said ${ours.join(', ')}`));
    return success;
  }

  private async ask(token: string): Promise<z.output<typeof answered>> {
    try {
      const body = new URLSearchParams({ secret: this.secret, response: token });
      const answer = await fetch(this.url, {
        method: 'POST',
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      return answered.parse(await answer.json());
    } catch (error) {
      throw new CaptchaUnavailable(error);
    }
  }
}
