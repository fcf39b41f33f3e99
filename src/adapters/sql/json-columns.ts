import { z } from 'zod';

/*
 * Schemas of JSON columns. Values are validated when read, so that a row damaged by hand fails in the repository and not
 * on the page.
 */

const source = z.object({ id: z.string(), title: z.string(), url: z.string(), snippet: z.string() });
const image = z.object({ url: z.string(), alt: z.string(), caption: z.string(), source: z.string() });
const question = z.object({
  id: z.string(),
  text: z.string(),
  category: z.enum(['comparison', 'deeper', 'practical', 'other']),
});

const step = z.object({
  id: z.string(),
  kind: z.enum(['route', 'think', 'search', 'read', 'code', 'note']),
  label: z.string(),
  target: z.string().nullable(),
  state: z.enum(['running', 'done', 'failed']),
  output: z.string().nullable(),
  code: z.string().nullable(),
});
const citations = z.object({
  checked: z.number(),
  supported: z.number(),
  marks: z.array(z.object({ index: z.number(), source: z.number(), supported: z.boolean(), passage: z.string() })),
});
const document = z.object({
  title: z.string(),
  time: z.string(),
  sections: z.array(
    z.object({
      kind: z.enum(['reasoning', 'stepByStep', 'toolAction', 'answer', 'code', 'heading', 'content']),
      title: z.string().nullable(),
      text: z.string(),
      collapsible: z.boolean(),
    }),
  ),
  keyPoints: z.array(z.string()),
  academicSummary: z.array(z.string()),
});
const details = z.object({
  steps: z.array(step),
  thinking: z.string(),
  sources: z.array(source),
  images: z.array(image),
  citations: citations.nullable(),
  document: document.nullable(),
  relatedQuestions: z.array(question),
});
const toolSearchResult = z.object({
  url: z.string(),
  title: z.string(),
  snippet: z.string(),
  content: z.string(),
  description: z.string(),
});

const replyEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('meta'),
    replyId: z.string(),
    model: z.string(),
    cached: z.boolean(),
    agentType: z.string().nullable(),
    maxIterations: z.number().nullable(),
    chatId: z.string().nullable(),
    messageId: z.string().nullable(),
  }),
  z.object({ type: z.literal('sources'), sources: z.array(source) }),
  z.object({ type: z.literal('images'), images: z.array(image) }),
  z.object({
    type: z.literal('tool_result'),
    toolName: z.enum(['web_search', 'tavily_search', 'fetch_url', 'run_javascript']),
    results: z.array(toolSearchResult),
    images: z.array(image),
  }),
  z.object({ type: z.literal('step'), step }),
  z.object({ type: z.literal('thinking'), text: z.string() }),
  z.object({ type: z.literal('citations'), citations }),
  z.object({ type: z.literal('error'), error: z.string(), code: z.string(), message: z.string().exactOptional() }),
  z.object({ type: z.literal('end'), status: z.enum(['complete', 'stopped', 'interrupted', 'error']) }),
]);

const rank = z.number().nullable();
const trace = z.object({
  query: z.string(),
  vectors: z.boolean(),
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
    }),
  ),
});

const jsonParser =
  <S extends z.ZodType>(schema: S) =>
  (text: string): z.output<S> =>
    schema.parse(JSON.parse(text));

export const parseSources = jsonParser(z.array(source));
export const parseImages = jsonParser(z.array(image));
export const parseQuestions = jsonParser(z.array(question));
export const parseFileIds = jsonParser(z.array(z.string()));
export const parseMode = jsonParser(z.object({ isAgent: z.boolean(), agentType: z.string().nullable() }));
export const parseDetails = jsonParser(details);
export const parseTrace = jsonParser(trace);
export const parseEvents = jsonParser(z.array(replyEvent));
export const parseSharedTurns = jsonParser(
  z.array(
    z.object({
      id: z.string(),
      role: z.enum(['user', 'assistant']),
      content: z.string(),
      at: z.number(),
      status: z.enum(['streaming', 'complete', 'stopped', 'interrupted', 'error']),
      mode: z.object({ isAgent: z.boolean(), agentType: z.string().nullable() }).nullable(),
      files: z.number(),
      details: details.pick({ sources: true, images: true, citations: true, document: true }).nullable(),
    }),
  ),
);
export const parseQuotaKeys = jsonParser(z.array(z.object({ subject: z.string(), period: z.string() })));
