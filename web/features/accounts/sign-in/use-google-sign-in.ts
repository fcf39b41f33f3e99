import { useEffect, useRef, useState } from 'react';

import { useBrowserEnv } from '../../../lib/browser-env.ts';
import type { SignedIn } from '../accounts-api.ts';
import { identityApi } from '../identity-api.ts';
import { NO_REFUSAL, toRefusal, type Refusal } from '../refusal.tsx';
import { t } from '../texts.ts';

/** The message of the identity page. */
type IdentityResult = { readonly token: string } | { readonly error: string };

const CHANNEL = 'parley-identity';
const POPUP_FEATURES = 'popup,width=480,height=680';
const CLOSED_POLL_INTERVAL_MS = 500;

const parseIdentityResult = (data: unknown): IdentityResult | null => {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'identity') return null;
  if ('firebaseToken' in data && typeof data.firebaseToken === 'string') return { token: data.firebaseToken };
  return 'error' in data && typeof data.error === 'string' ? { error: data.error } : null;
};

interface PopupListener {
  readonly onResult: (result: IdentityResult) => void;
  /** The popup is closed or can no longer be observed; a result may still come. */
  readonly onClosed: () => void;
}

/**
 * Opens the identity page in a popup and waits for its result, which comes over a BroadcastChannel because the provider's
 * pages cut the opener relation. Null if the browser blocked the popup. The returned function ends the wait.
 */
const openGooglePopup = (url: string, { onResult, onClosed }: PopupListener): (() => void) | null => {
  const channel = new BroadcastChannel(CHANNEL);
  const popup = window.open(url, 'parley-google', POPUP_FEATURES);
  if (!popup) {
    channel.close();
    return null;
  }
  const timer = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(timer);
    onClosed();
  }, CLOSED_POLL_INTERVAL_MS);
  const close = (): void => {
    clearInterval(timer);
    channel.close();
  };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const result = parseIdentityResult(data);
    if (!result) return;
    close();
    popup.close();
    onResult(result);
  };
  return close;
};

/** The server's error when it has no other reason. */
const GENERIC_ERROR = 'Firebase token exchange failed';

const popupBlocked = (): Refusal => ({ ...NO_REFUSAL, text: t('popupBlocked'), detail: t('popupHint') });

/** Sign-in with Google: the popup gives a token that the server verifies. */
export const useGoogleSignIn = (onSignedIn: (session: SignedIn) => void) => {
  const page = useBrowserEnv();
  const [isWaiting, setIsWaiting] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const end = useRef<(() => void) | null>(null);
  const { data: cachedWays, refetch } = identityApi.useSignInWaysQuery();
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
    // Fetched when the dialog opened. A browser still counts one more request as the same click.
    const { data: ways = cachedWays, error } = cachedWays ? { data: cachedWays } : await refetch();
    const url = ways?.googleUrl ?? null;
    if (url === null) {
      setRefusal(
        ways ? { ...NO_REFUSAL, text: t('googleFailed') } : toRefusal(error, t('googleFailed'), page.now().getTime()),
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
