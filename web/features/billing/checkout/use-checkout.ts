import { useEffect, useState } from 'react';

import { api } from '../../../lib/api.ts';
import { isWebAddress } from '../../../lib/web-address.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { billingApi, type PaidTier } from '../billing-api.ts';
import { saveCheckoutTier } from './checkout-storage.ts';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { t } from '../texts.ts';

export interface Checkout {
  /** The plan whose payment page is being opened. */
  readonly opening: PaidTier | null;
  readonly failure: string | null;
  readonly start: (tier: PaidTier) => void;
}

/** Goes to the payment page in this tab. Coming back with the browser's own button finds the offers ready again. */
export const useCheckout = (): Checkout => {
  const page = useBrowserEnv();
  const dispatch = useAppDispatch();
  const [create] = billingApi.useCreateCheckoutMutation();
  const [opening, setOpening] = useState<PaidTier | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) setOpening(null);
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);
  const start = async (tier: PaidTier): Promise<void> => {
    setOpening(tier);
    setFailure(null);
    const { data, error } = await create(tier);
    if (data && isWebAddress(data.url)) {
      saveCheckoutTier(tier);
      page.navigate(data.url);
      return;
    }
    setOpening(null);
    setFailure(getErrorMessage(error, t('checkoutFailed')));
    dispatch(api.util.invalidateTags(['Me', 'Subscription'])); // the provider may have told of a plan meanwhile
  };
  return { opening, failure, start: (tier) => void start(tier) };
};
