import { Settings as SettingsIcon, SquarePen } from 'lucide-react';
import { Suspense, type Ref } from 'react';

import { useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { AccountSidebar } from '../lazy-chat-screen.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import styles from './sidebar.module.css';
import { useActions } from '../use-actions.ts';
import { Wordmark } from './wordmark.tsx';
import { useTranslations } from '../texts.ts';

const VisitorFooter = ({ onSignIn }: { readonly onSignIn: () => void }) => {
  const t = useTranslations();
  return (
    <div className={styles['guest']}>
      <p>{t('signInWhy')}</p>
      <Button variant="primary" wide onClick={onSignIn}>
        {t('signIn')}
      </Button>
      <Button variant="quiet" wide icon={<SettingsIcon />} onClick={onSignIn}>
        {t('settings')}
      </Button>
    </div>
  );
};

interface SidebarProps {
  readonly searchRef: Ref<HTMLInputElement>;
}

/**
 * The chats of the signed-in person; New Chat and Sign In for a visitor. Closed, it is out of
 * reach of keyboard and readers.
 */
export const Sidebar = ({ searchRef }: SidebarProps) => {
  const t = useTranslations();
  const { sidebarOpen: open } = useAppSelector(({ ui }) => ui);
  const isGuest = useAppSelector(({ session }) => session.token === null);
  const actions = useActions();
  const space = <div className={styles['space']} />;
  return (
    <aside aria-label={t('sidebar')} className={styles['sidebar']} data-open={open || undefined} inert={!open}>
      <div className={styles['inner']}>
        <div className={styles['top']}>
          <Wordmark className={styles['wordmark']} />
        </div>
        <div className={styles['new']}>
          <Button wide icon={<SquarePen />} onClick={actions.newChat}>
            {t('newChat')}
          </Button>
        </div>
        {isGuest ? (
          <>
            {space}
            <VisitorFooter onSignIn={actions.signIn} />
          </>
        ) : (
          <ErrorBoundary fallback={space}>
            <Suspense fallback={space}>
              <AccountSidebar searchRef={searchRef} />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </aside>
  );
};
