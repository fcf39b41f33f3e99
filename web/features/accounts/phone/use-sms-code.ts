import { useState } from 'react';

import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { identityApi } from '../identity-api.ts';
import { toRefusal, type Refusal } from '../refusal.ts';
import { t } from '../texts.ts';

/** Asks the server for a code; a devCode comes only from a sandbox. */
export const useSmsCode = () => {
  const page = useBrowserEnv();
  const [send, { isLoading }] = identityApi.useSendSmsMutation();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [sent, setSent] = useState<{ readonly at: number; readonly devCode: string | null } | null>(null);
  const request = async (body: { readonly phoneNumber: string; readonly countryCode: string }): Promise<boolean> => {
    const response = await send(body);
    const now = page.now().getTime();
    setRefusal(response.data ? null : toRefusal(response.error, t('smsFailed'), now));
    if (response.data) setSent({ at: now, devCode: response.data.devCode ?? null });
    return response.data !== undefined;
  };
  return { ask: request, refusal, sent, busy: isLoading };
};
