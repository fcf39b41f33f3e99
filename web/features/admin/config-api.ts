import type * as contract from '../../../src/contract/admin-config.ts';
import type * as history from '../../../src/contract/config-history.ts';
import type * as models from '../../../src/contract/models.ts';
import type { ConfigName } from '../../../src/contract/config-schemas.ts';
import type { Answer } from '../../../src/contract/route.ts';
import { api, endpoint, type ApiRequest } from '../../lib/api.ts';
import type { Configs } from '../../state/admin-slice.ts';

const readRates = endpoint<typeof contract.readRateLimits>('get', '/api/admin/rate-limits');
const readModels = endpoint<typeof models.readModelConfig>('get', '/api/ai/model-config');
const readAgents = endpoint<typeof contract.readAgents>('get', '/api/admin/agent-config');
const readFreemium = endpoint<typeof contract.readFreemium>('get', '/api/admin/freemium-config');
const readVision = endpoint<typeof contract.readVision>('get', '/api/admin/vision-config');
const readStorage = endpoint<typeof contract.readStorageLimits>('get', '/api/admin/storage-limits');
const readTtl = endpoint<typeof contract.readFileTtl>('get', '/api/admin/file-ttl-config');
const configVersions = endpoint<typeof history.configVersions>('get', '/api/admin/config/:name/versions');
const undoConfig = endpoint<typeof history.undoConfig>('post', '/api/admin/config/:name/undo');
const discover = endpoint<typeof models.discoverModels>('get', '/api/ai/discover-models');

export type Origins = Readonly<Record<string, 'default' | 'environment' | 'admin'>>;
export type DiscoveredModel = Answer<typeof models.discoverModels>['models'][number];

/** Who changed it last. */
export interface Meta {
  readonly lastUpdated: string | null;
  readonly updatedBy: string | null;
  readonly reason: string | null;
  readonly version: number;
}

/** A configuration as it stands on the server, apart from what is told about it. */
export interface Loaded<T> {
  readonly config: T;
  readonly meta: Meta;
  readonly origins: Origins;
}

interface Told {
  readonly lastUpdated: string | null;
  readonly updatedBy?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly version: number;
  readonly origins?: Origins | undefined;
}

const loaded = <T>(
  config: T,
  { lastUpdated, updatedBy = null, reason = null, version, origins = {} }: Told,
): Loaded<T> => ({ config, meta: { lastUpdated, updatedBy, reason, version }, origins });

const NO_MODELS = { models: [] };

/** What the admins configure, its history, and the models there are. */
export const configApi = api.injectEndpoints({
  endpoints: (build) => ({
    rateLimits: build.query<Loaded<Configs['rate-limits']>, void>({
      query: () => readRates(),
      transformResponse: ({ config, origins }: Answer<typeof contract.readRateLimits>) =>
        loaded({ subscriptions: config.subscriptions, features: config.features }, { ...config, origins }),
    }),
    modelConfig: build.query<Loaded<Configs['model-config']>, void>({
      query: () => readModels(),
      transformResponse: ({
        tiers: { free = NO_MODELS, basic = NO_MODELS, premium = NO_MODELS },
        ...told
      }: Answer<typeof models.readModelConfig>) => loaded({ tiers: { free, basic, premium } }, told),
    }),
    agentConfig: build.query<Loaded<Configs['agents']>, void>({
      query: () => readAgents(),
      transformResponse: ({ _metadata, origins, ...config }: Answer<typeof contract.readAgents>) =>
        loaded(config, { ..._metadata, origins }),
    }),
    freemiumSettings: build.query<Loaded<Configs['freemium']>, void>({
      query: () => readFreemium(),
      transformResponse: ({ config, ...told }: Answer<typeof contract.readFreemium>) => loaded(config, told),
    }),
    vision: build.query<Loaded<Configs['vision']>, void>({
      query: () => readVision(),
      transformResponse: ({ enabled, model, rateLimits, ...told }: Answer<typeof contract.readVision>) =>
        loaded({ enabled, model, rateLimits }, told),
    }),
    storageLimits: build.query<Loaded<Configs['storage-limits']>, void>({
      query: () => readStorage(),
      transformResponse: ({ tiers, maxFilesPerMessage, chats, ...told }: Answer<typeof contract.readStorageLimits>) =>
        loaded({ tiers, maxFilesPerMessage, chats }, told),
    }),
    fileTtl: build.query<Loaded<Configs['file-ttl']>, void>({
      query: () => readTtl(),
      transformResponse: ({ chatFiles: { ttlHours }, ...told }: Answer<typeof contract.readFileTtl>) =>
        loaded({ chatFiles: { ttlHours } }, told),
    }),
    saveConfig: build.mutation<unknown, ApiRequest>({
      query: (request) => request,
      invalidatesTags: (done) => (done ? ['AdminVersions'] : []),
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
      invalidatesTags: (done) => (done ? ['AdminVersions'] : []),
    }),
    discoveredModels: build.query<Answer<typeof models.discoverModels>, void>({ query: () => discover() }),
  }),
});
