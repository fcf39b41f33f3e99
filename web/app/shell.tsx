import { PanelLeft, SquarePen } from 'lucide-react';
import { Suspense, useRef } from 'react';

import { themeApi } from '../features/appearance/theme-api.ts';
import { useMedia } from '../lib/use-media.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { toastGone } from '../state/toast-slice.ts';
import { sidebarSet, sidebarToggled } from '../state/ui-slice.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Toasts } from '../ui/toast.tsx';
import { ChatScreen } from './account-view.tsx';
import { Dialogs } from './dialogs.tsx';
import { PageDrops } from './files-view.tsx';
import { GuestBar } from './guest-bar.tsx';
import { Overlays } from './overlays.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { PageBackground } from './page-background.tsx';
import { PartBoundary } from './part-boundary.tsx';
import styles from './shell.module.css';
import { SandboxBar } from './sandbox-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { Stage } from './stage.tsx';
import { useActions } from './use-actions.ts';
import { useAppStart } from './use-app-start.ts';
import { useFileLinks } from './use-file-links.ts';
import { useOverlay } from './use-overlay.ts';
import { useDoubleClick } from './use-shell-keys.ts';
import { useTheme } from './use-theme.ts';
import { VisitorScreen } from './visitor-screen.tsx';
import { PageName, useIsEmpty, usePageTitle } from './wordmark.tsx';
import { useTexts } from './texts.ts';

/** A visitor who signs in keeps the conversation on the screen until it has moved into the account. */
const useIsVisitor = (): boolean =>
  useAppSelector(
    ({ session, trial }) => session.token === null || (session.isTransitioning && trial.messages.length > 0),
  );

/** The sidebar's switch never moves; beside it stands the name, which a visitor's bar brings, or New Chat once there is something to leave. */
const Corner = () => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const actions = useActions();
  const open = useAppSelector(({ ui }) => ui.sidebarOpen);
  const isGuest = useAppSelector(({ session }) => session.token === null);
  const isEmpty = useIsEmpty();
  return (
    <header className={styles['corner']}>
      <IconButton
        label={t('toggleSidebar')}
        tooltip="right"
        aria-expanded={open}
        icon={<PanelLeft className={styles['panel']} />}
        onClick={() => dispatch(sidebarToggled())}
      />
      {open || isEmpty ? null : <IconButton label={t('newChat')} icon={<SquarePen />} onClick={actions.newChat} />}
      {isGuest ? null : <PageName className={styles['wordmark']} />}
    </header>
  );
};

const Sandbox = () => {
  const t = useTexts();
  const { data } = themeApi.useThemeQuery();
  return data?.sandbox ? <SandboxBar text={t('sandboxBar')} /> : null;
};

/** The house of every screen: sidebar, main area, and what lies over them. */
export const Shell = ({ setupToken }: { readonly setupToken: string | null }) => {
  const dispatch = useAppDispatch();
  const { ready } = useAppStart();
  const isVisitor = useIsVisitor();
  const isGuest = useAppSelector(({ session }) => session.token === null);
  const sidebarOpen = useAppSelector(({ ui }) => ui.sidebarOpen);
  const toasts = useAppSelector((state) => state.toasts);
  const searchRef = useRef<HTMLInputElement>(null);
  useTheme();
  usePageTitle();
  const { overlay, open, close, search } = useOverlay(searchRef);
  const isPhone = useMedia('(max-width: 767px)');
  const onDoubleClick = useDoubleClick();
  const onFileLink = useFileLinks();
  return (
    <div className={styles['frame']}>
      <Sandbox />
      <div className={styles['shell']} onClick={onFileLink}>
        <Corner />
        <Sidebar searchRef={searchRef} />
        {sidebarOpen ? <div className={styles['scrim']} onClick={() => dispatch(sidebarSet(false))} /> : null}
        <main
          className={styles['main']}
          data-testid="main"
          inert={sidebarOpen && isPhone}
          onDoubleClick={onDoubleClick}
        >
          <PageBackground />
          <OfflineNotice />
          {isGuest ? <GuestBar onAbout={() => open('about')} /> : null}
          <PartBoundary>
            {isVisitor ? (
              <VisitorScreen ready={ready} />
            ) : (
              <Suspense fallback={<Stage mode="welcome" body={null} dock={null} />}>
                <ChatScreen />
              </Suspense>
            )}
          </PartBoundary>
        </main>
        <Dialogs setupToken={setupToken} />
        <Overlays overlay={overlay} onOpen={open} onSearch={search} onClose={close} />
        <PageDrops />
        <Toasts toasts={toasts} onGone={(id) => dispatch(toastGone(id))} />
      </div>
    </div>
  );
};
