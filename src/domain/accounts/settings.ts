import { defineSettings } from '../../shared/settings/define-settings.ts';
import { DEFAULT_REGISTRATION, registration } from '../../shared/settings/registration.ts';
import { DEFAULT_SECOND_FACTOR, secondFactor } from '../../shared/settings/second-factor.ts';

export const REGISTRATION = defineSettings({
  name: 'registration',
  schema: registration,
  defaults: () => DEFAULT_REGISTRATION,
});

export const SECOND_FACTOR = defineSettings({
  name: 'second-factor',
  schema: secondFactor,
  defaults: () => DEFAULT_SECOND_FACTOR,
});
