/** The plans, lowest first. `basic` is shown to people as Pro. */
export const TIERS = ['free', 'basic', 'premium'] as const;
export type Tier = (typeof TIERS)[number];
