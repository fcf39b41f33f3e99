import { NOTICES, USAGE_MAIL } from '../../src/domain/operations/settings.ts';
import { REGISTRATION, SECOND_FACTOR } from '../../src/domain/accounts/settings.ts';
import { AUDIT } from '../../src/domain/audit/settings.ts';
import { AGENTS } from '../../src/domain/agents/settings.ts';
import { defaultLimits, type Limits } from '../../src/domain/billing/limits.ts';
import { LimitSettings, MODEL_CONFIG, RATE_LIMITS } from '../../src/domain/billing/settings.ts';
import { FILE_TTL, STORAGE_LIMITS, VISION } from '../../src/domain/files/settings.ts';
import { Settings } from '../../src/domain/kernel/ports.ts';
import { AllSettings } from '../../src/domain/kernel/settings.ts';
import { FREEMIUM } from '../../src/domain/trial/settings.ts';
import { TOOLS } from '../../src/domain/tools/settings.ts';
import {
  type Installation,
  resolveSettings,
  type SettingsDefinition,
  type SettingsDocument,
} from '../../src/shared/settings/define-settings.ts';
import type { SettingsDocuments, SettingsName } from '../../src/shared/settings/documents.ts';
import type { Restorable } from './kernel.ts';

export const KIMI = 'moonshotai/kimi-k2-instruct';
export const GEMMA = 'gemma2-9b-it';
export const LLAMA = 'llama-3.3-70b-versatile';

const INSTALLATION: Installation = {
  primary: KIMI,
  fallback: LLAMA,
  freeFallback: GEMMA,
  trialPrimary: 'model-1',
  trialFallback: 'model-2',
  vision: 'seeing-model',
};

export const resolved = <N extends SettingsName>(
  definition: SettingsDefinition<N>,
): SettingsDocument<SettingsDocuments[N]> => resolveSettings(definition, INSTALLATION, () => false);

export class InMemorySettings<T> extends Settings<T> implements Restorable {
  private value: T;

  constructor(
    readonly document: SettingsDocument<T>,
    value = document.defaults,
  ) {
    super();
    this.value = value;
  }

  async current(): Promise<T> {
    return this.value;
  }

  async change(value: T): Promise<void> {
    this.value = value;
  }

  snapshot(): () => void {
    const before = this.value;
    return () => {
      this.value = before;
    };
  }
}

export const inMemorySettings = <N extends SettingsName>(
  definition: SettingsDefinition<N>,
  value?: SettingsDocuments[N],
): InMemorySettings<SettingsDocuments[N]> => new InMemorySettings(resolved(definition), value);

/** Everything that admins set, as a test begins. */
export const allInMemory = () => {
  const byName = {
    'rate-limits': inMemorySettings(RATE_LIMITS),
    'model-config': inMemorySettings(MODEL_CONFIG),
    agents: inMemorySettings(AGENTS),
    freemium: inMemorySettings(FREEMIUM),
    vision: inMemorySettings(VISION),
    'storage-limits': inMemorySettings(STORAGE_LIMITS),
    'file-ttl': inMemorySettings(FILE_TTL),
    registration: inMemorySettings(REGISTRATION),
    'second-factor': inMemorySettings(SECOND_FACTOR),
    audit: inMemorySettings(AUDIT),
    notices: inMemorySettings(NOTICES),
    'usage-mail': inMemorySettings(USAGE_MAIL),
    tools: inMemorySettings(TOOLS),
  };
  return { byName, settings: new AllSettings(byName) };
};

/** The limits as the specification has them, with some of their features switched. */
export const someLimits = (features: Partial<Limits['rateLimits']['features']> = {}): Limits => {
  const { rateLimits, modelConfig } = defaultLimits(INSTALLATION);
  return { modelConfig, rateLimits: { ...rateLimits, features: { ...rateLimits.features, ...features } } };
};

export class InMemoryLimitSettings extends LimitSettings {
  private readonly settings: readonly [Settings<Limits['rateLimits']>, Settings<Limits['modelConfig']>];

  constructor({ rateLimits, modelConfig }: Limits = someLimits()) {
    const settings = [inMemorySettings(RATE_LIMITS, rateLimits), inMemorySettings(MODEL_CONFIG, modelConfig)] as const;
    super(...settings);
    this.settings = settings;
  }

  async change({ rateLimits, modelConfig }: Partial<Limits>): Promise<void> {
    const [rates, models] = this.settings;
    if (rateLimits) await rates.change(rateLimits);
    if (modelConfig) await models.change(modelConfig);
  }
}
