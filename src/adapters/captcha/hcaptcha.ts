import { z } from 'zod';

import { address, optional, word } from '../../provider.ts';
import { captchaProvider } from './provider.ts';
import { SiteVerifyCaptcha } from './site-verify.ts';

const HOSTS = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

export const hcaptcha = captchaProvider({
  id: 'hcaptcha',
  label: 'hCaptcha',
  settings: z.object({
    HCAPTCHA_SECRET_KEY: word('Secret key.'),
    HCAPTCHA_SITE_KEY: word('Site key.'),
    HCAPTCHA_BASE_URL: optional(address('Where tokens are checked, if not `https://api.hcaptcha.com`.')),
  }),
  switchedOnBy: 'HCAPTCHA_SECRET_KEY',
  connect: (set) => ({
    captcha: new SiteVerifyCaptcha(
      {
        provider: 'hcaptcha',
        siteKey: set.HCAPTCHA_SITE_KEY,
        scriptUrl: 'https://js.hcaptcha.com/1/api.js?render=explicit',
      },
      `${set.HCAPTCHA_BASE_URL ?? 'https://api.hcaptcha.com'}/siteverify`,
      set.HCAPTCHA_SECRET_KEY,
    ),
    hosts: { script: HOSTS, frame: HOSTS, style: HOSTS, connect: HOSTS },
  }),
});
