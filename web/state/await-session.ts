import { sessionExpired } from './session-slice.ts';
import type { AppStore } from './store.ts';

/**
 * Ends the session whose token the server refused, and waits for the next one: true once the same person has signed in
 * again, false when somebody else has, or when the person has signed out.
 */
export const awaitSession = (
  { getState, dispatch, subscribe }: Pick<AppStore, 'getState' | 'dispatch' | 'subscribe'>,
  refusedToken: string | null,
): Promise<boolean> => {
  const owner = getState().session.user?.uid ?? getState().session.expiredUid;
  if (getState().session.token === refusedToken) dispatch(sessionExpired());
  return new Promise((resolve) => {
    const look = (): void => {
      const { user, expiredUid } = getState().session;
      if (user === null && owner !== null && expiredUid === owner) return; // nobody is signed in yet
      unsubscribe();
      resolve(user !== null && user.uid === owner);
    };
    const unsubscribe = subscribe(look);
    look();
  });
};
