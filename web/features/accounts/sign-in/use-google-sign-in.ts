import { useEffect, useRef, useState } from 'react';

import { useBrowserEnv } from '../../../lib/browser-env.ts';
import type { SignedIn } from '../accounts-api.ts';
import { openGooglePopup, type IdentityResult } from './google-popup.ts';
import { identityApi } from '../identity-api.ts';
import { NO_REFUSAL, toRefusal, type Refusal } from '../refusal.ts';
import { t } from '../texts.ts';

/** The server's word for a failure without any other reason. */
const GENERIC_ERROR = 'Firebase token exchange failed';

const popupBlocked = (): Refusal => ({ ...NO_REFUSAL, text: t('popupBlocked'), detail: t('popupHint') });

/** Signing in with Google: a window asks who it is, the server believes only what it can check. */
export const useGoogleSignIn = (onSignedIn: (session: SignedIn) => void) => {
  const page = useBrowserEnv();
  const [isWaiting, setIsWaiting] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const end = useRef<(() => void) | null>(null);
  const { data: cachedOptions, refetch } = identityApi.useSignInOptionsQuery();
  const [exchange] = identityApi.useFirebaseExchangeMutation();
  useEffect(() => () => end.current?.(), []);

  const onResult = async (result: IdentityResult): Promise<void> => {
    if ('error' in result) {
      setIsWaiting(false);
      setRefusal({
        ...NO_REFUSAL,
        text: t('googleFailed'),
        detail: result.error === GENERIC_ERROR ? null : result.error,
      });
      return;
    }
    setIsWaiting(true);
    const exchanged = await exchange({ firebaseToken: result.token });
    setIsWaiting(false);
    if (exchanged.data) onSignedIn(exchanged.data);
    else setRefusal(toRefusal(exchanged.error, t('googleFailed'), page.now().getTime()));
  };
  const signIn = async (): Promise<void> => {
    end.current?.();
    setRefusal(null);
    // Asked for when the dialog opened; on a slow line once more, which a browser still takes for the same click.
    const { data: options = cachedOptions, error } = cachedOptions ? { data: cachedOptions } : await refetch();
    const url = options?.google.startUrl ?? null;
    if (url === null) {
      setRefusal(
        options
          ? { ...NO_REFUSAL, text: t('googleFailed') }
          : toRefusal(error, t('googleFailed'), page.now().getTime()),
      );
      return;
    }
    end.current = openGooglePopup(url, {
      onResult: (result) => void onResult(result),
      onClosed: () => setIsWaiting(false),
    });
    setIsWaiting(end.current !== null);
    if (end.current === null) setRefusal(popupBlocked());
  };
  return { signIn: () => void signIn(), waiting: isWaiting, refusal, clearRefusal: () => setRefusal(null) };
};
