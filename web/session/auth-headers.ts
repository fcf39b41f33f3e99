import { bearerHeaders } from '../lib/api.ts';
import { overrideHeaders } from '../state/flags-slice.ts';
import type { RootState } from '../state/root-reducer.ts';

/** Who asks, as headers: the bearer of the session, else the visitor's trial session. */
export const authHeaders = ({ session, trial, flags }: RootState): Record<string, string> =>
  session.token === null
    ? { 'X-Session-ID': trial.sessionId }
    : { ...bearerHeaders(session.token), ...overrideHeaders(flags) };
