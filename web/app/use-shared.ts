import { useCallback, useEffect, useState } from 'react';

import type { SharedConversation } from '../../src/contract/shares.ts';

export type SharedState =
  | { readonly phase: 'loading' | 'unknown' | 'failed' }
  | { readonly phase: 'there'; readonly shared: SharedConversation };

const ask = async (token: string, signal: AbortSignal): Promise<SharedState> => {
  try {
    const answer = await fetch(new URL(`/api/shared/${encodeURIComponent(token)}`, location.origin), { signal });
    if (answer.status === 404 || answer.status === 400) return { phase: 'unknown' };
    if (!answer.ok) return { phase: 'failed' };
    const shared: SharedConversation = await answer.json();
    return { phase: 'there', shared };
  } catch {
    return { phase: 'failed' };
  }
};

/** What stands under a link, and the way to ask again. Whoever reads need not be anybody, so no credentials are sent. */
export const useShared = (token: string): { readonly state: SharedState; readonly retry: () => void } => {
  const [state, setState] = useState<SharedState>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    void ask(token, gone.signal).then((found) => {
      if (!gone.signal.aborted) setState(found);
    });
    return () => gone.abort();
  }, [token, tries]);
  const retry = useCallback((): void => {
    setState({ phase: 'loading' });
    setTries((count) => count + 1);
  }, []);
  return { state, retry };
};

const asksSandbox = async (signal: AbortSignal): Promise<boolean> => {
  const answer = await fetch(new URL('/api/theme', location.origin), { signal });
  const { sandbox }: { readonly sandbox?: boolean } = await answer.json();
  return sandbox === true;
};

/** Whether this server says of itself that nothing on it is real. */
export const useSandbox = (): boolean => {
  const [sandbox, setSandbox] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    asksSandbox(gone.signal).then(
      (found) => {
        if (!gone.signal.aborted) setSandbox(found);
      },
      () => undefined,
    );
    return () => gone.abort();
  }, []);
  return sandbox;
};
