import { NO_DETAILS } from '../../../shared/reply-details.ts';
import type { Chat } from './chat.ts';
import type { Message } from './message.ts';

type Outlined = Pick<Message, 'id' | 'role' | 'replyId'>;

/**
 * The described client keeps what its latest answer was found with in the lists of the chat. Where the server has
 * answered, or answers have sources of their own, the lists may be of an earlier one. For messages in their order.
 */
export const withLists = (
  { sources, images, relatedQuestions }: Chat,
  path: readonly Outlined[],
  all: readonly Outlined[],
): ((message: Message) => Message) => {
  const isOfClient = sources.length + images.length > 0 && all.every(({ replyId }) => replyId === null);
  const latest = isOfClient ? path.findLast(({ role }) => role === 'assistant') : undefined;
  let hasOwn = false;
  return (message) => {
    const details = message.details ?? NO_DETAILS;
    hasOwn ||= details.sources.length + details.images.length > 0;
    return message.id !== latest?.id || hasOwn
      ? message
      : { ...message, details: { ...details, sources, images, relatedQuestions } };
  };
};
