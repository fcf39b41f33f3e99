import { useEffect, useEffectEvent } from 'react';

import { CLOCK_GRACE_MS, useAtTime } from '../../../lib/hooks/use-at-time.ts';
import { useAppSelector } from '../../../state/store.ts';
import { billingApi, type Usage } from '../billing-api.ts';

/** Looking back at the page asks again, but no more often than this. */
const MIN_REFETCH_INTERVAL_MS = 60_000;

/** The usage of the account; undefined until it is loaded. Each reply invalidates its tag. */
export const useUsage = (): Usage | undefined => {
  const signedIn = useAppSelector(({ session }) => session.token !== null);
  return billingApi.useUsageQuery(undefined, { skip: !signedIn }).data;
};

/** Renews the numbers when the person comes back to the page and when the day turns. Mounted once. */
export const useUsageRenewal = (): void => {
  const signedIn = useAppSelector(({ session }) => session.token !== null);
  const {
    data,
    fulfilledTimeStamp = 0,
    isFetching,
    refetch,
  } = billingApi.useUsageQuery(undefined, { skip: !signedIn });
  const onReturn = useEffectEvent(() => {
    if (signedIn && !isFetching && Date.now() - fulfilledTimeStamp >= MIN_REFETCH_INTERVAL_MS) void refetch();
  });
  useEffect(() => {
    const onFocus = (): void => onReturn();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
  useAtTime(signedIn && data ? Date.parse(data.daily.resetsAt) + CLOCK_GRACE_MS : null, () => void refetch());
};
