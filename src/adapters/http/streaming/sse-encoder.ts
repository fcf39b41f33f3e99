import type { SignedImageUrls } from '../../../domain/agents/image-proxy/image-url-signer.ts';
import type { EventBatch } from '../../../domain/chat/replies/reply.ts';
import { encodeEvent, type ReplyEvent } from '../../../shared/reply-event.ts';
import { withIcons, withPartUrls, withPreviews } from '../files/signed-image-urls.ts';

/** The event with our own signed addresses of the pictures it names. */
const withLinks = (event: ReplyEvent, links: SignedImageUrls): ReplyEvent => {
  if (event.type === 'sources') return { ...event, sources: withIcons(event.sources, links) };
  if (event.type === 'images' || event.type === 'tool_result')
    return { ...event, images: withPreviews(event.images, links) };
  return event.type === 'step' ? { ...event, step: withPartUrls(event.step, links) } : event;
};

let latest: { readonly batch: EventBatch; readonly text: string } | undefined;

/** A batch as event-stream text. Watchers that share a batch write it one after the other: it is serialised once. */
export const encodeBatch = (batch: EventBatch, links: SignedImageUrls): string => {
  if (latest?.batch === batch) return latest.text;
  let text = '';
  let id = batch.first;
  for (const event of batch.events) text += encodeEvent(batch.unnumbered ? null : id++, withLinks(event, links));
  latest = { batch, text };
  return text;
};
