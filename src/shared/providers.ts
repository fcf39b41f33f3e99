/** What providers are for that an admin can enter. */
export const PROVIDER_NEEDS = ['models', 'search', 'mail'] as const;
export type ProviderNeed = (typeof PROVIDER_NEEDS)[number];

/**
 * How a call to a provider fails: wrong key, quota used up, not reached, no such address, an answer of another kind, a
 * search server that does not answer in JSON, or a server that has no models.
 */
export const PROVIDER_FAILURES = ['key', 'quota', 'unreachable', 'address', 'answer', 'format', 'models'] as const;
export type ProviderFailure = (typeof PROVIDER_FAILURES)[number];

/** `overridden`: the environment configures the same. `locked`: its key has to be entered again. */
export const PROVIDER_STATES = ['serving', 'overridden', 'locked'] as const;
export type ProviderState = (typeof PROVIDER_STATES)[number];
