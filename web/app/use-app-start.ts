import { useEffect } from 'react';

import { accountsApi } from '../features/accounts/accounts-api.ts';
import { useAgents } from '../features/agents/use-agents.ts';
import { freemiumApi } from '../features/trial/freemium-api.ts';
import { localDay } from '../lib/local-day.ts';
import { useBrowserEnv } from '../lib/browser-env.ts';
import { transitionEnded } from '../state/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { trialDayChecked } from '../state/trial-slice.ts';
import { TRANSITION_MS } from '../session/transition-times.ts';

/** A sign-in that never came to its end holds the page up for at most five seconds. */
const useTransitionTimeout = (): void => {
  const dispatch = useAppDispatch();
  const isTransitioning = useAppSelector(({ session }) => session.isTransitioning);
  useEffect(() => {
    if (!isTransitioning) return;
    const timer = setTimeout(() => dispatch(transitionEnded()), TRANSITION_MS.stuck);
    return () => clearTimeout(timer);
  }, [dispatch, isTransitioning]);
};

/** What the page asks for when it comes up: the account as it is now, or what visitors may do. */
export const useAppStart = (): { readonly ready: boolean } => {
  const dispatch = useAppDispatch();
  const env = useBrowserEnv();
  const token = useAppSelector(({ session }) => session.token);
  accountsApi.useMeQuery(undefined, { skip: token === null, refetchOnReconnect: true });
  const freemium = freemiumApi.useFreemiumConfigQuery(undefined, { skip: token !== null });
  useAgents();
  useTransitionTimeout();
  useEffect(() => {
    dispatch(trialDayChecked(localDay(env.now())));
  }, [dispatch, env, token]);
  return { ready: token !== null || !(freemium.isUninitialized || freemium.isLoading) };
};
