import type { EventBatch, ReplyEvent, ToolResult } from '../../../domain/chat/replies/reply.ts';
import type { SignedImageUrls } from '../../../domain/agents/image-proxy/image-url-signer.ts';
import { withIcons, withPreviews } from '../files/signed-image-urls.ts';

const encodeFrame = (id: number, event: string | undefined, data: string): string =>
  `id: ${id}\n${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`;

/** Closes every stream. */
export const encodeDoneFrame = (id: number): string => encodeFrame(id, undefined, '[DONE]');

const encodeToolResult = ({ toolName, results, images }: ToolResult, links: SignedImageUrls): string =>
  JSON.stringify({ tool_name: toolName, results, images: withPreviews(images, links), media: [] });

const encodeEvent = (id: number, event: ReplyEvent, links: SignedImageUrls): string => {
  if (event.type === 'text') return encodeFrame(id, undefined, `{"content":${JSON.stringify(event.text)}}`);
  if (event.type === 'end')
    return encodeFrame(id, 'meta', JSON.stringify({ status: event.status })) + encodeDoneFrame(id + 1);
  if (event.type === 'tool_result') return encodeFrame(id, 'tool_result', encodeToolResult(event, links));
  if (event.type === 'step') return encodeFrame(id, 'step', JSON.stringify(event.step));
  if (event.type === 'thinking') return encodeFrame(id, 'thinking', JSON.stringify({ thought: event.text })); // a `content` would be read as answer
  if (event.type === 'images')
    return encodeFrame(id, 'images', JSON.stringify({ images: withPreviews(event.images, links) }));
  if (event.type === 'sources')
    return encodeFrame(id, 'sources', JSON.stringify({ sources: withIcons(event.sources, links) }));
  if (event.type === 'citations') return encodeFrame(id, 'citations', JSON.stringify(event.citations));
  const { type, ...data } = event;
  return encodeFrame(id, type, JSON.stringify(data));
};

/** A frame that nobody resumes after: it moves no number, and is not sent again. */
const encodeUnnumbered = ({ type, ...data }: ReplyEvent): string => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

const encodeNumbered = ({ first, events }: EventBatch, links: SignedImageUrls): string => {
  let text = '';
  let id = first;
  for (const event of events) {
    text += encodeEvent(id, event, links);
    id += 1;
  }
  return text;
};

const encodedBatches = new WeakMap<EventBatch, string>();

/** A batch as event-stream text. The batch that several watchers share is serialised once. */
export const encodeBatch = (batch: EventBatch, links: SignedImageUrls): string => {
  const cached = encodedBatches.get(batch);
  if (cached !== undefined) return cached;
  const text = batch.unnumbered ? batch.events.map(encodeUnnumbered).join('') : encodeNumbered(batch, links);
  encodedBatches.set(batch, text);
  return text;
};
