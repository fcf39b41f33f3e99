import { defineSettings } from '../../shared/settings/define-settings.ts';
import { DEFAULT_REGISTRATION, registration } from '../../shared/settings/registration.ts';

export const REGISTRATION = defineSettings({
  name: 'registration',
  schema: registration,
  defaults: () => DEFAULT_REGISTRATION,
});
