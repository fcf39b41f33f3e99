import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { checkCitations } from '../../../src/domain/citations/check-citations.ts';

/*
 * Sentences about sources, by a writer who did not know how marks are checked: data/citations. Every second one was
 * shown to the author of the rules afterwards (`seen`); what the others say of the rules is not tuned.
 */

const set = z.strictObject({
  sources: z.record(z.string(), z.string()),
  examples: z.array(
    z.strictObject({
      source: z.string(),
      sentence: z.string(),
      /** A careful reader of the source would accept the mark. */
      holds: z.boolean(),
      why: z.string(),
      seen: z.boolean(),
    }),
  ),
});

const FILE = join(import.meta.dirname, '../data/citations/sentences.json');

export interface CitationQuality {
  readonly sentences: number;
  /** Of the marks that are called supported, those that are. */
  readonly precision: number;
  /** Of the marks that are supported, those that are found. */
  readonly recall: number;
}

/** How well the check judges the sentences that its author has seen, or those that he has not. */
export const judgeCitations = async (seen: boolean): Promise<CitationQuality> => {
  const { sources, examples } = set.parse(JSON.parse(readFileSync(FILE, 'utf8')));
  const judged = await Promise.all(
    examples
      .filter((example) => example.seen === seen)
      .map(async ({ source, sentence, holds }) => {
        const cited = [{ number: 1, title: source, snippet: '', text: sources[source] ?? '' }];
        const { marks } = await checkCitations(`${sentence} [1]`, cited);
        return { holds, found: marks[0]?.supported ?? false };
      }),
  );
  const right = judged.filter(({ holds, found }) => holds && found).length;
  return {
    sentences: judged.length,
    precision: right / judged.filter(({ found }) => found).length,
    recall: right / judged.filter(({ holds }) => holds).length,
  };
};
