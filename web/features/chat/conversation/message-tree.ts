import type { Message } from '../../../../src/contract/common.ts';

/** A message on the shown path. `index` counts from 1: the second of three versions is `{ index: 2, count: 3 }`. */
export interface Turn {
  readonly message: Message;
  readonly versions: { readonly index: number; readonly count: number };
}

interface Tree {
  readonly byId: ReadonlyMap<string, Message>;
  /** Versions of one turn, oldest first. */
  readonly children: ReadonlyMap<string | null, readonly Message[]>;
}

const byTime = (a: Message, b: Message): number => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0);

/** A stored chat's turns in the order in which they were made. All else here takes turns in this order. */
export const sortByTime = (shown: readonly Message[], others: readonly Message[]): readonly Message[] =>
  [...shown, ...others].sort(byTime);

const buildTree = (messages: readonly Message[]): Tree => {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const children = new Map<string | null, Message[]>();
  for (const message of byId.values()) {
    const siblings = children.get(message.parentId);
    if (siblings) siblings.push(message);
    else children.set(message.parentId, [message]);
  }
  return { byId, children };
};

const findLeaf = ({ byId, children }: Tree, id: string): string => {
  const seen = new Set<string>();
  let leaf = id;
  for (let next = byId.get(id); next && !seen.has(next.id); next = children.get(next.id)?.at(-1)) {
    seen.add(next.id);
    leaf = next.id;
  }
  return leaf;
};

/** The end of the conversation that goes through a message: below it, the newest version each time. */
export const findLeafUnder = (messages: readonly Message[], id: string): string => findLeaf(buildTree(messages), id);

const findNewestLeaf = (tree: Tree, messages: readonly Message[]): string | null => {
  const newest = messages.at(-1);
  return newest ? findLeaf(tree, newest.id) : null;
};

/** The turns from the first to `leafId`, with their place among their versions. A leaf that is gone counts as the newest. */
export const buildTurns = (messages: readonly Message[], leafId: string | null): Turn[] => {
  const tree = buildTree(messages);
  const path: Turn[] = [];
  const seen = new Set<string>();
  let at = leafId !== null && tree.byId.has(leafId) ? leafId : findNewestLeaf(tree, messages);
  while (at !== null && !seen.has(at)) {
    const message = tree.byId.get(at);
    if (!message) break;
    seen.add(at);
    const siblings = tree.children.get(message.parentId) ?? [message];
    path.push({ message, versions: { index: siblings.indexOf(message) + 1, count: siblings.length } });
    at = message.parentId;
  }
  return path.reverse();
};

/** The id of the version `step` places after a message's own; undefined beyond the first or last. */
export const findSiblingVersion = (messages: readonly Message[], id: string, step: number): string | undefined => {
  const { byId, children } = buildTree(messages);
  const message = byId.get(id);
  const siblings = message ? (children.get(message.parentId) ?? []) : [];
  return siblings[siblings.findIndex((sibling) => sibling.id === id) + step]?.id;
};

/**
 * Whether this page has shown more of a reply than the server kept: it was interrupted there, and what is stored is the
 * beginning of what stands here. What was shown must not vanish, so the page's own text counts until the server has it.
 */
export const hasLongerText = (mine: Message, stored: Message): boolean =>
  stored.status === 'interrupted' &&
  mine.status !== 'streaming' &&
  mine.content.length > stored.content.length &&
  mine.content.startsWith(stored.content);

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
