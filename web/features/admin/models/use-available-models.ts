import { configApi, type DiscoveredModel } from '../config/config-api.ts';
import { useConfig } from '../config/use-config.ts';

export type AvailableModel = Pick<DiscoveredModel, 'id' | 'displayName'>;

/** What is offered when the providers cannot be asked. */
export const BUILT_IN_MODELS: readonly AvailableModel[] = [
  { id: 'moonshotai/kimi-k2-instruct', displayName: 'Kimi K2' },
  { id: 'llama-3.3-70b-versatile', displayName: 'LLaMA 3.3 70B' },
  { id: 'llama-3.2-90b-text-preview', displayName: 'LLaMA 3.2 90B (preview)' },
  { id: 'gemma2-9b-it', displayName: 'Gemma 2 9B' },
];

const NO_MODELS: readonly AvailableModel[] = [];

/** Models to choose from: those that the tiers list, then those that the providers have. Each once. */
export const useAvailableModels = (): readonly AvailableModel[] => {
  const { value } = useConfig('model-config');
  const { data, isError } = configApi.useDiscoveredModelsQuery();
  const listed = value ? Object.values(value.tiers).flatMap(({ models }) => models) : NO_MODELS;
  const all = [...listed, ...(data?.models ?? (isError ? BUILT_IN_MODELS : NO_MODELS))];
  return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at);
};
