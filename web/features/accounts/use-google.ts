import { useEffect, useRef, useState } from 'react';

import { usePage } from '../../lib/page.ts';
import type { SignedIn } from './accounts-api.ts';
import { openGoogleWindow, type IdentityAnswer } from './google-window.ts';
import { identityApi } from './identity-api.ts';
import { NO_REFUSAL, refusalOf, type Refusal } from './refusal.ts';
import { say } from './texts.ts';

/** The server's word for a failure without any other reason. */
const NO_REASON = 'Firebase token exchange failed';

const blocked = (): Refusal => ({ ...NO_REFUSAL, text: say('popupBlocked'), detail: say('popupHint') });

/** Signing in with Google: a window asks who it is, the server believes only what it can check (D-17). */
export const useGoogle = (onSignedIn: (session: SignedIn) => void) => {
  const page = usePage();
  const [waiting, setWaiting] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const end = useRef<(() => void) | null>(null);
  const { data: known, refetch } = identityApi.useSignInOptionsQuery();
  const [exchange] = identityApi.useFirebaseExchangeMutation();
  useEffect(() => () => end.current?.(), []);

  const onAnswer = async (answer: IdentityAnswer): Promise<void> => {
    if ('error' in answer) {
      setWaiting(false);
      setRefusal({
        ...NO_REFUSAL,
        text: say('googleFailed'),
        detail: answer.error === NO_REASON ? null : answer.error,
      });
      return;
    }
    setWaiting(true);
    const exchanged = await exchange({ firebaseToken: answer.token });
    setWaiting(false);
    if (exchanged.data) onSignedIn(exchanged.data);
    else setRefusal(refusalOf(exchanged.error, say('googleFailed'), page.now().getTime()));
  };
  const choose = async (): Promise<void> => {
    end.current?.();
    setRefusal(null);
    // Asked for when the dialog opened; on a slow line once more, which a browser still takes for the same click.
    const { data: options = known, error } = known ? { data: known } : await refetch();
    const url = options?.google.startUrl ?? null;
    if (url === null) {
      setRefusal(
        options
          ? { ...NO_REFUSAL, text: say('googleFailed') }
          : refusalOf(error, say('googleFailed'), page.now().getTime()),
      );
      return;
    }
    end.current = openGoogleWindow(url, {
      onAnswer: (answer) => void onAnswer(answer),
      onClosed: () => setWaiting(false),
    });
    setWaiting(end.current !== null);
    if (end.current === null) setRefusal(blocked());
  };
  return { choose: () => void choose(), waiting, refusal, forget: () => setRefusal(null) };
};
