import { lazy } from 'react';

import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';
import { loadChips as preloadFiles } from '../../screens/chat/load-chips.ts';
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
        <Reauthentication />
      </OverlayBoundary>
    </>
  );
};
