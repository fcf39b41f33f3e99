import type { StateChecks } from '../../../web/state/store.ts';

/**
 * For tests with many actions: each check walks all of the state. It is read-only by type and frozen by Immer, and
 * `startApp` looks at what it holds when a test ends.
 */
export const NO_CHECKS: StateChecks = { immutableCheck: false, serializableCheck: false };
