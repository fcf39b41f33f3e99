import { z } from 'zod';

/*
 * What a model answers when it helps to look something up. It is untrusted: what has another shape counts as nothing.
 */

/** The texts among whatever the list has. */
const texts = z
  .array(z.unknown())
  .catch([])
  .transform((list) => list.filter((item) => typeof item === 'string'));

const rewordingAnswer = z.object({ question: z.string().catch(''), wordings: texts, terms: texts });

const rankingAnswer = z.object({
  order: z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.filter((item) => typeof item === 'number')),
});

export type RewordingAnswer = z.output<typeof rewordingAnswer>;

/** The last flat object in a text, which may have thoughts or a code fence around it. */
const parseLastObject = (text: string): unknown => {
  const end = text.lastIndexOf('}');
  const start = text.lastIndexOf('{', end);
  if (start < 0 || end < 0) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
};

/** Undefined: there is no object in it. */
export const parseRewording = (text: string): RewordingAnswer | undefined =>
  rewordingAnswer.safeParse(parseLastObject(text)).data;

/** The numbers as the model wrote them, best first. */
export const parseRanking = (text: string): readonly number[] =>
  rankingAnswer.safeParse(parseLastObject(text)).data?.order ?? [];
