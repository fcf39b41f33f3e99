import { bearer } from '../lib/api.ts';
import { overrideHeaders } from '../state/flags-slice.ts';
import type { RootState } from '../state/root.ts';

/** Who asks, as headers: the bearer of the session, else the visitor's trial session. */
export const callerHeaders = ({ session, trial, flags }: RootState): Record<string, string> =>
  session.token === null
    ? { 'X-Session-ID': trial.sessionId }
    : { ...bearer(session.token), ...overrideHeaders(flags) };
