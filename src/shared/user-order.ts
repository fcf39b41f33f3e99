/** By what the list of accounts can be sorted. `active`: the last day with a counted call of a model. */
export const USER_SORTS = ['joined', 'name', 'plan', 'today', 'limits', 'active'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];
