import { audit, DEFAULT_AUDIT } from '../../shared/settings/audit.ts';
import { defineSettings } from '../../shared/settings/define-settings.ts';

export const AUDIT = defineSettings({
  name: 'audit',
  schema: audit,
  defaults: () => DEFAULT_AUDIT,
  asksReason: true,
});
