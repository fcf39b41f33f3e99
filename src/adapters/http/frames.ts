import type { EventBatch, ReplyEvent, ToolResult } from '../../domain/chat/reply.ts';
import type { ShownLinks } from '../../domain/agents/picture-links.ts';
import { withIcons, withPreviews } from './previews.ts';

const frame = (id: number, event: string | undefined, data: string): string =>
  `id: ${id}\n${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`;

/** Closes every stream. */
export const endFrame = (id: number): string => frame(id, undefined, '[DONE]');

const toolData = ({ toolName, results, images }: ToolResult, links: ShownLinks): string =>
  JSON.stringify({ tool_name: toolName, results, images: withPreviews(images, links), media: [] });

const frameOf = (id: number, event: ReplyEvent, links: ShownLinks): string => {
  if (event.type === 'text') return frame(id, undefined, `{"content":${JSON.stringify(event.text)}}`);
  if (event.type === 'end') return frame(id, 'meta', JSON.stringify({ status: event.status })) + endFrame(id + 1);
  if (event.type === 'tool_result') return frame(id, 'tool_result', toolData(event, links));
  if (event.type === 'step') return frame(id, 'step', JSON.stringify(event.step));
  if (event.type === 'thinking') return frame(id, 'thinking', JSON.stringify({ thought: event.text })); // a `content` would be read as answer
  if (event.type === 'images')
    return frame(id, 'images', JSON.stringify({ images: withPreviews(event.images, links) }));
  if (event.type === 'sources')
    return frame(id, 'sources', JSON.stringify({ sources: withIcons(event.sources, links) }));
  if (event.type === 'citations') return frame(id, 'citations', JSON.stringify(event.citations));
  const { type, ...data } = event;
  return frame(id, type, JSON.stringify(data));
};

/** A frame that nobody resumes after: it moves no number, and is not sent again. */
const noticeOf = ({ type, ...data }: ReplyEvent): string => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

const numbered = ({ first, events }: EventBatch, links: ShownLinks): string => {
  let text = '';
  let id = first;
  for (const event of events) {
    text += frameOf(id, event, links);
    id += 1;
  }
  return text;
};

const known = new WeakMap<EventBatch, string>();

/** A batch as event-stream text. The batch that several watchers share is serialised once. */
export const framesOf = (batch: EventBatch, links: ShownLinks): string => {
  const made = known.get(batch);
  if (made !== undefined) return made;
  const text = batch.unnumbered ? batch.events.map(noticeOf).join('') : numbered(batch, links);
  known.set(batch, text);
  return text;
};
