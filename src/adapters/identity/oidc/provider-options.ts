import type { CustomFetch } from 'openid-client';

import type { SignInBrand } from '../../../shared/sign-in-brands.ts';
import { vendorFetchWhole } from '../../../platform/vendor-fetch.ts';
import type { RightsRules } from './claims.ts';

/** What all sign-in providers are made of. */
export interface ProviderOptions {
  readonly id: string;
  readonly label: string;
  readonly icon: SignInBrand | null;
  readonly clientId: string;
  /** Undefined for a client without one. */
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  readonly rules: RightsRules;
}

export const CALL_TIMEOUT_MS = 10_000;

/** With the first sign-in, not at start-up. */
export const loadOpenId = () => import('openid-client');

export const vendorCall: CustomFetch = (url, { method, headers, body, signal }) =>
  vendorFetchWhole(url, CALL_TIMEOUT_MS, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  });
