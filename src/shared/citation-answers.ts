import { z } from 'zod';

/*
 * What a model answers when it checks or corrects citations. It is untrusted: what has another shape counts as
 * nothing.
 */

const verdict = z.object({
  mark: z.number().int(),
  verdict: z.enum(['supported', 'unsupported', 'unclear']),
  sentence: z.number().int().catch(0),
});

const rewriting = z.object({ sentence: z.number().int(), text: z.string() });

export type VerdictAnswer = z.output<typeof verdict>;

const parseObject = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * The innermost objects of a text, in order, whatever stands around them: thoughts, a code
 * fence, a list that is cut off.
 */
const findObjects = <T>(text: string, schema: z.ZodType<T>): T[] =>
  [...text.matchAll(/\{[^{}]*\}/g)].flatMap(([found]) => {
    const { data } = schema.safeParse(parseObject(found));
    return data === undefined ? [] : [data];
  });

/** By mark, as the model numbered them; its last word on each. */
export const parseVerdicts = (text: string): ReadonlyMap<number, VerdictAnswer> =>
  new Map(findObjects(text, verdict).map((found) => [found.mark, found]));

/** By sentence; its last word on each. */
export const parseRewritings = (text: string): ReadonlyMap<number, string> =>
  new Map(findObjects(text, rewriting).map((found) => [found.sentence, found.text]));
