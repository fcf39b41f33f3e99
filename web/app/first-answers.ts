import { themeApi } from '../features/appearance/theme-api.ts';
import { billingApi } from '../features/billing/billing-api.ts';
import { freemiumApi } from '../features/trial/freemium-api.ts';
import type { AppStore } from '../state/store.ts';

/** So long the first screen waits for them. They were asked for while the script came (web/index.html): mostly they are here. */
const PATIENCE_MS = 100;

/** Whoever shows an answer holds on to it. */
const ONCE = { subscribe: false };

/**
 * Fetches what a visitor's first screen shows: with it, that screen is drawn once and whole. If the server takes longer or
 * fails, the screen is drawn without, and completed later.
 */
export const fetchFirstAnswers = ({ dispatch }: AppStore): Promise<unknown> =>
  Promise.race([
    Promise.all([
      dispatch(themeApi.endpoints.theme.initiate(undefined, ONCE)),
      dispatch(freemiumApi.endpoints.freemiumConfig.initiate(undefined, ONCE)),
      dispatch(billingApi.endpoints.plans.initiate(undefined, ONCE)),
    ]),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]);
