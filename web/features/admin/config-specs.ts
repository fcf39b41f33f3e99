import type * as contract from '../../../src/contract/admin-config.ts';
import type * as models from '../../../src/contract/models.ts';
import type { ConfigName } from '../../../src/contract/config-schemas.ts';
import { endpoint, type ApiRequest } from '../../lib/api.ts';
import type { Configs, Draft, Drafts } from '../../state/admin-slice.ts';
import type { RootState } from '../../state/root.ts';
import type { AppDispatch } from '../../state/store.ts';
import { DEFAULT_AGENTS } from './agent-defaults.ts';
import { configApi, type Loaded } from './config-api.ts';
import { rateUpdates } from './documents.ts';
import type { TextKey } from './texts.ts';

const saveRates = endpoint<typeof contract.saveRateLimits>('post', '/api/admin/rate-limits');
const saveModels = endpoint<typeof models.saveModelConfig>('post', '/api/ai/model-config');
const saveAgents = endpoint<typeof contract.saveAgents>('post', '/api/admin/agent-config');
const saveFreemium = endpoint<typeof contract.saveFreemium>('post', '/api/admin/freemium-config');
const saveVision = endpoint<typeof contract.saveVision>('post', '/api/admin/vision-config');
const saveStorage = endpoint<typeof contract.saveStorageLimits>('put', '/api/admin/storage-limits');
const saveTtl = endpoint<typeof contract.saveFileTtl>('put', '/api/admin/file-ttl-config');

interface Read<T> {
  readonly currentData?: Loaded<T> | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
}

/** Everything in which one configuration differs from the others. */
export interface Spec<N extends ConfigName> {
  readonly name: N;
  /** Its name for people. */
  readonly title: TextKey;
  readonly loadFailure: TextKey;
  readonly saveFailure: TextKey;
  /** What is shown when it could not be loaded; without it there is no form then. */
  readonly fallback?: Configs[N];
  readonly useRead: () => Read<Configs[N]>;
  readonly select: (state: RootState) => Loaded<Configs[N]> | undefined;
  readonly fetch: (dispatch: AppDispatch) => Promise<Loaded<Configs[N]> | undefined>;
  readonly put: (draft: Draft<Configs[N]> | undefined) => Drafts;
  /** The call that saves a draft; the server refuses it when the draft's version is not the newest any more. */
  readonly request: (draft: Draft<Configs[N]>, reason: string) => ApiRequest;
}

const { rateLimits, modelConfig, agentConfig, freemiumSettings, vision, storageLimits, fileTtl } = configApi.endpoints;
const ANEW = { forceRefetch: true, subscribe: false } as const;
const FAILED = { loadFailure: 'loadFailed', saveFailure: 'saveFailed' } as const;

export const RATE_LIMITS: Spec<'rate-limits'> = {
  ...FAILED,
  name: 'rate-limits',
  title: 'titleRates',
  useRead: () => configApi.useRateLimitsQuery(),
  select: (state) => rateLimits.select()(state).data,
  fetch: async (dispatch) => (await dispatch(rateLimits.initiate(undefined, ANEW))).data,
  put: (draft) => ({ 'rate-limits': draft }),
  request: ({ base, value, version }, reason) =>
    saveRates({ body: { updates: rateUpdates(base, value), reason, version } }),
};

export const MODEL_CONFIG: Spec<'model-config'> = {
  ...FAILED,
  name: 'model-config',
  title: 'titleModels',
  useRead: () => configApi.useModelConfigQuery(),
  select: (state) => modelConfig.select()(state).data,
  fetch: async (dispatch) => (await dispatch(modelConfig.initiate(undefined, ANEW))).data,
  put: (draft) => ({ 'model-config': draft }),
  request: ({ value, version }, reason) => saveModels({ body: { ...value, reason, version } }),
};

export const VISION: Spec<'vision'> = {
  ...FAILED,
  saveFailure: 'visionSaveFailed',
  name: 'vision',
  title: 'titleVision',
  useRead: () => configApi.useVisionQuery(),
  select: (state) => vision.select()(state).data,
  fetch: async (dispatch) => (await dispatch(vision.initiate(undefined, ANEW))).data,
  put: (draft) => ({ vision: draft }),
  request: ({ value, version }, reason) => saveVision({ body: { ...value, reason, version } }),
};

export const AGENTS: Spec<'agents'> = {
  ...FAILED,
  loadFailure: 'agentsLoadFailed',
  name: 'agents',
  title: 'titleAgents',
  fallback: DEFAULT_AGENTS,
  useRead: () => configApi.useAgentConfigQuery(),
  select: (state) => agentConfig.select()(state).data,
  fetch: async (dispatch) => (await dispatch(agentConfig.initiate(undefined, ANEW))).data,
  put: (draft) => ({ agents: draft }),
  request: ({ value, version }, reason) => saveAgents({ body: { config: value, reason, version } }),
};

export const FREEMIUM: Spec<'freemium'> = {
  ...FAILED,
  name: 'freemium',
  title: 'titleTrial',
  useRead: () => configApi.useFreemiumSettingsQuery(),
  select: (state) => freemiumSettings.select()(state).data,
  fetch: async (dispatch) => (await dispatch(freemiumSettings.initiate(undefined, ANEW))).data,
  put: (draft) => ({ freemium: draft }),
  request: ({ value, version }, reason) => saveFreemium({ body: { config: value, reason, version } }),
};

export const FILE_TTL: Spec<'file-ttl'> = {
  loadFailure: 'ttlLoadFailed',
  saveFailure: 'ttlSaveFailed',
  name: 'file-ttl',
  title: 'titleExpiry',
  useRead: () => configApi.useFileTtlQuery(),
  select: (state) => fileTtl.select()(state).data,
  fetch: async (dispatch) => (await dispatch(fileTtl.initiate(undefined, ANEW))).data,
  put: (draft) => ({ 'file-ttl': draft }),
  request: ({ value, version }, reason) => saveTtl({ body: { ...value, reason, version } }),
};

export const STORAGE_LIMITS: Spec<'storage-limits'> = {
  ...FAILED,
  name: 'storage-limits',
  title: 'titleStorage',
  useRead: () => configApi.useStorageLimitsQuery(),
  select: (state) => storageLimits.select()(state).data,
  fetch: async (dispatch) => (await dispatch(storageLimits.initiate(undefined, ANEW))).data,
  put: (draft) => ({ 'storage-limits': draft }),
  request: ({ value, version }, reason) => saveStorage({ body: { ...value, reason, version } }),
};
