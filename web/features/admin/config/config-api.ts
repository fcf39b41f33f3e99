import type * as contract from '../../../../src/contract/admin-config.ts';
import type * as history from '../../../../src/contract/config-history.ts';
import type * as models from '../../../../src/contract/models.ts';
import type { ConfigName } from '../../../../src/contract/config-schemas.ts';
import type { Answer } from '../../../../src/contract/route.ts';
import { api, endpoint, type ApiRequest } from '../../../lib/api.ts';
import type { Configs } from '../../../state/admin-slice.ts';

const getRateLimits = endpoint<typeof contract.getRateLimits>('get', '/api/admin/rate-limits');
const getModelConfig = endpoint<typeof models.getModelConfig>('get', '/api/ai/model-config');
const getAgentConfig = endpoint<typeof contract.getAgents>('get', '/api/admin/agent-config');
const getFreemiumConfig = endpoint<typeof contract.getFreemium>('get', '/api/admin/freemium-config');
const getVisionConfig = endpoint<typeof contract.getVision>('get', '/api/admin/vision-config');
const getStorageLimits = endpoint<typeof contract.getStorageLimits>('get', '/api/admin/storage-limits');
const getFileTtl = endpoint<typeof contract.getFileTtl>('get', '/api/admin/file-ttl-config');
const configVersions = endpoint<typeof history.configVersions>('get', '/api/admin/config/:name/versions');
const undoConfig = endpoint<typeof history.undoConfig>('post', '/api/admin/config/:name/undo');
const discoverModels = endpoint<typeof models.discoverModels>('get', '/api/ai/discover-models');

export type ConfigOrigins = Readonly<Record<string, 'default' | 'environment' | 'admin'>>;
export type DiscoveredModel = Answer<typeof models.discoverModels>['models'][number];

/** Who changed it last. */
export interface ConfigMeta {
  readonly lastUpdated: string | null;
  readonly updatedBy: string | null;
  readonly reason: string | null;
  readonly version: number;
}

/** A configuration as it stands on the server, apart from what is told about it. */
export interface LoadedConfig<T> {
  readonly config: T;
  readonly meta: ConfigMeta;
  readonly origins: ConfigOrigins;
}

interface ConfigMetaResponse {
  readonly lastUpdated: string | null;
  readonly updatedBy?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly version: number;
  readonly origins?: ConfigOrigins | undefined;
}

const toLoadedConfig = <T>(
  config: T,
  { lastUpdated, updatedBy = null, reason = null, version, origins = {} }: ConfigMetaResponse,
): LoadedConfig<T> => ({ config, meta: { lastUpdated, updatedBy, reason, version }, origins });

const EMPTY_TIER = { models: [] };

/** What the admins configure, its history, and the models there are. */
export const configApi = api.injectEndpoints({
  endpoints: (build) => ({
    rateLimits: build.query<LoadedConfig<Configs['rate-limits']>, void>({
      query: () => getRateLimits(),
      transformResponse: ({ config, origins }: Answer<typeof contract.getRateLimits>) =>
        toLoadedConfig({ subscriptions: config.subscriptions, features: config.features }, { ...config, origins }),
    }),
    modelConfig: build.query<LoadedConfig<Configs['model-config']>, void>({
      query: () => getModelConfig(),
      transformResponse: ({
        tiers: { free = EMPTY_TIER, basic = EMPTY_TIER, premium = EMPTY_TIER },
        ...metaFields
      }: Answer<typeof models.getModelConfig>) => toLoadedConfig({ tiers: { free, basic, premium } }, metaFields),
    }),
    agentConfig: build.query<LoadedConfig<Configs['agents']>, void>({
      query: () => getAgentConfig(),
      transformResponse: ({ _metadata, origins, ...config }: Answer<typeof contract.getAgents>) =>
        toLoadedConfig(config, { ..._metadata, origins }),
    }),
    freemiumSettings: build.query<LoadedConfig<Configs['freemium']>, void>({
      query: () => getFreemiumConfig(),
      transformResponse: ({ config, ...metaFields }: Answer<typeof contract.getFreemium>) =>
        toLoadedConfig(config, metaFields),
    }),
    vision: build.query<LoadedConfig<Configs['vision']>, void>({
      query: () => getVisionConfig(),
      transformResponse: ({ enabled, model, rateLimits, ...metaFields }: Answer<typeof contract.getVision>) =>
        toLoadedConfig({ enabled, model, rateLimits }, metaFields),
    }),
    storageLimits: build.query<LoadedConfig<Configs['storage-limits']>, void>({
      query: () => getStorageLimits(),
      transformResponse: ({
        tiers,
        maxFilesPerMessage,
        chats,
        ...metaFields
      }: Answer<typeof contract.getStorageLimits>) => toLoadedConfig({ tiers, maxFilesPerMessage, chats }, metaFields),
    }),
    fileTtl: build.query<LoadedConfig<Configs['file-ttl']>, void>({
      query: () => getFileTtl(),
      transformResponse: ({ chatFiles: { ttlHours }, ...metaFields }: Answer<typeof contract.getFileTtl>) =>
        toLoadedConfig({ chatFiles: { ttlHours } }, metaFields),
    }),
    saveConfig: build.mutation<unknown, ApiRequest>({
      query: (request) => request,
      invalidatesTags: (result) => (result ? ['AdminVersions'] : []),
    }),
    configVersions: build.query<Answer<typeof history.configVersions>, ConfigName>({
      query: (name) => configVersions({ params: { name }, query: { limit: 50 } }),
      providesTags: ['AdminVersions'],
    }),
    undoConfig: build.mutation<
      Answer<typeof history.undoConfig>,
      { name: ConfigName; version: number; current: number; reason: string }
    >({
      query: ({ name, ...body }) => undoConfig({ params: { name }, body }),
      invalidatesTags: (result) => (result ? ['AdminVersions'] : []),
    }),
    discoveredModels: build.query<Answer<typeof models.discoverModels>, void>({ query: () => discoverModels() }),
  }),
});
