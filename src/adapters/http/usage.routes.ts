import { usage } from '../../contract/billing.ts';
import type { ReadUsage } from '../../domain/billing/read-usage.ts';
import type { Mount } from './mount.ts';

export interface UsageUses {
  readonly readUsage: ReadUsage;
}

export const usageRoutes = (mount: Mount, use: UsageUses): void => {
  mount(usage, async ({ principal: { user } }) => {
    const { daily, ...rest } = await use.readUsage.execute({ uid: user.uid, tier: user.subscription });
    return { ...rest, daily: { ...daily, resetsAt: new Date(daily.resetsAt).toISOString() } };
  });
};
