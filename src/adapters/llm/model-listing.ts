import { z } from 'zod';

import type { ModelInfo } from '../../domain/chat/models/ports.ts';
import { modelName } from '../../shared/model-name.ts';
import { UpstreamError } from './upstream/upstream-error.ts';

const listing = z.object({ data: z.array(z.unknown()).nullish() });

const entry = z.object({
  id: z.string().min(1).max(200),
  owned_by: z.string().nullish().catch(undefined),
  name: z.string().nullish().catch(undefined),
  display_name: z.string().nullish().catch(undefined),
  created: z.number().nullish().catch(undefined),
  created_at: z.string().nullish().catch(undefined),
  active: z.boolean().nullish().catch(undefined),
});

/** Models that cannot chat: audio, images, embeddings, moderation. */
const NON_CHAT_MODEL =
  /whisper|\btts\b|-tts|orpheus|embed|dall-e|moderation|guard|transcri|realtime|-image|-audio|sora|rerank|babbage|davinci/i;
const PREVIEW = /preview|beta|experimental|[-_]exp\b/i;
const createdSeconds = ({ created, created_at }: z.output<typeof entry>): number => {
  if (created) return Math.floor(created);
  const at = Date.parse(created_at ?? '');
  return Number.isNaN(at) ? 0 : Math.floor(at / 1000);
};

/** The chat models of a `/models` reply, in the provider's order. Invalid entries are skipped. */
export const parseListing = (reply: unknown, owner: string): ModelInfo[] => {
  const parsed = listing.safeParse(reply);
  if (!parsed.success) throw new UpstreamError('garbled', 'the list of models has another form');
  const models: ModelInfo[] = [];
  for (const candidate of parsed.data.data ?? []) {
    const { success, data } = entry.safeParse(candidate);
    if (!success || data.active === false || NON_CHAT_MODEL.test(data.id)) continue;
    models.push({
      id: data.id,
      displayName: data.display_name ?? data.name ?? modelName(data.id),
      ownedBy: data.owned_by ?? owner,
      isPreview: PREVIEW.test(data.id),
      created: createdSeconds(data),
    });
  }
  return models;
};
