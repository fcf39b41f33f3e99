import { lazy, Suspense, useRef } from 'react';

import { themeApi } from '../../features/appearance/theme-api.ts';
import { PHONE_QUERY } from '../../lib/media.ts';
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { toastDismissed } from '../../state/toast-slice.ts';
import { sidebarSet } from '../../state/ui-slice.ts';
import { PageToasts } from '../../ui/overlays/toast.tsx';
import { ChatScreen } from '../lazy-chat-screen.tsx';
import { Dialogs } from '../dialogs/dialogs.tsx';
import { LazyPageDropZone } from './lazy-page-drop-zone.tsx';
import { VisitorBar } from './visitor-bar.tsx';
import { Overlays } from '../commands/overlays.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { PageBackground } from './page-background.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { ChatLayout } from '../../screens/chat/chat-layout.tsx';
import { TopBar } from './top-bar.tsx';
import { useAppStart } from '../use-app-start.ts';
import { useLinkClicks } from './use-link-clicks.ts';
import { useOverlay } from '../commands/use-overlay.ts';
import { useSwipeClose } from './use-swipe-close.ts';
import { useSidebarDoubleClick } from '../commands/use-keyboard-shortcuts.ts';
import { useTheme } from '../use-theme.ts';
import { VisitorScreen } from '../../screens/visitor/visitor-screen.tsx';
import { usePageTitle } from './use-page-title.ts';

/** After sign-in a visitor's conversation stays on the screen until it has moved into the account. */
const useShowsVisitorScreen = (): boolean =>
  useAppSelector(
    ({ session, trial }) => session.token === null || (session.isTransitioning && trial.messages.length > 0),
  );

const OperatorBars = lazy(() => import('./operator-bars.tsx').then((m) => ({ default: m.OperatorBars })));

/** What the operator says may change at any time. */
const POLL_OPERATOR_MS = 60_000;

const OperatorNotices = () => {
  const { data } = themeApi.useThemeQuery(undefined, {
    pollingInterval: POLL_OPERATOR_MS,
    skipPollingIfUnfocused: true,
  });
  return data && (data.sandbox || data.maintenance || data.announcement) ? (
    <Suspense fallback={null}>
      <OperatorBars {...data} />
    </Suspense>
  ) : null;
};

/** The house of every screen: sidebar, main area, and what lies over them. */
export const Shell = ({ setupToken }: { readonly setupToken: string | null }) => {
  const dispatch = useAppDispatch();
  const { ready } = useAppStart();
  const showsVisitorScreen = useShowsVisitorScreen();
  const isGuest = useAppSelector(({ session }) => session.token === null);
  const sidebarOpen = useAppSelector(({ ui }) => ui.sidebarOpen);
  const toasts = useAppSelector((state) => state.toasts);
  const searchRef = useRef<HTMLInputElement>(null);
  useTheme();
  usePageTitle();
  const { overlay, open, close, search } = useOverlay(searchRef);
  const isPhone = useMediaQuery(PHONE_QUERY);
  const doubleClick = useSidebarDoubleClick();
  const onLinkClick = useLinkClicks();
  const closeSidebar = (): void => {
    dispatch(sidebarSet(false));
  };
  const swipe = useSwipeClose(sidebarOpen && isPhone ? closeSidebar : null);
  return (
    <div className={styles['frame']}>
      <OperatorNotices />
      <div className={styles['shell']} onClick={onLinkClick} {...swipe}>
        <TopBar />
        <Sidebar searchRef={searchRef} />
        {sidebarOpen ? <div className={styles['scrim']} onClick={closeSidebar} /> : null}
        <main className={styles['main']} data-testid="main" inert={sidebarOpen && isPhone} {...doubleClick}>
          <PageBackground />
          <OfflineNotice />
          {isGuest ? <VisitorBar /> : null}
          <ErrorBoundary>
            {showsVisitorScreen ? (
              <VisitorScreen ready={ready} />
            ) : (
              <Suspense fallback={<ChatLayout mode="welcome" body={null} dock={null} />}>
                <ChatScreen />
              </Suspense>
            )}
          </ErrorBoundary>
        </main>
        <Dialogs setupToken={setupToken} />
        <Overlays overlay={overlay} onOpen={open} onSearch={search} onClose={close} />
        <LazyPageDropZone />
        <PageToasts toasts={toasts} onDismiss={(id) => dispatch(toastDismissed(id))} />
      </div>
    </div>
  );
};
