import { themeApi } from '../features/appearance/theme-api.ts';
import { billingApi } from '../features/billing/billing-api.ts';
import { freemiumApi } from '../features/trial/freemium-api.ts';
import type { AppStore } from '../state/store.ts';

/** web/index.html requests them while the scripts load, so that they are mostly here by now. */
const MAX_WAIT_MS = 100;

/** The components that show an answer subscribe to it. */
const ONCE = { subscribe: false };

/**
 * Fetches what a visitor's first screen shows, so that it is rendered once and complete. If the server takes longer
 * than `MAX_WAIT_MS` or fails, the screen is rendered without it and completed later. Never rejects.
 */
export const fetchFirstAnswers = ({ dispatch }: AppStore): Promise<unknown> =>
  Promise.race([
    Promise.all([
      dispatch(themeApi.endpoints.theme.initiate(undefined, ONCE)),
      dispatch(freemiumApi.endpoints.freemiumConfig.initiate(undefined, ONCE)),
      dispatch(billingApi.endpoints.plans.initiate(undefined, ONCE)),
    ]),
    new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
  ]);
