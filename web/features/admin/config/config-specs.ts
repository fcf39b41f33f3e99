import type * as contract from '../../../../src/contract/admin-config.ts';
import type * as models from '../../../../src/contract/models.ts';
import type { ConfigName } from '../../../../src/contract/config-schemas.ts';
import { endpoint, type ApiRequest } from '../../../lib/api.ts';
import type { Configs, Draft, Drafts } from '../../../state/admin-slice.ts';
import type { RootState } from '../../../state/root-reducer.ts';
import type { AppDispatch } from '../../../state/store.ts';
import { DEFAULT_AGENTS } from '../agents/agent-defaults.ts';
import { configApi, type LoadedConfig } from './config-api.ts';
import { diffRateLimits } from './config-diff.ts';
import type { TextKey } from '../texts.ts';

const saveRates = endpoint<typeof contract.saveRateLimits>('post', '/api/admin/rate-limits');
const saveModels = endpoint<typeof models.saveModelConfig>('post', '/api/ai/model-config');
const saveAgents = endpoint<typeof contract.saveAgents>('post', '/api/admin/agent-config');
const saveFreemium = endpoint<typeof contract.saveFreemium>('post', '/api/admin/freemium-config');
const saveVision = endpoint<typeof contract.saveVision>('post', '/api/admin/vision-config');
const saveStorage = endpoint<typeof contract.saveStorageLimits>('put', '/api/admin/storage-limits');
const saveTtl = endpoint<typeof contract.saveFileTtl>('put', '/api/admin/file-ttl-config');

interface QueryState<T> {
  readonly currentData?: LoadedConfig<T> | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
}

/** Everything in which one configuration differs from the others. */
export interface ConfigSpec<N extends ConfigName> {
  readonly name: N;
  /** Its name for people. */
  readonly title: TextKey;
  readonly loadFailure: TextKey;
  readonly saveFailure: TextKey;
  /** What is shown when it could not be loaded; without it there is no form then. */
  readonly fallback?: Configs[N];
  readonly useLoaded: () => QueryState<Configs[N]>;
  readonly select: (state: RootState) => LoadedConfig<Configs[N]> | undefined;
  readonly fetch: (dispatch: AppDispatch) => Promise<LoadedConfig<Configs[N]> | undefined>;
  readonly toDrafts: (draft: Draft<Configs[N]> | undefined) => Drafts;
  /** The call that saves a draft; the server refuses it when the draft's version is not the newest any more. */
  readonly request: (draft: Draft<Configs[N]>, reason: string) => ApiRequest;
}

const { rateLimits, modelConfig, agentConfig, freemiumSettings, vision, storageLimits, fileTtl } = configApi.endpoints;
const FORCE_REFETCH = { forceRefetch: true, subscribe: false } as const;
const FAILURE_TEXTS = { loadFailure: 'loadFailed', saveFailure: 'saveFailed' } as const;

export const RATE_LIMITS: ConfigSpec<'rate-limits'> = {
  ...FAILURE_TEXTS,
  name: 'rate-limits',
  title: 'titleRates',
  useLoaded: () => configApi.useRateLimitsQuery(),
  select: (state) => rateLimits.select()(state).data,
  fetch: async (dispatch) => (await dispatch(rateLimits.initiate(undefined, FORCE_REFETCH))).data,
  toDrafts: (draft) => ({ 'rate-limits': draft }),
  request: ({ base, value, version }, reason) =>
    saveRates({ body: { updates: diffRateLimits(base, value), reason, version } }),
};

export const MODEL_CONFIG: ConfigSpec<'model-config'> = {
  ...FAILURE_TEXTS,
  name: 'model-config',
  title: 'titleModels',
  useLoaded: () => configApi.useModelConfigQuery(),
  select: (state) => modelConfig.select()(state).data,
  fetch: async (dispatch) => (await dispatch(modelConfig.initiate(undefined, FORCE_REFETCH))).data,
  toDrafts: (draft) => ({ 'model-config': draft }),
  request: ({ value, version }, reason) => saveModels({ body: { ...value, reason, version } }),
};

export const VISION: ConfigSpec<'vision'> = {
  ...FAILURE_TEXTS,
  saveFailure: 'visionSaveFailed',
  name: 'vision',
  title: 'titleVision',
  useLoaded: () => configApi.useVisionQuery(),
  select: (state) => vision.select()(state).data,
  fetch: async (dispatch) => (await dispatch(vision.initiate(undefined, FORCE_REFETCH))).data,
  toDrafts: (draft) => ({ vision: draft }),
  request: ({ value, version }, reason) => saveVision({ body: { ...value, reason, version } }),
};

export const AGENTS: ConfigSpec<'agents'> = {
  ...FAILURE_TEXTS,
  loadFailure: 'agentsLoadFailed',
  name: 'agents',
  title: 'titleAgents',
  fallback: DEFAULT_AGENTS,
  useLoaded: () => configApi.useAgentConfigQuery(),
  select: (state) => agentConfig.select()(state).data,
  fetch: async (dispatch) => (await dispatch(agentConfig.initiate(undefined, FORCE_REFETCH))).data,
  toDrafts: (draft) => ({ agents: draft }),
  request: ({ value, version }, reason) => saveAgents({ body: { config: value, reason, version } }),
};

export const FREEMIUM: ConfigSpec<'freemium'> = {
  ...FAILURE_TEXTS,
  name: 'freemium',
  title: 'titleTrial',
  useLoaded: () => configApi.useFreemiumSettingsQuery(),
  select: (state) => freemiumSettings.select()(state).data,
  fetch: async (dispatch) => (await dispatch(freemiumSettings.initiate(undefined, FORCE_REFETCH))).data,
  toDrafts: (draft) => ({ freemium: draft }),
  request: ({ value, version }, reason) => saveFreemium({ body: { config: value, reason, version } }),
};

export const FILE_TTL: ConfigSpec<'file-ttl'> = {
  loadFailure: 'ttlLoadFailed',
  saveFailure: 'ttlSaveFailed',
  name: 'file-ttl',
  title: 'titleExpiry',
  useLoaded: () => configApi.useFileTtlQuery(),
  select: (state) => fileTtl.select()(state).data,
  fetch: async (dispatch) => (await dispatch(fileTtl.initiate(undefined, FORCE_REFETCH))).data,
  toDrafts: (draft) => ({ 'file-ttl': draft }),
  request: ({ value, version }, reason) => saveTtl({ body: { ...value, reason, version } }),
};

export const STORAGE_LIMITS: ConfigSpec<'storage-limits'> = {
  ...FAILURE_TEXTS,
  name: 'storage-limits',
  title: 'titleStorage',
  useLoaded: () => configApi.useStorageLimitsQuery(),
  select: (state) => storageLimits.select()(state).data,
  fetch: async (dispatch) => (await dispatch(storageLimits.initiate(undefined, FORCE_REFETCH))).data,
  toDrafts: (draft) => ({ 'storage-limits': draft }),
  request: ({ value, version }, reason) => saveStorage({ body: { ...value, reason, version } }),
};
