import type { Message } from '../../../../src/contract/common.ts';
import type { VersionedTurn } from '../../../../src/shared/message-tree.ts';

export type Turn = VersionedTurn<Message>;

const byTime = (a: Message, b: Message): number => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0);

/** A stored chat's turns in the order in which they were made. All else here takes turns in this order. */
export const sortByTime = (shown: readonly Message[], others: readonly Message[]): readonly Message[] =>
  [...shown, ...others].sort(byTime);

/**
 * Whether this page has shown more of an interrupted reply than the server stored. The page's text is used until the
 * server has it, because shown text must not vanish.
 */
export const hasLongerText = (mine: Message, stored: Message): boolean =>
  stored.status === 'interrupted' &&
  mine.status !== 'streaming' &&
  mine.content.length > stored.content.length &&
  mine.content.startsWith(stored.content);

/** Whether the server has all of a turn that it will ever have. */
export const isSettled = ({ status, followUps }: Message): boolean => status !== 'streaming' && followUps !== 'running';

/** The server's copy of an answer that more follows, with what this page has of that already. */
const withFollowUps = (stored: Message, mine: Message): Message => ({
  ...stored,
  followUps: mine.followUps,
  details: stored.details && {
    ...stored.details,
    relatedQuestions: mine.details?.relatedQuestions.length
      ? mine.details.relatedQuestions
      : stored.details.relatedQuestions,
    synthesis: mine.details?.synthesis || stored.details.synthesis,
  },
});

/**
 * The server's turns with the page's own after them, so that a wrong clock here cannot put a new turn before old ones.
 * The server counts once it calls a turn final, the page until then.
 */
export const mergeLocalTurns = (stored: readonly Message[], local: readonly Message[]): readonly Message[] => {
  if (local.length === 0) return stored;
  const own = new Map(local.map((message) => [message.id, message]));
  const joined = stored.map((message) => {
    const mine = own.get(message.id);
    own.delete(message.id);
    if (mine && message.status === 'streaming')
      return { ...message, ...mine, replyId: mine.replyId ?? message.replyId };
    if (mine && message.followUps === 'running') return withFollowUps(message, mine);
    return mine && hasLongerText(mine, message) ? { ...message, content: mine.content } : message;
  });
  return [...joined, ...own.values()];
};

/** A reply whose send was turned away: no server knows it, so nothing can follow it. */
export const isRejected = ({ role, status, replyId }: Message): boolean =>
  role === 'assistant' && status === 'error' && replyId === null;

/** The path without questions at its end that were turned away. */
export const withoutRejected = (path: readonly Message[]): readonly Message[] => {
  let end = path.length;
  for (let last = path[end - 1]; last && isRejected(last); last = path[end - 1]) end -= 2;
  return path.slice(0, Math.max(0, end));
};
