import { useMemo } from 'react';

import type { VisibleDocuments } from '../../../../src/shared/settings/documents.ts';
import { configApi, type DiscoveredModel } from '../config/config-api.ts';
import { useConfig } from '../config/use-config.ts';
import { fold } from '../../../lib/fold.ts';

export interface AvailableModel extends Pick<DiscoveredModel, 'id' | 'displayName'> {
  /** Who makes or serves it, as its provider says. */
  readonly maker?: string | undefined;
}

/** What is offered when the providers cannot be asked. */
export const BUILT_IN_MODELS: readonly AvailableModel[] = [
  { id: 'moonshotai/kimi-k2-instruct', displayName: 'Kimi K2' },
  { id: 'llama-3.3-70b-versatile', displayName: 'LLaMA 3.3 70B' },
  { id: 'llama-3.2-90b-text-preview', displayName: 'LLaMA 3.2 90B (preview)' },
  { id: 'gemma2-9b-it', displayName: 'Gemma 2 9B' },
];

const NO_MODELS: readonly AvailableModel[] = [];

interface SearchableModel extends AvailableModel {
  /** What a filter looks in; made once, as a filter looks at hundreds with each letter. */
  readonly searchText: string;
}

type Tiers = VisibleDocuments['model-config']['tiers'];

/** Each once; one that a tier lists has its name there. */
const mergeModels = (
  tiers: Tiers | undefined,
  discovered: readonly (AvailableModel & Partial<Pick<DiscoveredModel, 'owned_by'>>)[],
): readonly SearchableModel[] => {
  const makers = new Map(discovered.map(({ id, owned_by: maker }) => [id, maker]));
  const listed = tiers ? Object.values(tiers).flatMap(({ models }) => models) : NO_MODELS;
  const byId = new Map<string, SearchableModel>();
  for (const { id, displayName } of [...listed, ...discovered]) {
    if (byId.has(id)) continue;
    const maker = makers.get(id);
    byId.set(id, { id, displayName, maker, searchText: fold(`${displayName} ${id} ${maker ?? ''}`) });
  }
  return [...byId.values()];
};

/** Models to choose from: those that the tiers list, then those that the providers have. */
export const useAvailableModels = (): readonly SearchableModel[] => {
  const { value } = useConfig('model-config');
  const { data, isError } = configApi.useDiscoveredModelsQuery();
  const tiers = value?.tiers;
  const discovered = data?.models ?? (isError ? BUILT_IN_MODELS : NO_MODELS);
  return useMemo(() => mergeModels(tiers, discovered), [tiers, discovered]);
};

/** Those whose name, id or maker has all words that were typed. */
export const findModels = (models: readonly SearchableModel[], typed: string): readonly SearchableModel[] => {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return words.length === 0
    ? models
    : models.filter(({ searchText }) => words.every((word) => searchText.includes(word)));
};
