import { lazy, Suspense, useState } from 'react';

import { useSelling } from '../features/billing/use-plans.ts';
import { useAppSelector } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import styles from './shell.module.css';
import { useActions } from './use-actions.ts';

const AboutDialog = lazy(() => import('../features/welcome/about-dialog.tsx').then(({ AboutDialog: component }) => ({ default: component })));

/** What a visitor finds at the top of the page: what this is, and the way in. */
export const GuestBar = () => {
  const actions = useActions();
  const selling = useSelling();
  const limit = useAppSelector(({ flags }) => flags.freemiumMaxMessages);
  const [about, setAbout] = useState(false);
  const signIn = (): void => {
    setAbout(false);
    actions.signIn();
  };
  return (
    <div className={styles['guest']}>
      {selling ? <Button variant="quiet" onClick={actions.openPricing}>Pricing</Button> : null}
      <Button variant="quiet" onClick={() => setAbout(true)}>About</Button>
      <Button variant="primary" onClick={signIn}>Sign In</Button>
      <Suspense>{about ? <AboutDialog limit={limit} onSignIn={signIn} onClose={() => setAbout(false)} /> : null}</Suspense>
    </div>
  );
};
