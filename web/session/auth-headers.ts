import { bearerHeaders } from '../lib/api.ts';
import { overrideHeaders } from '../state/flags-slice.ts';
import type { RootState } from '../state/root-reducer.ts';
import { trialHeaders } from '../state/trial-slice.ts';

/** Who asks, as headers: the bearer of the session, else the visitor's trial session. */
export const authHeaders = ({ session, trial, flags }: RootState): Record<string, string> =>
  session.token === null ? trialHeaders(trial) : { ...bearerHeaders(session.token), ...overrideHeaders(flags) };
