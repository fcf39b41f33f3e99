import { lazy } from 'react';

import { useSkin } from '../../features/appearance/use-skin.ts';
import { useAppSelector } from '../../state/store.ts';
import { LanguageSetting } from '../dialogs/lazy-language-setting.ts';
import { OverlayBoundary } from '../error-boundary.tsx';
import type { Overlay } from './use-overlay.ts';
import { useActions } from '../use-actions.ts';
import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';

const loadPalette = () => import('./command-palette.tsx');
const CommandPalette = lazy(() => loadPalette().then(({ CommandPalette: component }) => ({ default: component })));
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then(({ ShortcutsDialog: component }) => ({ default: component })),
);
const AboutDialog = lazy(() =>
  import('../../features/welcome/about-dialog.tsx').then(({ AboutDialog: component }) => ({ default: component })),
);

const About = ({ onClose }: { readonly onClose: () => void }) => {
  const actions = useActions();
  const { skin } = useSkin();
  const limit = useAppSelector(({ flags }) => flags.freemiumMaxMessages);
  const signIn = (): void => {
    onClose();
    actions.signIn();
  };
  return (
    <AboutDialog name={skin.branding.logo_text} limit={limit} onSignIn={signIn} onClose={onClose}>
      <LanguageSetting />
    </AboutDialog>
  );
};

interface OverlaysProps {
  readonly overlay: Overlay | null;
  readonly onOpen: (overlay: Overlay) => void;
  readonly onSearch: () => void;
  readonly onClose: () => void;
}

/** The palette, the help with the keys and the page about the product; each fetched when it is first needed. */
export const Overlays = ({ overlay, onOpen, onSearch, onClose }: OverlaysProps) => {
  const isGuest = useAppSelector(({ session }) => session.token === null);
  useIdleCallback(() => {
    void loadPalette();
  });
  return (
    <OverlayBoundary>
      {overlay === 'palette' ? <CommandPalette onOpen={onOpen} onSearch={onSearch} onClose={onClose} /> : null}
      {overlay === 'shortcuts' ? <ShortcutsDialog isGuest={isGuest} onClose={onClose} /> : null}
      {overlay === 'about' ? <About onClose={onClose} /> : null}
    </OverlayBoundary>
  );
};
