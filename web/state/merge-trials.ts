import type { Message } from '../../src/contract/common.ts';

interface Trial {
  readonly messages: readonly Message[];
  readonly messagesUsed: number;
  readonly sessionId: string;
  readonly lastUsedAt: string | null;
}

const later = <T extends string | null>(a: T, b: T): T => ((a ?? '') > (b ?? '') ? a : b);

const isUnfinished = ({ status }: Message): boolean => status === 'streaming';

/** Of two states of a message the finished one, else the longer one. */
const pickFuller = (a: Message, b: Message): Message => {
  if (isUnfinished(a) !== isUnfinished(b)) return isUnfinished(a) ? b : a;
  if (a.content.length !== b.content.length) return a.content.length > b.content.length ? a : b;
  return JSON.stringify(a) > JSON.stringify(b) ? a : b;
};

const isCounted = ({ role, messageMode }: Message): boolean => role === 'user' && messageMode === undefined;

const without = (messages: readonly Message[], others: readonly Message[]): readonly Message[] =>
  messages.filter(({ id }) => !others.some((other) => other.id === id));

const startOf = ([first]: readonly Message[]): string => (first ? `${first.timestamp} ${first.id}` : '');

const idsOf = ({ messages }: Trial): string => messages.map(({ id }) => id).join();

/** What two tabs wrote at the same moment: what either has, and all that was counted. Both tabs find the same. */
export const mergeTrials = <State extends Trial>(own: State, other: State): State => {
  const [a, b] = idsOf(own) < idsOf(other) ? [own, other] : [other, own];
  const common = a.messages.flatMap((message) => {
    const same = b.messages.find(({ id }) => id === message.id);
    return same ? [pickFuller(message, same)] : [];
  });
  const added = [without(a.messages, b.messages), without(b.messages, a.messages)] as const;
  const inOrder = [...added].sort((one, two) => (startOf(one) < startOf(two) ? -1 : 1));
  return {
    ...other,
    messages: [...common, ...inOrder.flat()],
    messagesUsed: Math.max(
      a.messagesUsed + added[1].filter(isCounted).length,
      b.messagesUsed + added[0].filter(isCounted).length,
    ),
    sessionId: later(a.sessionId, b.sessionId),
    lastUsedAt: later(a.lastUsedAt, b.lastUsedAt),
  };
};
