import type { discoverModels } from '../../../src/contract/models.ts';
import type { Answer } from '../../../src/contract/route.ts';
import { api, endpoint } from '../../lib/api.ts';

const discover = endpoint<typeof discoverModels>('get', '/api/ai/discover-models');

export type Discovery = Answer<typeof discoverModels>;
export type Model = Discovery['models'][number];

/** The models that this account may choose among, in the order in which they are shown. */
export const modelsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // The list is loaded once.
    models: build.query<Discovery, void>({
      query: () => discover(),
      keepUnusedDataFor: 86_400,
      providesTags: ['Models'],
    }),
  }),
});

/** The name of the model that answers: the preferred one if available, else the recommended one. */
export const activeModelName = (models: readonly Model[], preferredId: string): string | undefined =>
  (models.find(({ id }) => id === preferredId) ?? models.find(({ isRecommended }) => isRecommended) ?? models[0])
    ?.displayName;
