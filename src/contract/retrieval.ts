import { z } from 'zod';

import { route } from './route.ts';

const fileOfReply = {
  fileId: z.string().describe('The file'),
  fileName: z.string().describe('Its name'),
};

const consideredChunk = z.object({
  ...fileOfReply,
  page: z.number().int().nullable().describe('Page of the chunk; null: the file has none'),
  heading: z.string().describe('Heading above it'),
  excerpt: z.string().describe('Its beginning'),
  keywordRank: z.number().int().nullable().describe('Rank by keywords, from 1; null: not found'),
  vectorRank: z.number().int().nullable().describe('Rank by vectors, from 1; null: not found'),
  score: z.number().describe('The ranks together, in all wordings'),
  finalRank: z
    .number()
    .int()
    .nullable()
    .describe('Rank after the second look, from 1; null: stored before there was one'),
  wording: z
    .number()
    .int()
    .nullable()
    .describe('Index in `wordings` of the one that ranked it highest; null: stored before there were several'),
  given: z.boolean().describe('The model got it'),
  source: z.number().int().nullable().describe('Its number in the citation marks `[n]`; null: none'),
});

const wording = z.object({
  kind: z
    .enum(['question', 'previous', 'reworded', 'terms'])
    .describe('`previous`: with the words of earlier questions; `reworded` and `terms`: written by a model'),
  text: z.string().describe('The wording; empty: removed with a file'),
});

const readFile = z.object({
  ...fileOfReply,
  how: z.enum(['whole', 'beginning', 'passages', 'description', 'nothing']).describe('What the model got of it'),
  note: z.string().describe('The reason, in words'),
  given: z.number().int().describe('How many of its chunks the model got'),
  total: z.number().int().describe('How many chunks it has'),
});

export const explainAnswer = route({
  method: 'get',
  path: '/api/ai/replies/:id/retrieval',
  summary: 'Which chunks were considered for a reply, how they ranked and what the model was given',
  access: 'user',
  scopes: ['read'],
  params: z.strictObject({ id: z.string().max(64).describe('Id of the reply') }),
  reply: z.object({
    retrieval: z
      .object({
        query: z.string().describe('What was searched for'),
        vectors: z.boolean().describe('False: only keywords were searched'),
        wordings: z.array(wording).describe('What was searched for: the question, and other wordings of it'),
        secondLook: z
          .enum(['cross-encoder', 'model', 'features'])
          .nullable()
          .describe('What ordered the best chunks anew; null: nothing was searched for, or stored before it existed'),
        considered: z.array(consideredChunk).describe('The chunks that were found, best first'),
        files: z.array(readFile).describe('Files that were read whole or could not be read'),
      })
      .nullable()
      .describe('Null for a reply without files'),
  }),
});
