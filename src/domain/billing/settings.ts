import { TIERS } from '../../shared/tiers.ts';
import { defineSettings } from '../../shared/settings/define-settings.ts';
import { modelConfig, visibleModelConfig } from '../../shared/settings/model-config.ts';
import { rateLimits } from '../../shared/settings/rate-limits.ts';
import type { Settings } from '../kernel/ports.ts';
import { defaultLimits, type Limits } from './limits.ts';
import type { ModelConfig, RateLimits } from './ports.ts';

export const RATE_LIMITS = defineSettings({
  name: 'rate-limits',
  schema: rateLimits,
  defaults: (installation) => defaultLimits(installation).rateLimits,
  environment: {
    MODEL_PRIMARY: TIERS.map((tier) => `subscriptions.${tier}.models.primary`),
    MODEL_FALLBACK: TIERS.map((tier) => `subscriptions.${tier}.models.fallback`),
  },
  asksReason: true,
});

const MODEL_LISTS = TIERS.map((tier) => `tiers.${tier}.models`);

export const MODEL_CONFIG = defineSettings({
  name: 'model-config',
  schema: modelConfig,
  visible: visibleModelConfig,
  defaults: (installation) => defaultLimits(installation).modelConfig,
  environment: { MODEL_PRIMARY: MODEL_LISTS, MODEL_FALLBACK: MODEL_LISTS },
});

export class LimitSettings {
  constructor(
    private readonly rates: Settings<RateLimits>,
    private readonly models: Settings<ModelConfig>,
  ) {}

  async current(): Promise<Limits> {
    return { rateLimits: await this.rates.current(), modelConfig: await this.models.current() };
  }
}
