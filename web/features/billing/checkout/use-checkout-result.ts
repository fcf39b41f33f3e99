import { useCallback, useEffect, useState } from 'react';

import type { Tier } from '../../../../src/contract/common.ts';
import { api } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { billingApi, type PaidTier } from '../billing-api.ts';

/** Pauses before each look, in milliseconds: the provider's word usually comes within a few seconds. */
const POLL_DELAYS_MS = [0, 1000, 1500, 2000, 3000, 4000, 5000] as const;

export type CheckoutResult = { readonly phase: 'waiting' | 'slow' } | { readonly phase: 'landed'; readonly tier: Tier };

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Whether the bought plan is active: the expected one, or any paid one if that is unknown. */
const isExpectedTier = (tier: Tier, expected: PaidTier | null): boolean =>
  expected === null ? tier !== 'free' : tier === expected;

/** Polls until the payment provider has confirmed the plan to the server. The return address alone proves nothing. */
export const useCheckoutResult = (expected: PaidTier | null): CheckoutResult & { readonly retry: () => void } => {
  const dispatch = useAppDispatch();
  const [result, setResult] = useState<CheckoutResult>({ phase: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const fetchTier = async (): Promise<Tier | null> => {
      const { data } = await dispatch(
        billingApi.endpoints.subscription.initiate(undefined, { forceRefetch: true, subscribe: false }),
      );
      const paid = data && (data.granted?.paidTier ?? data.tier);
      return paid && isExpectedTier(paid, expected) ? paid : null;
    };
    const poll = async (): Promise<void> => {
      for (const delayMs of POLL_DELAYS_MS) {
        await sleep(delayMs, controller.signal);
        const tier = controller.signal.aborted ? null : await fetchTier();
        if (controller.signal.aborted) return;
        if (tier === null) continue;
        dispatch(api.util.invalidateTags(['Me', 'Subscription', 'Usage', 'ApiKey']));
        setResult({ phase: 'landed', tier });
        return;
      }
      setResult({ phase: 'slow' });
    };
    void poll();
    return () => controller.abort();
  }, [dispatch, expected, attempt]);
  const retry = useCallback((): void => {
    setResult({ phase: 'waiting' });
    setAttempt((at) => at + 1);
  }, []);
  return { ...result, retry };
};
