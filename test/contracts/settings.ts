import { NOTICES, USAGE_MAIL } from '../../src/domain/operations/settings.ts';
import { REGISTRATION, SECOND_FACTOR } from '../../src/domain/accounts/settings.ts';
import { AUDIT } from '../../src/domain/audit/settings.ts';
import { AGENTS } from '../../src/domain/agents/settings.ts';
import { MODEL_CONFIG, RATE_LIMITS } from '../../src/domain/billing/settings.ts';
import { FILE_TTL, STORAGE_LIMITS, VISION } from '../../src/domain/files/settings.ts';
import type { Settings } from '../../src/domain/kernel/ports.ts';
import { FREEMIUM } from '../../src/domain/trial/settings.ts';
import { TOOLS } from '../../src/domain/tools/settings.ts';
import type { SettingsDefinition } from '../../src/shared/settings/define-settings.ts';
import { SETTINGS_NAMES, type SettingsDocuments, type SettingsName } from '../../src/shared/settings/documents.ts';

/** Opens one document that nobody has changed. */
export type OpenSettings = <N extends SettingsName>(
  definition: SettingsDefinition<N>,
) => Promise<Settings<SettingsDocuments[N]>>;

type Check = (open: OpenSettings) => Promise<void>;

const changing = <N extends SettingsName>(
  definition: SettingsDefinition<N>,
  change: (defaults: SettingsDocuments[N]) => SettingsDocuments[N],
): readonly [SettingsName, Check] => [
  definition.name,
  async (open) => {
    const settings = await open(definition);
    const { defaults } = settings.document;
    expect(await settings.current()).toEqual(defaults);
    const changed = change(defaults);
    expect(changed).not.toEqual(defaults);
    await settings.change(changed);
    expect(await settings.current()).toEqual(changed);
    await settings.change(defaults);
    expect(await settings.current()).toEqual(defaults);
  },
];

const CHECKS: readonly (readonly [SettingsName, Check])[] = [
  changing(RATE_LIMITS, ({ subscriptions, features }) => ({
    subscriptions: {
      ...subscriptions,
      free: {
        daily: { messages: 5, otherModels: -1, moonshotModels: 0, followUps: 7 },
        lifetime: { totalMessages: 100, modelLimits: { 'acme/größer': 0 } },
        models: { primary: 'a', fallback: 'b' },
      },
    },
    features: { ...features, enableLifetimeLimits: true, graceMessages: 0 },
  })),
  changing(MODEL_CONFIG, ({ tiers }) => ({
    tiers: {
      ...tiers,
      basic: { models: [{ id: 'm', displayName: 'M 🥞', isPrimary: true, messageLimit: 3, unlimited: false }] },
    },
  })),
  changing(AGENTS, (config) => ({
    ...config,
    defaultAgentType: 'code_agent',
    availableAgentTypes: [],
    maxAgentRequests: { free: 1, basic: 0, premium: -1 },
    modelConfig: {
      ...config.modelConfig,
      code_agent: { model: 'acme/größer', displayName: 'Coder', description: '' },
    },
  })),
  changing(FREEMIUM, (config) => ({ ...config, freemiumMaxMessages: 10, freemiumPrimaryModel: 'acme/größer' })),
  changing(VISION, (config) => ({ ...config, enabled: false, model: 'acme/größer' })),
  changing(STORAGE_LIMITS, (limits) => ({
    ...limits,
    tiers: { ...limits.tiers, free: { maxFileSizeMB: 1.5, maxTotalStorageMB: -1, maxFiles: 0 } },
    maxFilesPerMessage: 2,
  })),
  changing(FILE_TTL, () => ({ chatFiles: { ttlHours: 0.5 } })),
  changing(REGISTRATION, () => ({ mode: 'closed', domains: ['example.org'], requestMails: false })),
  changing(SECOND_FACTOR, () => ({ requiredOf: 'admins' })),
  changing(NOTICES, (notices) => ({ ...notices, maintenance: { isOn: true, text: 'Größer 🥞' } })),
  changing(USAGE_MAIL, () => ({ isOn: true, weekday: 'sunday' })),
  changing(AUDIT, () => ({ retentionDays: 90 })),
  changing(TOOLS, ({ ownServers }) => ({
    enabled: false,
    ownServers: { ...ownServers, premium: true },
    maxCalls: 1,
    callTimeoutSeconds: 600,
  })),
];

/** What all Settings must do, with each document. */
export const behavesLikeSettings = (name: string, open: OpenSettings): void => {
  describe(`${name}: settings`, () => {
    test.each(CHECKS)('%s are the defaults until they are changed, and then what was last set', (_name, check) =>
      check(open),
    );

    test('of each document something is checked', () => {
      expect(CHECKS.map(([document]) => document).sort()).toEqual([...SETTINGS_NAMES].sort());
    });
  });
};
