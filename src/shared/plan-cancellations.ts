/** What happens to the subscription of an account that is suspended; the first is the default. */
export const PLAN_CHOICES = ['period-end', 'now', 'keep'] as const;
export type PlanChoice = (typeof PLAN_CHOICES)[number];

/** Also of an account that is deleted, and of one whose suspension is lifted. */
export const PLAN_CANCELLATION_ACTIONS = [...PLAN_CHOICES, 'delete', 'restore'] as const;
export type PlanCancellationAction = (typeof PLAN_CANCELLATION_ACTIONS)[number];
