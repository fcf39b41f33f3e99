import type { SignedIn } from '../features/accounts/accounts-api.ts';
import type { NewAccount } from '../features/accounts/sign-in/use-account-submit.ts';
import { mustVerifyEmail, signedOut, tokenSet, userRefreshed } from '../state/session-slice.ts';
import type { AppDispatch, AppStore, Thunk } from '../state/store.ts';
import { verificationOpened } from '../state/verification-slice.ts';
import { signIn, type SignInContext } from './migrate-trial.ts';

/** Signs out another user first. */
const signOutOtherUser = ({ user }: SignedIn, dispatch: AppDispatch, getState: AppStore['getState']): void => {
  const previous = getState().session.user;
  if (previous && previous.uid !== user.uid) dispatch(signedOut());
};

/** Completes any sign-in. A new account must verify its address; an old one for a pending message (docs/adr/0039). */
export const completeSignIn =
  (session: SignedIn, created: NewAccount | undefined, transition: SignInContext): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    signOutOtherUser(session, dispatch, getState);
    const signingIn = dispatch(signIn(session, transition));
    const hasPendingMessage = mustVerifyEmail(session.user) && getState().ui.pendingMessage !== null;
    if (created?.requiresEmailVerification === true || hasPendingMessage)
      dispatch(verificationOpened({ mailUrl: created?.verificationUrl }));
    await signingIn;
  };

/** After verification: a fresh session for the same user, or a sign-in for another one. */
export const completeVerification =
  (session: SignedIn, transition: SignInContext): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { user } = getState().session;
    if (user?.uid === session.user.uid) {
      dispatch(tokenSet(session.token));
      dispatch(userRefreshed(session.user));
      return;
    }
    if (user) dispatch(signedOut());
    await dispatch(signIn(session, transition));
  };
