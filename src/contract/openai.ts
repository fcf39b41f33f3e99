import { z } from 'zod';

import { text } from './common.ts';
import { route } from './route.ts';

// As in OpenAI's API, so that its clients work unchanged: unknown fields are ignored, absent fields may also be null.
const MAX_TEXT_LENGTH = 400_000;
const name = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 characters of A-Z, a-z, 0-9, _ and -');
/** More than any schema needs, and far from what overflows the stack where it is written out again. */
const MAX_DEPTH = 100;
const isShallow = (value: unknown, depth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < MAX_DEPTH && Object.values(value).every((part) => isShallow(part, depth + 1)));
const shallowObject = z
  .record(z.string(), z.unknown())
  .refine((object) => isShallow(object), `must be nested at most ${MAX_DEPTH} deep`);
const jsonSchema = shallowObject;

const part = z.object({ type: z.literal('text'), text: text(MAX_TEXT_LENGTH) });
const content = z.union([text(MAX_TEXT_LENGTH), z.array(part).max(100)], 'must be a text or a list of text parts');
const toolCall = z.object({
  id: text(256).min(1),
  type: z.literal('function'),
  function: z.object({ name, arguments: text(MAX_TEXT_LENGTH) }),
  extra_content: shallowObject
    .nullish()
    .describe('Of the provider’s own, such as a signature of thoughts: send it back with the call'),
});
const thoughts = text(MAX_TEXT_LENGTH).nullish().describe('Thoughts of a model that tells them');

const message = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer', 'user']), content }),
  z.object({
    role: z.literal('assistant'),
    content: content.nullish(),
    tool_calls: z.array(toolCall).max(128).nullish(),
    reasoning_content: thoughts,
  }),
  z.object({ role: z.literal('tool'), tool_call_id: text(256).min(1), content }),
]);

const tool = z.object({
  type: z.literal('function', 'only tools of type function can be used'),
  function: z.object({
    name,
    description: text(8192).nullish(),
    parameters: jsonSchema.nullish(),
    strict: z.boolean().nullish(),
  }),
});

const toolChoice = z.union(
  [z.enum(['auto', 'none', 'required']), z.object({ type: z.literal('function'), function: z.object({ name }) })],
  'must be auto, none, required or the name of a function',
);

const responseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({ name, schema: jsonSchema.nullish(), strict: z.boolean().nullish() }),
  }),
]);

const tokens = z.number().int().min(1).max(1_000_000);

const usage = z.object({ prompt_tokens: z.number(), completion_tokens: z.number(), total_tokens: z.number() });

const model = z.object({ id: z.string(), object: z.literal('model'), created: z.number(), owned_by: z.string() });

export const listModels = route({
  method: 'get',
  path: '/v1/models',
  summary: 'The models, in the form of OpenAI’s API',
  access: 'premium',
  scopes: ['chat'],
  reply: z.object({
    object: z.literal('list'),
    data: z.array(model),
  }),
});

/** Ids have slashes, which some clients encode and others do not. */
export const getModel = route({
  method: 'get',
  path: '/v1/models/*id',
  summary: 'One of the models, in the form of OpenAI’s API',
  access: 'premium',
  scopes: ['chat'],
  params: z.object({ id: text(200).min(1).describe('Id of the model') }),
  reply: model,
});

export const createCompletion = route({
  method: 'post',
  path: '/v1/chat/completions',
  summary: 'Ask a model in the form of OpenAI’s API; nothing is stored in the history',
  access: 'premium',
  scopes: ['chat'],
  body: z.object({
    model: text(200).min(1),
    messages: z.array(message).min(1).max(2000),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().gt(0).max(1).nullish(),
    max_tokens: tokens.nullish(),
    max_completion_tokens: tokens.nullish(),
    stop: z.union([text(500), z.array(text(500)).max(4)], 'must be a text or up to 4 texts').nullish(),
    n: z.literal(1, 'only one choice can be asked for').nullish(),
    stream: z.boolean().nullish(),
    stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
    tools: z.array(tool).max(128).nullish(),
    tool_choice: toolChoice.nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    response_format: responseFormat.nullish(),
  }),
  reply: z.object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.number(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.number(),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string().nullable(),
          refusal: z.null(),
          tool_calls: z.array(toolCall).optional(),
          reasoning_content: z.string().optional().describe('Thoughts of a model that tells them'),
        }),
        logprobs: z.null(),
        finish_reason: z.enum(['stop', 'length', 'content_filter', 'tool_calls']),
      }),
    ),
    usage,
  }),
  streams: true,
  bodyLimit: 4 * 1024 * 1024,
});
