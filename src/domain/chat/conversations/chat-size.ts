import type { Chat } from './chat.ts';
import type { Message } from './message.ts';

/** Ids, times and index entries of a message. */
const MESSAGE_OVERHEAD_BYTES = 256;

const encoder = new TextEncoder();
const utf8Bytes = (text: string): number => encoder.encode(text).length;
const jsonBytes = (value: unknown): number => utf8Bytes(JSON.stringify(value));

/** How many bytes a message counts against the quota. */
export const messageBytes = ({ content, details }: Pick<Message, 'content' | 'details'>): number =>
  MESSAGE_OVERHEAD_BYTES + utf8Bytes(content) + (details === null ? 0 : jsonBytes(details));

/** How many bytes a chat counts besides its messages. */
export const chatBytes = ({
  title,
  sources,
  images,
  relatedQuestions,
}: Pick<Chat, 'title' | 'sources' | 'images' | 'relatedQuestions'>): number =>
  utf8Bytes(title) + jsonBytes(sources) + jsonBytes(images) + jsonBytes(relatedQuestions);
