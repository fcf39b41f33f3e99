import type { Configs } from '../../state/admin-slice.ts';

const isObject = <T>(value: T): value is T & object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values read the same; the order of an object's fields does not matter. */
export const same = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, at) => same(value, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  const left = new Map(Object.entries(a));
  const right = new Map(Object.entries(b));
  return left.size === right.size && [...left].every(([key, value]) => right.has(key) && same(value, right.get(key)));
};

const rebasedFields = <T extends object>(base: T, mine: T, theirs: T): T => {
  const out = { ...theirs };
  for (const key in mine) out[key] = rebased(base[key], mine[key], theirs[key]);
  return out;
};

/** One's own changes on top of what somebody else saved meanwhile. Where both changed the same value, theirs stays. */
export const rebased = <T>(base: T, mine: T, theirs: T): T => {
  if (same(mine, base)) return theirs;
  if (isObject(base) && isObject(mine) && isObject(theirs)) return rebasedFields<T & object>(base, mine, theirs);
  return same(theirs, base) ? mine : theirs;
};

/** The fields that are not the same any more. */
const differing = <T extends object>(base: T, next: T): Partial<T> => {
  const out: Partial<T> = {};
  for (const key in next) if (!same(base[key], next[key])) out[key] = next[key];
  return out;
};

type Rates = Configs['rate-limits'];
type TierRates = Rates['subscriptions']['free'];
type Limits = Readonly<Record<string, number>>;

/** Changed limits of models; one that was taken away is told as null. */
const modelLimitUpdates = (base: Limits, next: Limits): Record<string, number | null> => ({
  ...Object.fromEntries(
    Object.keys(base)
      .filter((id) => !(id in next))
      .map((id) => [id, null]),
  ),
  ...Object.fromEntries(Object.entries(next).filter(([id, limit]) => base[id] !== limit)),
});

const filled = <T extends object>(part: T): T | undefined => (Object.keys(part).length === 0 ? undefined : part);

const tierUpdates = (base: TierRates, next: TierRates) => {
  const modelLimits = filled(modelLimitUpdates(base.lifetime.modelLimits, next.lifetime.modelLimits));
  const total =
    base.lifetime.totalMessages === next.lifetime.totalMessages ? {} : { totalMessages: next.lifetime.totalMessages };
  const lifetime = filled({ ...total, ...(modelLimits ? { modelLimits } : {}) });
  const models = filled(differing(base.models, next.models));
  return filled({ ...(lifetime ? { lifetime } : {}), ...(models ? { models } : {}) });
};

/** What of the rate limits changed, and nothing else: two admins who change different things do not get in each other's way. */
export const rateUpdates = (base: Rates, next: Rates) => {
  const free = tierUpdates(base.subscriptions.free, next.subscriptions.free);
  const basic = tierUpdates(base.subscriptions.basic, next.subscriptions.basic);
  const premium = tierUpdates(base.subscriptions.premium, next.subscriptions.premium);
  const subscriptions = filled({
    ...(free ? { free } : {}),
    ...(basic ? { basic } : {}),
    ...(premium ? { premium } : {}),
  });
  const features = filled(differing(base.features, next.features));
  return { ...(subscriptions ? { subscriptions } : {}), ...(features ? { features } : {}) };
};
