import { useCallback, useEffect, useState } from 'react';

import type { Answer } from '../../../src/contract/route.ts';
import type { SharedConversation } from '../../../src/contract/shares.ts';
import type { theme } from '../../../src/contract/theme.ts';
import { fetchInTime, USUAL_WAIT_MS } from '../../lib/fetch-in-time.ts';

export type SharedState =
  | { readonly phase: 'loading' | 'unknown' | 'taken-down' | 'failed' }
  | { readonly phase: 'there'; readonly shared: SharedConversation };

const get = (path: string, signal: AbortSignal): Promise<Response> =>
  fetchInTime(new URL(path, location.origin), { signal }, USUAL_WAIT_MS);

const fetchShared = async (token: string, signal: AbortSignal): Promise<SharedState> => {
  try {
    const response = await get(`/api/shared/${encodeURIComponent(token)}`, signal);
    if (response.status === 404 || response.status === 400) return { phase: 'unknown' };
    if (response.status === 410) return { phase: 'taken-down' };
    if (!response.ok) return { phase: 'failed' };
    const shared: SharedConversation = await response.json();
    return { phase: 'there', shared };
  } catch {
    return { phase: 'failed' };
  }
};

/**
 * What stands under a link, and the way to ask again. Whoever reads need not be anybody, so no credentials are sent.
 */
export const useSharedConversation = (token: string): { readonly state: SharedState; readonly retry: () => void } => {
  const [state, setState] = useState<SharedState>({ phase: 'loading' });
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    void fetchShared(token, controller.signal).then((found) => {
      if (!controller.signal.aborted) setState(found);
    });
    return () => controller.abort();
  }, [token, attempts]);
  const retry = useCallback((): void => {
    setState({ phase: 'loading' });
    setAttempts((count) => count + 1);
  }, []);
  return { state, retry };
};

type OperatorTheme = Partial<Pick<Answer<typeof theme>, 'sandbox' | 'legal'>>;

const fetchTheme = async (signal: AbortSignal): Promise<OperatorTheme> => {
  const response = await get('/api/theme', signal);
  const { sandbox, legal }: OperatorTheme = await response.json();
  return { sandbox: sandbox === true, legal: legal ?? null };
};

const NOTHING: OperatorTheme = {};

/** What the operator puts on every page: that nothing here is real, and the links that a law asks for. */
export const useOperatorTheme = (): OperatorTheme => {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    const controller = new AbortController();
    fetchTheme(controller.signal).then(
      (loaded) => {
        if (!controller.signal.aborted) setFound(loaded);
      },
      () => undefined,
    );
    return () => controller.abort();
  }, []);
  return found;
};
