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

const rebaseFields = <T extends object>(base: T, mine: T, theirs: T): T => {
  const result = { ...theirs };
  for (const key in mine) result[key] = rebase(base[key], mine[key], theirs[key]);
  return result;
};

/** Rebases `mine` on `theirs`. Where both changed a value, theirs wins. */
export const rebase = <T>(base: T, mine: T, theirs: T): T => {
  if (isEqual(mine, base)) return theirs;
  if (isObject(base) && isObject(mine) && isObject(theirs)) return rebaseFields<T & object>(base, mine, theirs);
  return isEqual(theirs, base) ? mine : theirs;
};

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

/**
 * What of the rate limits changed, and nothing else: two admins who change different things do
 * not get in each other's way.
 */
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
