import { z } from 'zod';

import { address, optional, word } from '../../provider.ts';
import { captchaProvider } from './provider.ts';
import { SiteVerifyCaptcha } from './site-verify.ts';

const HOST = 'https://challenges.cloudflare.com';

export const turnstile = captchaProvider({
  id: 'turnstile',
  label: 'Cloudflare Turnstile',
  settings: z.object({
    TURNSTILE_SECRET_KEY: word('Secret key.'),
    TURNSTILE_SITE_KEY: word('Site key.'),
    TURNSTILE_BASE_URL: optional(address(`Where tokens are checked, if not \`${HOST}\`.`)),
  }),
  switchedOnBy: 'TURNSTILE_SECRET_KEY',
  connect: (set) => ({
    captcha: new SiteVerifyCaptcha(
      {
        provider: 'turnstile',
        siteKey: set.TURNSTILE_SITE_KEY,
        scriptUrl: `${HOST}/turnstile/v0/api.js?render=explicit`,
      },
      `${set.TURNSTILE_BASE_URL ?? HOST}/turnstile/v0/siteverify`,
      set.TURNSTILE_SECRET_KEY,
    ),
    hosts: { script: [HOST], frame: [HOST], style: [], connect: [] },
  }),
});
