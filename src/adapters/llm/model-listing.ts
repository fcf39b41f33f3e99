import { z } from 'zod';

import type { ModelInfo } from '../../domain/chat/models/ports.ts';
import { modelName } from '../../shared/model-name.ts';
import { errorFromFrame } from './upstream/provider-errors.ts';
import { UpstreamError } from './upstream/upstream-error.ts';

/** Together lists without an object around; null is Ollama's list of none. */
const listing = z.union([
  z.object({ data: z.array(z.unknown()).nullable() }).transform(({ data }) => data ?? []),
  z.array(z.unknown()),
]);

const name = z.string().max(200).nullish().catch(undefined);
const tokens = z.number().int().positive().nullish().catch(undefined);

/** How OpenRouter, Groq, vLLM, Mistral, LM Studio, Anthropic and llama.cpp name what a model takes. */
const contextFields = {
  context_length: tokens,
  context_window: tokens,
  max_model_len: tokens,
  max_context_length: tokens,
  loaded_context_length: tokens,
  max_input_tokens: tokens,
  meta: z.object({ n_ctx: tokens }).nullish().catch(undefined),
};

/** How OpenRouter, Mistral and Anthropic say that a model takes images. */
const imageFields = {
  architecture: z
    .object({ input_modalities: z.array(z.string()).nullish() })
    .nullish()
    .catch(undefined),
  capabilities: z
    .object({
      vision: z.boolean().nullish().catch(undefined),
      image_input: z.object({ supported: z.boolean() }).nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
};

const entry = z.object({
  id: z.string().min(1).max(200),
  owned_by: name,
  name,
  display_name: name,
  created: z.number().nullish().catch(undefined),
  created_at: z.string().nullish().catch(undefined),
  active: z.boolean().nullish().catch(undefined),
  type: z.string().nullish().catch(undefined),
  ...imageFields,
  ...contextFields,
});

/** Of a list; the largest have some hundred. */
const MAX_LISTED = 10_000;

/** Models that cannot chat: audio, images, embeddings, moderation. */
const NON_CHAT_MODEL =
  /whisper|\btts\b|-tts|orpheus|embed|dall-e|moderation|guard|transcri|realtime|-image|-audio|sora|rerank|babbage|davinci/i;
/** Embedding models whose names do not say so, and what Google lists besides Gemini. */
const MORE_NON_CHAT = /(?:^|\/)(?:bge-|all-minilm|gte-|e5-|multilingual-e5|paraphrase-|imagen-|veo-|aqa$)/i;
/** How Together and LM Studio call what cannot chat. */
const NON_CHAT_TYPES = new Set<unknown>(['embedding', 'embeddings', 'image', 'video', 'audio', 'rerank', 'moderation']);

const canChat = ({ id, active, type }: z.output<typeof entry>): boolean =>
  active !== false && !NON_CHAT_TYPES.has(type) && !NON_CHAT_MODEL.test(id) && !MORE_NON_CHAT.test(id);

/** LM Studio answers a wrong address with 200 and an error. */
const failureOf = (reply: unknown): UpstreamError =>
  typeof reply === 'object' && reply !== null && 'error' in reply && reply.error
    ? errorFromFrame(reply.error)
    : new UpstreamError('garbled', 'the list of models has another form');
const PREVIEW = /preview|beta|experimental|[-_]exp\b/i;
const createdSeconds = ({ created, created_at }: z.output<typeof entry>): number => {
  if (created) return Math.floor(created);
  const at = Date.parse(created_at ?? '');
  return Number.isNaN(at) ? 0 : Math.floor(at / 1000);
};

/** The least of them: a server may have loaded a model with less than it takes. */
const contextTokensOf = (data: z.output<typeof entry>): number | undefined => {
  const { context_length, context_window, max_model_len, max_context_length, loaded_context_length } = data;
  const given = [context_length, context_window, max_model_len, max_context_length, loaded_context_length];
  const known = [...given, data.max_input_tokens, data.meta?.n_ctx].filter((each) => typeof each === 'number');
  return known.length === 0 ? undefined : Math.min(...known);
};

/** Undefined: the provider does not say. */
const seesImages = ({ architecture, capabilities }: z.output<typeof entry>): boolean | undefined =>
  architecture?.input_modalities?.includes('image') ??
  capabilities?.vision ??
  capabilities?.image_input?.supported ??
  undefined;

const toModel = (data: z.output<typeof entry>, owner: string): ModelInfo => ({
  id: data.id,
  displayName: data.display_name ?? data.name ?? modelName(data.id),
  ownedBy: data.owned_by ?? owner,
  isPreview: PREVIEW.test(data.id),
  created: createdSeconds(data),
  contextTokens: contextTokensOf(data),
  seesImages: seesImages(data),
});

/** Of a server that lists none: as it was named. */
export const namedModel = (id: string, owner: string): ModelInfo => toModel({ id }, owner);

/**
 * The chat models of a `/models` reply, in the provider's order. Invalid entries are skipped. `sees`: ids of models
 * that take images, of a provider whose list does not say it.
 */
export const parseListing = (reply: unknown, owner: string, sees?: RegExp): ModelInfo[] => {
  const parsed = listing.safeParse(reply);
  if (!parsed.success) throw failureOf(reply);
  const models: ModelInfo[] = [];
  for (const candidate of parsed.data.slice(0, MAX_LISTED)) {
    const { success, data } = entry.safeParse(candidate);
    if (!success || !canChat(data)) continue;
    const model = toModel(data, owner);
    models.push({ ...model, seesImages: model.seesImages ?? sees?.test(data.id) });
  }
  return models;
};
