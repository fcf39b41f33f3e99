import type { Chat } from './chat.ts';
import type { Message } from './message.ts';

/** What each message counts beside its text: ids, times and its places in indexes. */
const MESSAGE_OVERHEAD_BYTES = 256;

const encoder = new TextEncoder();
const utf8Bytes = (text: string): number => encoder.encode(text).length;
const jsonBytes = (value: unknown): number => utf8Bytes(JSON.stringify(value));

/** How many bytes a message counts of what an account may keep. */
export const messageBytes = ({ content, details }: Pick<Message, 'content' | 'details'>): number =>
  MESSAGE_OVERHEAD_BYTES + utf8Bytes(content) + (details === null ? 0 : jsonBytes(details));

/** The same of a chat besides its messages. */
export const chatBytes = ({
  title,
  sources,
  images,
  relatedQuestions,
}: Pick<Chat, 'title' | 'sources' | 'images' | 'relatedQuestions'>): number =>
  utf8Bytes(title) + jsonBytes(sources) + jsonBytes(images) + jsonBytes(relatedQuestions);
