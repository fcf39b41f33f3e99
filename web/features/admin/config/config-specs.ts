import { DEFAULT_AGENT_CONFIG } from '../../../../src/shared/settings/agents.ts';
import type { SettingsName } from '../../../../src/shared/settings/documents.ts';
import type { Configs, Draft } from '../../../state/admin-slice.ts';
import type { TextKey } from '../texts.ts';
import { diffRateLimits } from './config-diff.ts';

/** In what the page treats one configuration unlike the others. */
export interface ConfigSpec<N extends SettingsName> {
  /** Its name for people. */
  readonly title: TextKey;
  readonly loadFailure: TextKey;
  readonly saveFailure: TextKey;
  /** What is shown when it could not be loaded; without it there is no form then. */
  readonly fallback?: Configs[N];
  /** The part of a draft that is sent; by default all of it. */
  readonly toUpdates?: (draft: Draft<Configs[N]>) => object;
}

const FAILURE_TEXTS = { loadFailure: 'loadFailed', saveFailure: 'saveFailed' } as const;

export const CONFIG_SPECS: { readonly [N in SettingsName]: ConfigSpec<N> } = {
  'rate-limits': {
    ...FAILURE_TEXTS,
    title: 'titleRates',
    toUpdates: ({ base, value }) => diffRateLimits(base, value),
  },
  'model-config': { ...FAILURE_TEXTS, title: 'titleModels' },
  vision: { ...FAILURE_TEXTS, title: 'titleVision', saveFailure: 'visionSaveFailed' },
  agents: {
    ...FAILURE_TEXTS,
    title: 'titleAgents',
    loadFailure: 'agentsLoadFailed',
    fallback: DEFAULT_AGENT_CONFIG,
  },
  freemium: { ...FAILURE_TEXTS, title: 'titleTrial' },
  'file-ttl': { title: 'titleExpiry', loadFailure: 'ttlLoadFailed', saveFailure: 'ttlSaveFailed' },
  'storage-limits': { ...FAILURE_TEXTS, title: 'titleStorage' },
  registration: { ...FAILURE_TEXTS, title: 'titleRegistration' },
  'second-factor': { ...FAILURE_TEXTS, title: 'titleSecondFactor' },
  audit: { ...FAILURE_TEXTS, title: 'titleAudit' },
  'usage-mail': { ...FAILURE_TEXTS, title: 'titleUsageMail' },
  notices: { ...FAILURE_TEXTS, title: 'titleNotices' },
  tools: { ...FAILURE_TEXTS, title: 'titleTools' },
};
