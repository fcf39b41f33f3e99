import { defineSettings } from '../../shared/settings/define-settings.ts';
import { DEFAULT_NOTICES, notices } from '../../shared/settings/notices.ts';

export const NOTICES = defineSettings({ name: 'notices', schema: notices, defaults: () => DEFAULT_NOTICES });
