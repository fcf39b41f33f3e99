import { Fingerprint } from 'lucide-react';
import { useState } from 'react';

import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { Button } from '../../../ui/button.tsx';
import type { SignedIn } from '../accounts-api.ts';
import { NO_REFUSAL, RefusalNotice, type Refusal } from '../refusal.tsx';
import { requestPasskey, supportsPasskeys } from './browser-passkeys.ts';
import { toCodeRefusal } from './code-refusal.ts';
import { secondFactorApi } from './second-factor-api.ts';
import { t, useTranslations } from './texts.ts';

const usePasskeySignIn = (onSignedIn: (session: SignedIn) => void) => {
  const { now } = useBrowserEnv();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [start, starting] = secondFactorApi.useStartPasskeySignInMutation();
  const [finish, finishing] = secondFactorApi.useSignInWithPasskeyMutation();
  const signIn = async (): Promise<void> => {
    setRefusal(null);
    const started = await start();
    if (!started.data) return setRefusal(toCodeRefusal(started.error, now().getTime()));
    const answer = await requestPasskey(started.data.options);
    if (!answer) return setRefusal({ ...NO_REFUSAL, text: t('passkeyNotGiven') });
    const finished = await finish({ answer });
    if (finished.data) onSignedIn(finished.data);
    else setRefusal(toCodeRefusal(finished.error, now().getTime()));
  };
  return { signIn: () => void signIn(), refusal, busy: starting.isLoading || finishing.isLoading };
};

/** Signs in with a passkey; nothing where the browser knows none. */
export const PasskeyButton = ({ onSignedIn }: { readonly onSignedIn: (session: SignedIn) => void }) => {
  const t = useTranslations();
  const { signIn, refusal, busy } = usePasskeySignIn(onSignedIn);
  if (!supportsPasskeys()) return null;
  return (
    <>
      <RefusalNotice refusal={refusal} secondsLeft={0} />
      <Button wide size="l" icon={<Fingerprint />} busy={busy} onClick={signIn}>
        {t('withPasskey')}
      </Button>
    </>
  );
};
