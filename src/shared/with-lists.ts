import { NO_DETAILS, type ReplyDetails } from './reply-details.ts';

type Lists = Pick<ReplyDetails, 'sources' | 'images' | 'relatedQuestions'>;

interface Outlined {
  readonly id: string;
  readonly role: string;
  readonly replyId: string | null;
}

interface Detailed {
  readonly id: string;
  readonly details: ReplyDetails | null;
}

/**
 * The described client keeps what its latest answer was found with in the lists of the chat. Where the server has
 * answered, or answers have sources of their own, the lists may be of an earlier one. For messages in their order.
 */
export const withLists = (
  { sources, images, relatedQuestions }: Lists,
  path: readonly Outlined[],
  all: readonly Outlined[],
): (<M extends Detailed>(message: M) => M) => {
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
