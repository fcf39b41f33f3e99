/** A node of a message tree: an edited question or a regenerated reply is another child of the same parent. */
export interface TreeNode {
  readonly id: string;
  readonly parentId: string | null;
}

interface Tree<T> {
  readonly byId: ReadonlyMap<string, T>;
  /** Versions of one message, oldest first. */
  readonly children: ReadonlyMap<string | null, readonly T[]>;
}

/** A message on the shown path. `index` counts from 1: the second of three versions is `{ index: 2, count: 3 }`. */
export interface VersionedTurn<T> {
  readonly message: T;
  readonly versions: { readonly index: number; readonly count: number };
}

const buildTree = <T extends TreeNode>(messages: readonly T[]): Tree<T> => {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const children = new Map<string | null, T[]>();
  for (const message of byId.values()) {
    const siblings = children.get(message.parentId);
    if (siblings) siblings.push(message);
    else children.set(message.parentId, [message]);
  }
  return { byId, children };
};

/** Follows `next` until it ends or repeats. */
const walk = <T extends TreeNode>(first: T | undefined, next: (message: T) => T | undefined): T[] => {
  const seen = new Set<string>();
  const way: T[] = [];
  for (let message = first; message && !seen.has(message.id); message = next(message)) {
    seen.add(message.id);
    way.push(message);
  }
  return way;
};

const climb = <T extends TreeNode>(byId: ReadonlyMap<string, T>, leafId: string | null): T[] =>
  walk(leafId === null ? undefined : byId.get(leafId), ({ parentId }) =>
    parentId === null ? undefined : byId.get(parentId),
  ).reverse();

const findLeaf = <T extends TreeNode>({ byId, children }: Tree<T>, id: string): string =>
  walk(byId.get(id), (message) => children.get(message.id)?.at(-1)).at(-1)?.id ?? id;

/** The path from the root to `leafId`, oldest first; empty when the leaf does not exist. */
export const pathTo = <T extends TreeNode>(messages: readonly T[], leafId: string | null): T[] =>
  climb(new Map(messages.map((message) => [message.id, message])), leafId);

/** The end of the path through a message, with the newest version at each fork below it. */
export const findLeafUnder = (messages: readonly TreeNode[], id: string): string => findLeaf(buildTree(messages), id);

/** The path to `leafId` with the version of each message. A missing leaf counts as the newest one. */
export const buildTurns = <T extends TreeNode>(messages: readonly T[], leafId: string | null): VersionedTurn<T>[] => {
  const tree = buildTree(messages);
  const newest = messages.at(-1);
  const leaf = leafId !== null && tree.byId.has(leafId) ? leafId : newest ? findLeaf(tree, newest.id) : null;
  return climb(tree.byId, leaf).map((message) => {
    const siblings = tree.children.get(message.parentId) ?? [message];
    return { message, versions: { index: siblings.indexOf(message) + 1, count: siblings.length } };
  });
};

/** The id of the version `step` places after a message; undefined beyond the first or last. */
export const findSiblingVersion = (messages: readonly TreeNode[], id: string, step: number): string | undefined => {
  const { byId, children } = buildTree(messages);
  const message = byId.get(id);
  const siblings = message ? (children.get(message.parentId) ?? []) : [];
  return siblings[siblings.findIndex((sibling) => sibling.id === id) + step]?.id;
};
