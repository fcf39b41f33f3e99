import type { RootState } from './root-reducer.ts';

/** The cache of calls does not name the state of the store that it is in. */
export const isStoreState = (state: unknown): state is RootState =>
  typeof state === 'object' && state !== null && 'api' in state;
