import { lazy, useEffect } from 'react';

import { useSkin } from '../../features/appearance/use-skin.ts';
import { useAppSelector } from '../../state/store.ts';
import { useAddress } from '../router/use-address.ts';
import { useCloseDialog } from '../router/use-close-dialog.ts';
import { useActions } from '../use-actions.ts';
import { LanguageSetting } from './lazy-language-setting.ts';

const AboutDialog = lazy(() =>
  import('../../features/welcome/about-dialog.tsx').then(({ AboutDialog: component }) => ({ default: component })),
);

const OpenAbout = () => {
  const actions = useActions();
  const close = useCloseDialog();
  const { skin, isLoaded } = useSkin();
  const isVisitor = useAppSelector(({ session }) => session.token === null);
  const limit = useAppSelector(({ flags }) => flags.freemiumMaxMessages);
  const isHidden = isLoaded && !skin.ui.about;
  useEffect(() => {
    if (isHidden) close();
  }, [close, isHidden]);
  const signIn = (): void => {
    close();
    actions.signIn();
  };
  if (!isLoaded || isHidden) return null;
  return (
    <AboutDialog name={skin.branding.logo_text} limit={limit} onSignIn={isVisitor ? signIn : null} onClose={close}>
      <LanguageSetting />
    </AboutDialog>
  );
};

/** What this is, for somebody who has just arrived; where the skin has no such page, its address shows none. */
export const About = () => (useAddress().at === 'about' ? <OpenAbout /> : null);
