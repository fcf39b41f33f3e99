import { isRecord } from '../../shared/schema.ts';
import type { Json } from '../kernel/json.ts';
import type { Change } from './ports.ts';

export interface Leaf {
  readonly path: readonly string[];
  readonly value: Json;
}

/**
 * The single values of a document. A list of plain values counts as one value. In a list of `{id}` objects each item is
 * addressed by its id, and the list's own path has the ids in order.
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

export const formatPath = (path: readonly string[]): string => path.join('.');

const indexLeaves = (document: unknown): Map<string, Leaf> =>
  new Map(listLeaves(document).map((leaf) => [formatPath(leaf.path), leaf]));

const isSameValue = (a: Leaf | undefined, b: Leaf | undefined): boolean =>
  JSON.stringify(a?.value) === JSON.stringify(b?.value);

/** The changed values, in the order of the later document. */
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

export type Origin = 'default' | 'environment' | 'admin';

/** The origin of each value by path: values that were never changed come from the installation. */
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
