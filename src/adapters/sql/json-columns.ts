import { z } from 'zod';

import {
  citations,
  correction,
  image,
  NO_DETAILS,
  ownVersion,
  relatedQuestion,
  replyDetails,
  replyDocument,
  source,
} from '../../shared/reply-details.ts';
import { MESSAGE_STATUSES } from '../../shared/reply-status.ts';
import { array, isRecord, nullable, object, type Schema, string } from '../../shared/schema.ts';

/*
 * Schemas of JSON columns. Values are validated when read, so that a row damaged by hand fails in the
 * repository and not on the page.
 */

const sharedTurnDetails = object(
  {
    sources: array(source),
    images: array(image),
    citations: nullable(citations),
    corrections: array(correction),
    document: nullable(replyDocument),
    synthesis: string,
  },
  { ownVersions: array(ownVersion) },
);

const rank = z.number().nullable();
const trace = z.object({
  query: z.string(),
  vectors: z.boolean(),
  wordings: z
    .array(z.object({ kind: z.enum(['question', 'previous', 'reworded', 'terms']), text: z.string() }))
    .default([]),
  secondLook: z.enum(['cross-encoder', 'model', 'features']).nullable().default(null),
  considered: z.array(
    z.object({
      fileId: z.string(),
      fileName: z.string(),
      page: z.number().nullable(),
      heading: z.string(),
      excerpt: z.string(),
      keywordRank: rank,
      vectorRank: rank,
      score: z.number(),
      finalRank: rank.default(null),
      wording: rank.default(null),
      given: z.boolean(),
      source: z.number().nullable(),
    }),
  ),
  files: z.array(
    z.object({
      fileId: z.string(),
      fileName: z.string(),
      how: z.enum(['whole', 'beginning', 'passages', 'description', 'nothing']),
      note: z.string(),
      given: z.number().default(0),
      total: z.number().default(0),
    }),
  ),
});

const jsonParser =
  <S extends z.ZodType>(schema: S) =>
  (text: string): z.output<S> =>
    schema.parse(JSON.parse(text));

const fromShared = <T>({ is }: Schema<T>) => z.custom<T>(is);

export const parseSources = jsonParser(fromShared(array(source)));
export const parseImages = jsonParser(fromShared(array(image)));
export const parseQuestions = jsonParser(fromShared(array(relatedQuestion)));
export const parseStrings = jsonParser(z.array(z.string()));
export const parseMode = jsonParser(z.object({ isAgent: z.boolean(), agentType: z.string().nullable() }));
/** Rows written before a field existed lack it. */
export const parseDetails = jsonParser(
  z.preprocess((row) => (isRecord(row) ? { ...NO_DETAILS, ...row } : row), fromShared(replyDetails)),
);
export const parseTrace = jsonParser(trace);
export const parseSharedTurns = jsonParser(
  z.array(
    z.object({
      id: z.string(),
      role: z.enum(['user', 'assistant']),
      content: z.string(),
      at: z.number(),
      status: z.enum(MESSAGE_STATUSES),
      cut: z.enum(['length', 'filtered']).optional(),
      mode: z.object({ isAgent: z.boolean(), agentType: z.string().nullable() }).nullable(),
      files: z.number(),
      details: z.preprocess(
        (row) => (isRecord(row) ? { synthesis: '', corrections: [], ...row } : row),
        fromShared(nullable(sharedTurnDetails)),
      ),
    }),
  ),
);
export const parseQuotaKeys = jsonParser(z.array(z.object({ subject: z.string(), period: z.string() })));
