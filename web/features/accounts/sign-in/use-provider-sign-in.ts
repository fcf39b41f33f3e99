import { useEffect, useRef, useState } from 'react';

import { useBrowserEnv } from '../../../lib/browser-env.ts';
import type { SignedIn } from '../accounts-api.ts';
import { identityApi } from '../identity-api.ts';
import { useRegistrationInput } from '../registration/use-invitation.ts';
import { NO_REFUSAL, toRefusal, type Refusal } from '../refusal.tsx';
import { t } from '../texts.ts';
import { describeReason } from './sign-in-reasons.ts';
import { openSignInPopup, type PopupResult, providerUrl } from './sign-in-popup.ts';

/** The server's error when it has no other reason. */
const GENERIC_ERROR = 'Firebase token exchange failed';
/** How the button of Google by Firebase is named among those of the other providers. */
export const FIREBASE = 'firebase';

const popupBlocked = (): Refusal => ({ ...NO_REFUSAL, text: t('popupBlocked'), detail: t('popupHint') });

const failureOf = (provider: string): string => t(provider === FIREBASE ? 'googleFailed' : 'providerFailed');

const toPopupRefusal = (provider: string, { error, reason }: Extract<PopupResult, { error: string }>): Refusal => ({
  ...NO_REFUSAL,
  text: failureOf(provider),
  detail: describeReason(reason) ?? (error === GENERIC_ERROR ? null : error),
});

/**
 * The page to open. Ways are fetched when the dialog opens; a browser still counts one more request as the same click.
 */
const useStartUrl = () => {
  const { data: cachedWays, refetch } = identityApi.useSignInWaysQuery();
  return async (provider: string): Promise<{ readonly url: string | null; readonly error?: unknown }> => {
    if (provider !== FIREBASE) return { url: providerUrl(provider) };
    const { data: ways, error } = cachedWays ? { data: cachedWays } : await refetch();
    return { url: ways?.googleUrl ?? null, ...(ways ? {} : { error }) };
  };
};

/** What a popup gave to send to the server. */
type ProviderResult = Exclude<PopupResult, { error: string }>;

/** A provider's popup. `redeem` sends what it gave to the server, and returns the error if that refuses. */
export const useProviderPopup = (redeem: (result: ProviderResult) => Promise<unknown>) => {
  const page = useBrowserEnv();
  const [waiting, setWaiting] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const end = useRef<(() => void) | null>(null);
  const startUrl = useStartUrl();
  useEffect(() => () => end.current?.(), []);

  const onResult = async (provider: string, result: PopupResult): Promise<void> => {
    if ('error' in result) {
      setWaiting(null);
      setRefusal(toPopupRefusal(provider, result));
      return;
    }
    setWaiting(provider);
    const error = await redeem(result);
    setWaiting(null);
    if (error !== undefined) setRefusal(toRefusal(error, failureOf(provider), page.now().getTime()));
  };
  const open = async (provider: string): Promise<void> => {
    end.current?.();
    setRefusal(null);
    const { url, error } = await startUrl(provider);
    if (url === null) {
      setRefusal(toRefusal(error, failureOf(provider), page.now().getTime()));
      return;
    }
    end.current = openSignInPopup(url, {
      onResult: (result) => void onResult(provider, result),
      onClosed: () => setWaiting(null),
    });
    setWaiting(end.current === null ? null : provider);
    if (end.current === null) setRefusal(popupBlocked());
  };
  return {
    open: (provider: string) => void open(provider),
    waiting,
    refusal,
    clearRefusal: () => setRefusal(null),
  };
};

/** Sign-in at a provider: its popup gives a token or a code that the server verifies. */
export const useProviderSignIn = (onSignedIn: (session: SignedIn) => void) => {
  const [exchangeToken] = identityApi.useFirebaseExchangeMutation();
  const [redeemCode] = identityApi.useProviderSessionMutation();
  const registrationInput = useRegistrationInput();
  return useProviderPopup(async (result) => {
    const { data, error } = await ('token' in result
      ? exchangeToken({ firebaseToken: result.token, ...registrationInput() })
      : redeemCode({ code: result.code, ...registrationInput() }));
    if (data) onSignedIn(data);
    return error;
  });
};
