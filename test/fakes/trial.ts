import type { TrialConfig } from '../../src/shared/settings/freemium.ts';

export const aTrialConfig = (more: Partial<TrialConfig> = {}): TrialConfig => ({
  freemiumUnauth: true,
  freemiumAgentAccess: false,
  freemiumMaxMessages: 3,
  freemiumPrimaryModel: 'model-1',
  freemiumFallbackModel: 'model-2',
  ...more,
});
