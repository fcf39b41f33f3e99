import { defineSettings } from '../../shared/settings/define-settings.ts';
import { DEFAULT_TRIAL, freemium } from '../../shared/settings/freemium.ts';

export const FREEMIUM = defineSettings({
  name: 'freemium',
  row: 'trial',
  schema: freemium,
  defaults: ({ trialPrimary, trialFallback }) => ({
    ...DEFAULT_TRIAL,
    freemiumPrimaryModel: trialPrimary,
    freemiumFallbackModel: trialFallback,
  }),
  environment: { MODEL_PRIMARY: ['freemiumPrimaryModel'], MODEL_FALLBACK: ['freemiumFallbackModel'] },
  asksReason: true,
});
