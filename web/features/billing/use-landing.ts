import { useCallback, useEffect, useState } from 'react';

import type { Tier } from '../../../src/contract/common.ts';
import { api } from '../../lib/api.ts';
import { useAppDispatch } from '../../state/store.ts';
import { billingApi, type PaidTier } from './billing-api.ts';

/** Pauses before each look, in milliseconds: the provider's word usually comes within a few seconds. */
const PAUSES = [0, 1000, 1500, 2000, 3000, 4000, 5000] as const;

export type Landing = { readonly phase: 'waiting' | 'slow' } | { readonly phase: 'landed'; readonly tier: Tier };

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** What was bought is here: the plan that was chosen, or any paid one when nobody remembers which. */
const hasLanded = (tier: Tier, wanted: PaidTier | null): boolean =>
  wanted === null ? tier !== 'free' : tier === wanted;

/**
 * Waits until the server has heard from the payment provider that the plan is paid. The return address alone proves
 * nothing, so nothing is called done before that.
 */
export const useLanding = (wanted: PaidTier | null): Landing & { readonly again: () => void } => {
  const dispatch = useAppDispatch();
  const [landing, setLanding] = useState<Landing>({ phase: 'waiting' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    const look = async (): Promise<Tier | null> => {
      const { data } = await dispatch(
        billingApi.endpoints.subscription.initiate(undefined, { forceRefetch: true, subscribe: false }),
      );
      return data && hasLanded(data.tier, wanted) ? data.tier : null;
    };
    const wait = async (): Promise<void> => {
      for (const pause of PAUSES) {
        await rest(pause, gone.signal);
        const tier = gone.signal.aborted ? null : await look();
        if (gone.signal.aborted) return;
        if (tier === null) continue;
        dispatch(api.util.invalidateTags(['Me', 'Subscription', 'Usage', 'ApiKey']));
        setLanding({ phase: 'landed', tier });
        return;
      }
      setLanding({ phase: 'slow' });
    };
    void wait();
    return () => gone.abort();
  }, [dispatch, wanted, round]);
  const again = useCallback((): void => {
    setLanding({ phase: 'waiting' });
    setRound((at) => at + 1);
  }, []);
  return { ...landing, again };
};
