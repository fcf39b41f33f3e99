import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { HelperRequest, ReplyHelperModel } from '../../../src/domain/chat/replies/ports/answers.ts';
import { NO_DETAILS } from '../../../src/shared/reply-details.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { aPostProcessor } from '../../support/post-processor.ts';

/*
 * Sentences about sources, by a writer who did not know how marks are checked: data/citations. Every second one was
 * shown to the author of the rules afterwards (`seen`); what the others say of the rules is not tuned. Of
 * those a reader who saw sentence and source alone recorded what a model would answer (reader.json),
 * before anything was compared.
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

const recorded = z.array(
  z.strictObject({
    source: z.string(),
    sentence: z.string(),
    verdict: z.enum(['supported', 'unsupported']),
    /** Of the sentence of the source that decides. */
    quote: z.string(),
  }),
);

type Recording = z.output<typeof recorded>[number];

const read = <T>(name: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../data/citations', name), 'utf8')));

export interface CitationQuality {
  readonly sentences: number;
  /** Of the marks that are called supported, those that are. */
  readonly precision: number;
  /** Of the marks that are supported, those that are found. */
  readonly recall: number;
}

/** Who judges: the rules, the rules with what the reader recorded, or with a model that finds everything supported. */
export type Judge = 'rules' | 'reader' | 'credulous';

const SOURCE_LINE = /^\[(\d+)\] (.*)$/gm;

/** The answer in the form that the prompt asks for, made from the prompt alone and what was recorded. */
const answerTo = ({ messages }: HelperRequest, judge: Judge, recordings: readonly Recording[]): string => {
  const prompt = messages.at(-1)?.content ?? '';
  const lines = [...prompt.matchAll(SOURCE_LINE)];
  const recording = recordings.find(({ sentence }) => prompt.includes(sentence.replace(/\.$/, '')));
  if (judge === 'credulous') return '{"mark": 1, "verdict": "supported", "sentence": 1}';
  const quote = recording?.quote ?? '';
  const line = quote === '' ? undefined : lines.find(([, , text = '']) => text.includes(quote));
  return JSON.stringify({ mark: 1, verdict: recording?.verdict, sentence: Number(line?.[1] ?? 0) });
};

const answering = (helper: Pick<ReplyHelperModel, 'complete'>, answer: (request: HelperRequest) => string): void => {
  helper.complete = (_, request) => Promise.resolve(answer(request));
};

/** How well the check judges the sentences that its author has seen, or those that he has not. */
export const judgeCitations = async (seen: boolean, judge: Judge = 'rules'): Promise<CitationQuality> => {
  const { sources, examples } = read('sentences.json', set);
  const recordings = read('reader.json', recorded);
  const { postProcessor, helper } = aPostProcessor(new FixedClock(), { checkCitationsByModel: judge !== 'rules' });
  answering(helper, (request) => answerTo(request, judge, recordings));
  const { signal } = new AbortController();
  const isFound = async (source: string, sentence: string): Promise<boolean> => {
    const url = 'https://a.example/';
    const cited = { id: 's1', title: source, url, snippet: '' };
    const answer = {
      ...{ question: '', text: `${sentence} [1]`, isCorrectable: false },
      details: { ...NO_DETAILS, sources: [cited] },
      evidence: [{ url, text: sources[source] ?? '' }],
      writer: { requester: READER, model: 'm' },
    };
    const { details } = await postProcessor.process(answer, signal, () => undefined);
    return details.citations?.marks[0]?.supported ?? false;
  };
  const judged = await Promise.all(
    examples
      .filter((example) => example.seen === seen)
      .map(async ({ source, sentence, holds }) => ({ holds, found: await isFound(source, sentence) })),
  );
  const right = judged.filter(({ holds, found }) => holds && found).length;
  return {
    sentences: judged.length,
    precision: right / judged.filter(({ found }) => found).length,
    recall: right / judged.filter(({ holds }) => holds).length,
  };
};

const READER = { kind: 'user', uid: 'reader', tier: 'free', isAdmin: false, verified: true } as const;
