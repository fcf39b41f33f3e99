import { z } from 'zod';

import { urlField, optionalField, tokenField } from '../../platform/provider-registry.ts';
import { captchaProvider } from './provider.ts';
import { SiteVerifyCaptcha } from './site-verify.ts';

const HOSTS = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

export const hcaptcha = captchaProvider({
  id: 'hcaptcha',
  label: 'hCaptcha',
  settings: z.object({
    HCAPTCHA_SECRET_KEY: tokenField('Secret key.'),
    HCAPTCHA_SITE_KEY: tokenField('Site key.'),
    HCAPTCHA_BASE_URL: optionalField(
      urlField('Address of the verification service, if not `https://api.hcaptcha.com`.'),
    ),
  }),
  enabledBy: 'HCAPTCHA_SECRET_KEY',
  connect: (settings) => ({
    captcha: new SiteVerifyCaptcha(
      {
        provider: 'hcaptcha',
        siteKey: settings.HCAPTCHA_SITE_KEY,
        scriptUrl: 'https://js.hcaptcha.com/1/api.js?render=explicit',
      },
      `${settings.HCAPTCHA_BASE_URL ?? 'https://api.hcaptcha.com'}/siteverify`,
      settings.HCAPTCHA_SECRET_KEY,
    ),
    hosts: { script: HOSTS, frame: HOSTS, style: HOSTS, connect: HOSTS },
  }),
});
