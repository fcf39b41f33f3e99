/** The plans, lowest first. `basic` is shown to people as Pro. */
export const TIERS = ['free', 'basic', 'premium'] as const;
export type Tier = (typeof TIERS)[number];

export const mapTiers = <T>(value: (tier: Tier) => T): Record<Tier, T> => ({
  free: value('free'),
  basic: value('basic'),
  premium: value('premium'),
});

/** As what an admin may act for a day; `unlimited` is premium with every model and without any limit. */
export const OVERRIDE_TYPES = ['unlimited', 'premium', 'basic', 'free'] as const;
export type OverrideType = (typeof OVERRIDE_TYPES)[number];
