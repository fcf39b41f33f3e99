import type { Configs } from '../../../state/admin-slice.ts';

const isObject = <T>(value: T): value is T & object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values read the same; the order of an object's fields does not matter. */
export const isEqual = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, at) => isEqual(value, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  const left = new Map(Object.entries(a));
  const right = new Map(Object.entries(b));
  return (
    left.size === right.size && [...left].every(([key, value]) => right.has(key) && isEqual(value, right.get(key)))
  );
};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => isObject(value);

interface Item extends Fields {
  readonly id: string;
}

const isItemList = (value: unknown): value is readonly Item[] =>
  Array.isArray(value) && value.every((one: unknown) => isFields(one) && typeof one['id'] === 'string');

const rebaseFields = (base: Fields, mine: Fields, theirs: Fields): Fields =>
  Object.fromEntries(
    [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
      .map((key) => [key, rebaseValue(base[key], mine[key], theirs[key])] as const)
      .filter(([, value]) => value !== undefined),
  );

const findItem = (items: readonly Item[], { id }: Item): Item | undefined => items.find((item) => item.id === id);

/** Where both chose a primary one, or one's choice was removed, theirs is. */
const withOnePrimary = (items: readonly Item[], theirs: readonly Item[]): readonly Item[] =>
  items.every((item) => !('isPrimary' in item)) || items.filter(({ isPrimary }) => isPrimary === true).length === 1
    ? items
    : items.map((item) => ({ ...item, isPrimary: findItem(theirs, item)?.['isPrimary'] ?? false }));

const rebaseItems = (base: readonly Item[], mine: readonly Item[], theirs: readonly Item[]): readonly Item[] => {
  const added = mine.filter((item) => !findItem(base, item) && !findItem(theirs, item));
  const items = [...theirs, ...added].map((item) =>
    rebaseValue(findItem(base, item), findItem(mine, item), findItem(theirs, item)),
  );
  return withOnePrimary(
    items.filter((item): item is Item => item !== undefined),
    theirs,
  );
};

const rebaseValue = (base: unknown, mine: unknown, theirs: unknown): unknown => {
  if (isEqual(mine, base)) return theirs;
  if (isFields(base) && isFields(mine) && isFields(theirs)) return rebaseFields(base, mine, theirs);
  if (isItemList(base) && isItemList(mine) && isItemList(theirs)) return rebaseItems(base, mine, theirs);
  return isEqual(theirs, base) ? mine : theirs;
};

/**
 * Rebases `mine` on `theirs`, fields one by one and items of a list by their `id`. Where both changed or removed the
 * same value, theirs wins.
 */
export function rebase<T>(base: T, mine: T, theirs: T): T;
export function rebase(base: unknown, mine: unknown, theirs: unknown): unknown {
  return rebaseValue(base, mine, theirs);
}

/** The fields that are not the same any more. */
const changedFields = <T extends object>(base: T, next: T): Partial<T> => {
  const result: Partial<T> = {};
  for (const key in next) if (!isEqual(base[key], next[key])) result[key] = next[key];
  return result;
};

type Rates = Configs['rate-limits'];
type TierRates = Rates['subscriptions']['free'];
type Limits = Readonly<Record<string, number>>;

/** The changed model limits; null for a removed one. */
const diffModelLimits = (base: Limits, next: Limits): Record<string, number | null> => ({
  ...Object.fromEntries(
    Object.keys(base)
      .filter((id) => !(id in next))
      .map((id) => [id, null]),
  ),
  ...Object.fromEntries(Object.entries(next).filter(([id, limit]) => base[id] !== limit)),
});

const nonEmpty = <T extends object>(part: T): T | undefined => (Object.keys(part).length === 0 ? undefined : part);

const diffTier = (base: TierRates, next: TierRates) => {
  const modelLimits = nonEmpty(diffModelLimits(base.lifetime.modelLimits, next.lifetime.modelLimits));
  const total =
    base.lifetime.totalMessages === next.lifetime.totalMessages ? {} : { totalMessages: next.lifetime.totalMessages };
  const lifetime = nonEmpty({ ...total, ...(modelLimits ? { modelLimits } : {}) });
  const models = nonEmpty(changedFields(base.models, next.models));
  const daily = nonEmpty(changedFields(base.daily, next.daily));
  return nonEmpty({ ...(daily ? { daily } : {}), ...(lifetime ? { lifetime } : {}), ...(models ? { models } : {}) });
};

/** What of the rate limits changed, and nothing else. */
export const diffRateLimits = (base: Rates, next: Rates) => {
  const free = diffTier(base.subscriptions.free, next.subscriptions.free);
  const basic = diffTier(base.subscriptions.basic, next.subscriptions.basic);
  const premium = diffTier(base.subscriptions.premium, next.subscriptions.premium);
  const subscriptions = nonEmpty({
    ...(free ? { free } : {}),
    ...(basic ? { basic } : {}),
    ...(premium ? { premium } : {}),
  });
  const features = nonEmpty(changedFields(base.features, next.features));
  return { ...(subscriptions ? { subscriptions } : {}), ...(features ? { features } : {}) };
};
