import type { SettingsDocuments, SettingsName } from '../../shared/settings/documents.ts';
import type { RateLimitPart } from '../../shared/settings/rate-limits.ts';
import { mapTiers } from '../../shared/tiers.ts';
import type { RateLimits } from '../billing/ports.ts';

const restoreRates = (now: RateLimits, restored: RateLimits, part: RateLimitPart): RateLimits => {
  if (part === 'features') return { ...now, features: restored.features };
  return {
    ...now,
    subscriptions: mapTiers((tier) => {
      const { daily, lifetime, models } = restored.subscriptions[tier];
      return { ...now.subscriptions[tier], ...(part === 'models' ? { models } : { daily, lifetime }) };
    }),
  };
};

type Restore<T> = (now: T, restored: T) => T;

/** Documents of which a part can be restored, while the rest stays. */
const PART_RESTORERS: {
  readonly [N in SettingsName]?: (part: RateLimitPart) => Restore<SettingsDocuments[N]>;
} = {
  'rate-limits': (part) => (now, restored) => restoreRates(now, restored, part),
};

/** Without a part the whole document is restored. Undefined: it has no such part. */
export const restorerOf = <N extends SettingsName>(
  name: N,
  part: RateLimitPart | undefined,
): Restore<SettingsDocuments[N]> | undefined =>
  part === undefined ? (_now, restored) => restored : PART_RESTORERS[name]?.(part);
