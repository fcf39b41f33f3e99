import { useMemo } from 'react';

import { findPrompts, indexPrompts } from '../../ui/prompts/find-prompts.ts';
import type { Prompts, SavedPrompt } from './prompts-api.ts';

export interface Choice {
  readonly prompt: SavedPrompt;
  /** Admins publish it to everybody. */
  readonly isPublished: boolean;
}

/** More are found by typing on. */
const MAX_SHOWN = 50;
/** A longer text is a message. */
const MAX_QUERY_LENGTH = 100;

const isQuery = (typed: string): boolean =>
  typed.startsWith('/') && typed.length <= MAX_QUERY_LENGTH && !typed.includes('\n');

const NO_CHOICES: readonly Choice[] = [];

/** The prompts that a text which begins with a slash may mean: the own ones before those of everybody. */
export const useChoices = (prompts: Prompts | undefined, typed: string): readonly Choice[] => {
  const index = useMemo(() => {
    if (!prompts) return [];
    const toChoices = (list: readonly SavedPrompt[], isPublished: boolean) =>
      indexPrompts(list).map(({ prompt, ...words }) => ({ prompt: { prompt, isPublished }, ...words }));
    return [...toChoices(prompts.prompts, false), ...toChoices(prompts.published, true)];
  }, [prompts]);
  return useMemo(
    () => (isQuery(typed) ? findPrompts(index, typed.slice(1)).slice(0, MAX_SHOWN) : NO_CHOICES),
    [index, typed],
  );
};
