import type { SignedIn } from '../features/accounts/accounts-api.ts';
import { mustVerify, signedOut, tokenSet, userRefreshed } from '../state/session-slice.ts';
import type { AppDispatch, AppStore } from '../state/store.ts';
import { verificationOpened } from '../state/verification-slice.ts';
import { signIn, type Transition } from './login-transition.ts';

type Thunk<T> = (dispatch: AppDispatch, getState: AppStore['getState']) => T;

interface Created {
  readonly requiresEmailVerification: boolean;
  readonly verificationUrl?: string | undefined;
}

/** Whoever else was signed in leaves first, with all that is theirs. */
const leaveOther = ({ user }: SignedIn, dispatch: AppDispatch, getState: AppStore['getState']): void => {
  const before = getState().session.user;
  if (before && before.uid !== user.uid) dispatch(signedOut());
};

/** Signing in by any way. A new account is asked to verify its address, an old one when a text waits for that (D-08, D-81). */
export const enterAccount =
  (session: SignedIn, created: Created | undefined, transition: Transition): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    leaveOther(session, dispatch, getState);
    const entered = dispatch(signIn(session, transition));
    const waits = mustVerify(session.user) && getState().ui.pendingMessage !== null;
    if (created?.requiresEmailVerification === true || waits)
      dispatch(verificationOpened({ mailUrl: created?.verificationUrl }));
    await entered;
  };

/** What a verified address brings: a fresh session for the same person, or a sign-in where nobody, or somebody else, was. */
export const enterVerified =
  (session: SignedIn, transition: Transition): Thunk<Promise<void>> =>
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
