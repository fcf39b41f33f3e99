import { z } from 'zod';

import { urlField, optionalField, tokenField } from '../../platform/provider-registry.ts';
import { captchaProvider } from './provider.ts';
import { SiteVerifyCaptcha } from './site-verify.ts';

const HOST = 'https://challenges.cloudflare.com';

export const turnstile = captchaProvider({
  id: 'turnstile',
  label: 'Cloudflare Turnstile',
  settings: z.object({
    TURNSTILE_SECRET_KEY: tokenField('Secret key.'),
    TURNSTILE_SITE_KEY: tokenField('Site key.'),
    TURNSTILE_BASE_URL: optionalField(urlField(`Address of the verification service, if not \`${HOST}\`.`)),
  }),
  enabledBy: 'TURNSTILE_SECRET_KEY',
  connect: (settings) => ({
    captcha: new SiteVerifyCaptcha(
      {
        provider: 'turnstile',
        siteKey: settings.TURNSTILE_SITE_KEY,
        scriptUrl: `${HOST}/turnstile/v0/api.js?render=explicit`,
      },
      `${settings.TURNSTILE_BASE_URL ?? HOST}/turnstile/v0/siteverify`,
      settings.TURNSTILE_SECRET_KEY,
    ),
    hosts: { script: [HOST], frame: [HOST], style: [], connect: [] },
  }),
});
