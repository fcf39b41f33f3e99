import { useEffect } from 'react';

import { LanguageSetting } from '../../features/appearance/language-setting.tsx';
import { useSkin } from '../../features/appearance/use-skin.ts';
import { useFreeDailyLimit } from '../../features/billing/pricing/use-plans.ts';
import { AboutDialog } from '../../features/welcome/about-dialog.tsx';
import { useAppSelector } from '../../state/store.ts';
import { useCloseDialog } from '../router/use-close-dialog.ts';
import { OperatorLinks } from '../shell/operator-links.tsx';
import { useActions } from '../use-actions.ts';

/** What this is, for somebody who has just arrived; where the skin has no such page, its address shows none. */
export const OpenAbout = () => {
  const actions = useActions();
  const close = useCloseDialog();
  const { skin, isLoaded } = useSkin();
  const isVisitor = useAppSelector(({ session }) => session.token === null);
  const limit = useAppSelector(({ flags }) => flags.freemiumMaxMessages);
  const freeLimit = useFreeDailyLimit();
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
    <AboutDialog
      name={skin.branding.logo_text}
      limit={limit}
      freeLimit={freeLimit}
      onSignIn={isVisitor ? signIn : null}
      onClose={close}
    >
      <LanguageSetting />
      <OperatorLinks />
    </AboutDialog>
  );
};
