import { useEffect } from 'react';

import { accountsApi } from '../features/accounts/accounts-api.ts';
import { useAgents } from '../features/agents/use-agents.ts';
import { freemiumApi } from '../features/trial/freemium-api.ts';
import { useBrowserEnv } from '../lib/browser-env.ts';
import { useAtTime } from '../lib/hooks/use-at-time.ts';
import { localDay, localDayEnd } from '../lib/local-day.ts';
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

/** The trial's counter starts over when the day turns, on an open page too. */
const useTrialDay = (): void => {
  const dispatch = useAppDispatch();
  const env = useBrowserEnv();
  const day = useAppSelector(({ trial }) => trial.lastResetDate);
  useAtTime(localDayEnd(day), () => dispatch(trialDayChecked(localDay(env.now()))));
};

/** What the page asks for when it comes up: the account as it is now, or what visitors may do. */
export const useAppStart = (): { readonly ready: boolean } => {
  const token = useAppSelector(({ session }) => session.token);
  accountsApi.useMeQuery(undefined, { skip: token === null, refetchOnReconnect: true });
  const freemium = freemiumApi.useFreemiumConfigQuery(undefined, { skip: token !== null });
  useAgents();
  useTransitionTimeout();
  useTrialDay();
  return { ready: token !== null || !(freemium.isUninitialized || freemium.isLoading) };
};
