import { z } from 'zod';

import type * as history from '../../../../src/contract/config-history.ts';
import type * as models from '../../../../src/contract/models.ts';
import type { Answer, Body } from '../../../../src/contract/route.ts';
import { readSettings, SETTINGS_WIRES } from '../../../../src/contract/settings-wire.ts';
import { compareCategories } from '../../../../src/shared/model-categories.ts';
import { parseDocument } from '../../../../src/shared/settings/define-settings.ts';
import { VISIBLE_SCHEMAS, type SettingsName } from '../../../../src/shared/settings/documents.ts';
import { api, endpoint, type ApiRequest } from '../../../lib/api.ts';
import type { Configs } from '../../../state/admin-slice.ts';

const configVersions = endpoint<typeof history.configVersions>('get', '/api/admin/config/:name/versions');
const undoConfig = endpoint<typeof history.undoConfig>('post', '/api/admin/config/:name/undo');
const discoverModels = endpoint<typeof models.discoverModels>('get', '/api/ai/discover-models');

const SCHEMAS: { readonly [N in SettingsName]: z.ZodType<Configs[N]> } = VISIBLE_SCHEMAS;
const metadata = z.object({
  lastUpdated: z.string().nullable(),
  updatedBy: z.string().nullable(),
  reason: z.string().nullable(),
  version: z.number(),
});
const originsByPath = z.record(z.string(), z.enum(['default', 'environment', 'admin']));

export type ConfigOrigins = Readonly<z.output<typeof originsByPath>>;
export type DiscoveredModel = Answer<typeof models.discoverModels>['models'][number];
/** Who changed it last. */
export type ConfigMeta = Readonly<z.output<typeof metadata>>;

/** A configuration of the server, with its metadata. */
export interface LoadedConfig<T> {
  readonly config: T;
  readonly meta: ConfigMeta;
  readonly origins: ConfigOrigins;
}

/** The one that was asked for, under its name. */
type LoadedConfigs = { readonly [N in SettingsName]?: LoadedConfig<Configs[N]> };
const NO_CONFIGS: LoadedConfigs = {};

const loadConfig = <N extends SettingsName>(name: N, answer: Readonly<Record<string, unknown>>): LoadedConfigs => {
  const { document, metadata: meta, origins } = readSettings(SETTINGS_WIRES[name], answer);
  const config = parseDocument(SCHEMAS[name], document);
  return { ...NO_CONFIGS, [name]: { config, meta: metadata.parse(meta), origins: originsByPath.parse(origins) } };
};

/** What the admins configure, its history, and the models there are. */
export const configApi = api.injectEndpoints({
  endpoints: (build) => ({
    config: build.query<LoadedConfigs, SettingsName>({
      query: (name) => ({ method: 'GET', path: SETTINGS_WIRES[name].path }),
      transformResponse: (answer: Readonly<Record<string, unknown>>, _meta, name) => loadConfig(name, answer),
      providesTags: ['Configs'],
    }),
    saveConfig: build.mutation<unknown, ApiRequest>({
      query: (request) => request,
      invalidatesTags: (result) => (result ? ['AdminVersions'] : []),
    }),
    configVersions: build.query<Answer<typeof history.configVersions>, SettingsName>({
      query: (name) => configVersions({ params: { name }, query: { limit: 100 } }),
      providesTags: ['AdminVersions'],
    }),
    undoConfig: build.mutation<
      Answer<typeof history.undoConfig>,
      { name: SettingsName } & Body<typeof history.undoConfig>
    >({
      query: ({ name, ...body }) => undoConfig({ params: { name }, body }),
      invalidatesTags: (result) => (result ? ['AdminVersions'] : []),
    }),
    discoveredModels: build.query<Answer<typeof models.discoverModels>, void>({
      query: () => discoverModels(),
      transformResponse: (answer: Answer<typeof models.discoverModels>) => ({
        ...answer,
        models: answer.models.toSorted(compareCategories),
      }),
      providesTags: ['Models'],
    }),
  }),
});
