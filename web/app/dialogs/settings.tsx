import { lazy } from 'react';

import { useAppSelector } from '../../state/store.ts';
import { isSubscription } from '../router/address.ts';
import { useAddress } from '../router/use-address.ts';

/** Fetches the settings before they are needed. */
export const preloadSettings = () => import('./open-settings.tsx');
const OpenSettings = lazy(() => preloadSettings().then(({ OpenSettings: component }) => ({ default: component })));

/** The settings, at the section that the address names; the subscription is a dialog of its own. */
export const Settings = () => {
  const address = useAddress();
  const user = useAppSelector(({ session }) => session.user);
  return user && address.at === 'settings' && !isSubscription(address) ? (
    <OpenSettings user={user} section={address.section} />
  ) : null;
};
