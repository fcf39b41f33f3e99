import type { discoverModels, getModelConfig } from '../../../src/contract/models.ts';
import type { User } from '../../../src/contract/common.ts';
import type { Answer } from '../../../src/contract/route.ts';
import { compareCategories } from '../../../src/shared/model-categories.ts';
import { modelName } from '../../../src/shared/model-name.ts';
import { canChooseModel } from '../../state/chat-slice.ts';
import { api, endpoint } from '../../lib/api.ts';

const discover = endpoint<typeof discoverModels>('get', '/api/ai/discover-models');

const modelConfig = endpoint<typeof getModelConfig>('get', '/api/ai/model-config');

export type Discovery = Answer<typeof discoverModels>;
export type Model = Discovery['models'][number];

/** The models that this account may choose among, in the order in which they are shown. */
export const modelsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // The list is loaded once.
    models: build.query<Discovery, void>({
      query: () => discover(),
      transformResponse: (answer: Discovery) => ({ ...answer, models: answer.models.toSorted(compareCategories) }),
      keepUnusedDataFor: 86_400,
      providesTags: ['Models'],
    }),
    /** What the own plan has, also for those who cannot choose among models. */
    planModels: build.query<Answer<typeof getModelConfig>, void>({
      query: () => modelConfig(),
      providesTags: ['Models'],
    }),
  }),
});

/** The name of the model that answers: the preferred one if available, else the recommended one. */
export const activeModelName = (models: readonly Model[], preferredId: string): string | undefined =>
  (models.find(({ id }) => id === preferredId) ?? models.find(({ isRecommended }) => isRecommended) ?? models[0])
    ?.displayName;

type Plan = Answer<typeof getModelConfig>;

/** The name of the model of the own plan. */
const planModelName = ({ tier }: User, { tiers }: Plan): string | undefined => {
  const primary = tiers[tier]?.models.find(({ isPrimary }) => isPrimary);
  return primary?.displayName === primary?.id ? primary && modelName(primary.id) : primary?.displayName;
};

/** The name of the model that answers this person; only those who may choose are told of the others. */
export const useActiveModelName = (user: User, preferredId: string): string => {
  const canChoose = canChooseModel(user);
  const { data } = modelsApi.useModelsQuery(undefined, { skip: !canChoose });
  const { data: plan } = modelsApi.usePlanModelsQuery(undefined, { skip: canChoose });
  const own = plan && planModelName(user, plan);
  return own ?? activeModelName(data?.models ?? [], preferredId) ?? modelName(preferredId);
};
