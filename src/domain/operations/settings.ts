import { defineSettings } from '../../shared/settings/define-settings.ts';
import { DEFAULT_USAGE_MAIL, usageMail } from '../../shared/settings/usage-mail.ts';
import { DEFAULT_NOTICES, notices } from '../../shared/settings/notices.ts';

export const NOTICES = defineSettings({ name: 'notices', schema: notices, defaults: () => DEFAULT_NOTICES });

export const USAGE_MAIL = defineSettings({
  name: 'usage-mail',
  schema: usageMail,
  defaults: () => DEFAULT_USAGE_MAIL,
});
