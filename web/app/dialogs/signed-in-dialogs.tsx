import { lazy } from 'react';

import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';
import { loadChips as preloadFiles } from '../../screens/chat/load-chips.ts';
import { PLACE_CACHE_KEY } from '../../features/history/place-cache-key.ts';
import { useAppSelector } from '../../state/store.ts';
import { OverlayBoundary } from '../error-boundary.tsx';
import { FilesDialogs } from './files-dialogs.tsx';
import { preloadSettings } from './settings.tsx';
import { Reauthentication } from './reauthentication.tsx';
import { useSecondFactorRequired } from './second-factor-required.ts';
import { SharingDialogs } from './sharing-dialogs.tsx';
import { useOverrideEnd } from '../use-override-end.ts';

const AccountLanguage = lazy(() =>
  import('./account-language.tsx').then(({ AccountLanguage: component }) => ({ default: component })),
);

const PlaceNotice = lazy(() =>
  import('./place-notice.tsx').then(({ PlaceNotice: component }) => ({ default: component })),
);

/** After a chat was archived. */
const LazyPlaceNotice = () => {
  const isPlaced = useAppSelector(({ api }) => api.mutations[PLACE_CACHE_KEY] !== undefined);
  return isPlaced ? <PlaceNotice /> : null;
};

/** What a visitor cannot open, and what is fetched for a person while the browser is idle. */
export const SignedInDialogs = () => {
  useOverrideEnd();
  useSecondFactorRequired();
  useIdleCallback(() => {
    void Promise.all([preloadSettings(), preloadFiles()]);
  });
  return (
    <>
      <FilesDialogs />
      <OverlayBoundary>
        <AccountLanguage />
      </OverlayBoundary>
      <OverlayBoundary>
        <SharingDialogs />
      </OverlayBoundary>
      <OverlayBoundary>
        <LazyPlaceNotice />
      </OverlayBoundary>
      <OverlayBoundary>
        <Reauthentication />
      </OverlayBoundary>
    </>
  );
};
