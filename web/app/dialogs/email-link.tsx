import { lazy } from 'react';

import { emailLinkSet, resetLinkOpened } from '../../state/auth-modal-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { authModalSet } from '../../state/ui-slice.ts';

const EmailLinkDialog = lazy(() =>
  import('../../features/accounts/own-account/email-link-dialog.tsx').then(({ EmailLinkDialog: component }) => ({
    default: component,
  })),
);

/** The mailed link of a changed address, if it opened the page. */
export const EmailLink = () => {
  const dispatch = useAppDispatch();
  const link = useAppSelector(({ authModal }) => authModal.emailLink);
  if (link === null) return null;
  const close = (): void => void dispatch(emailLinkSet(null));
  const setPassword = (token: string): void => {
    close();
    dispatch(authModalSet(true));
    dispatch(resetLinkOpened(token));
  };
  return <EmailLinkDialog {...link} onRestored={setPassword} onClose={close} />;
};
