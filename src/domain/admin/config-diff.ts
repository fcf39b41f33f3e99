import { isRecord } from '../../shared/schema.ts';
import type { Json } from '../kernel/json.ts';
import type { Change } from './ports.ts';

/** A single value of a document. */
export interface Leaf {
  readonly path: readonly string[];
  readonly value: Json;
}

/**
 * The single values of a document. Lists of plain values count as one. The items of a list of `{id}` objects stand
 * under their id, and beside them the list's own path tells which there are and in which order.
 */
export const listLeaves = (document: unknown, path: readonly string[] = []): Leaf[] => {
  if (Array.isArray(document)) return listArrayLeaves(document, path);
  if (isRecord(document)) return Object.entries(document).flatMap(([key, value]) => listLeaves(value, [...path, key]));
  return [{ path, value: toPlainValue(document) }];
};

const listArrayLeaves = (list: readonly unknown[], path: readonly string[]): Leaf[] => {
  const named = list.flatMap((item) =>
    isRecord(item) && typeof item['id'] === 'string' ? [{ id: item['id'], item }] : [],
  );
  if (named.length === 0 || named.length < list.length) return [{ path, value: list.map(toPlainValue) }];
  const items = named.flatMap(({ id, item }) =>
    listLeaves(item, [...path, id]).filter((leaf) => leaf.path.at(-1) !== 'id'),
  );
  return [{ path, value: named.map(({ id }) => id) }, ...items];
};

const toPlainValue = (value: unknown): Json =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

/** A path as one text. */
export const formatPath = (path: readonly string[]): string => path.join('.');

const indexLeaves = (document: unknown): Map<string, Leaf> =>
  new Map(listLeaves(document).map((leaf) => [formatPath(leaf.path), leaf]));

const isSameValue = (a: Leaf | undefined, b: Leaf | undefined): boolean =>
  JSON.stringify(a?.value) === JSON.stringify(b?.value);

/** What differs between two documents, value by value, in the order of the later one. */
export const diffDocuments = (before: unknown, after: unknown): Change[] => {
  const [old, now] = [indexLeaves(before), indexLeaves(after)];
  const removed = [...old.values()].filter(({ path }) => !now.has(formatPath(path)));
  const changed = [...now.values()].filter((leaf) => !isSameValue(leaf, old.get(formatPath(leaf.path))));
  return [
    ...changed.map(({ path, value }) => {
      const from = old.get(formatPath(path))?.value;
      return { path, to: value, ...(from === undefined ? {} : { from }) };
    }),
    ...removed.map(({ path, value }) => ({ path, from: value })),
  ];
};

/** Where a value comes from. */
export type Origin = 'default' | 'environment' | 'admin';

/** Where each value of a document comes from, by path: one that is as it was before any change is nobody's but the installation's. */
export const findOrigins = (
  document: unknown,
  base: unknown,
  environment: readonly string[],
): Record<string, Origin> => {
  const before = indexLeaves(base);
  const set = new Set(environment);
  const originOf = (key: string, leaf: Leaf): Origin => {
    if (!isSameValue(leaf, before.get(key))) return 'admin';
    return set.has(key) ? 'environment' : 'default';
  };
  return Object.fromEntries([...indexLeaves(document)].map(([key, leaf]) => [key, originOf(key, leaf)]));
};
