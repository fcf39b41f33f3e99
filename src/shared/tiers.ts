/** Lowest first. `basic` is shown to people as Pro. */
export const TIERS = ['free', 'basic', 'premium'] as const;
export type Tier = (typeof TIERS)[number];

/** As people read them. */
export const PLAN_NAMES: Readonly<Record<Tier, string>> = { free: 'Free', basic: 'Pro', premium: 'Premium' };

export const PAID_TIERS = ['basic', 'premium'] as const satisfies readonly Tier[];
export type PaidTier = (typeof PAID_TIERS)[number];

interface TierOwner {
  readonly subscription: Tier;
  readonly isAdmin: boolean;
}

/** The tier of an account without an override: admins have every feature, whatever plan they pay for. */
export const ownTier = ({ subscription, isAdmin }: TierOwner): Tier => (isAdmin ? 'premium' : subscription);

export const mapTiers = <T>(value: (tier: Tier) => T): Record<Tier, T> => ({
  free: value('free'),
  basic: value('basic'),
  premium: value('premium'),
});

/** Tiers that an admin may act as; `unlimited` is premium with every model and no limits. */
export const OVERRIDE_TYPES = ['unlimited', 'premium', 'basic', 'free'] as const;
export type OverrideType = (typeof OVERRIDE_TYPES)[number];

export const actingTier = (override: OverrideType): Tier => (override === 'unlimited' ? 'premium' : override);
