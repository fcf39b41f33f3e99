import { lazy } from 'react';

import { useAppSelector } from '../../state/store.ts';
import { OverlayBoundary } from '../error-boundary.tsx';
import type { Overlay } from './use-overlay.ts';
import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';

const loadPalette = () => import('./command-palette.tsx');
const CommandPalette = lazy(() => loadPalette().then(({ CommandPalette: component }) => ({ default: component })));
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then(({ ShortcutsDialog: component }) => ({ default: component })),
);
interface OverlaysProps {
  readonly overlay: Overlay | null;
  readonly onOpen: (overlay: Overlay) => void;
  readonly onSearch: () => void;
  readonly onClose: () => void;
}

/** The palette and the help with the keys; each fetched when it is first needed. */
export const Overlays = ({ overlay, onOpen, onSearch, onClose }: OverlaysProps) => {
  const isGuest = useAppSelector(({ session }) => session.token === null);
  // A visitor has little to command: it comes when it is asked for.
  useIdleCallback(() => {
    if (!isGuest) void loadPalette();
  });
  return (
    <OverlayBoundary>
      {overlay === 'palette' ? <CommandPalette onOpen={onOpen} onSearch={onSearch} onClose={onClose} /> : null}
      {overlay === 'shortcuts' ? <ShortcutsDialog isGuest={isGuest} onClose={onClose} /> : null}
    </OverlayBoundary>
  );
};
