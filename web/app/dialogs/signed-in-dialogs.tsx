import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';
import { loadChips as preloadFiles } from '../../screens/chat/load-chips.ts';
import { OverlayBoundary } from '../error-boundary.tsx';
import { FilesDialogs } from './files-dialogs.tsx';
import { preloadSettings } from './settings.tsx';
import { Reauthentication } from './reauthentication.tsx';
import { useAccountLanguage } from './use-account-language.ts';
import { useSecondFactorRequired } from './second-factor-required.ts';
import { SharingDialogs } from './sharing-dialogs.tsx';

/** What a visitor cannot open, and what is fetched for a person while the browser is idle. */
export const SignedInDialogs = () => {
  useSecondFactorRequired();
  useAccountLanguage();
  useIdleCallback(() => {
    void Promise.all([preloadSettings(), preloadFiles()]);
  });
  return (
    <>
      <FilesDialogs />
      <OverlayBoundary>
        <SharingDialogs />
      </OverlayBoundary>
      <OverlayBoundary>
        <Reauthentication />
      </OverlayBoundary>
    </>
  );
};
