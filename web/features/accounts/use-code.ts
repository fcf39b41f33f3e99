import { useState } from 'react';

import { usePage } from '../../lib/page.ts';
import { identityApi } from './identity-api.ts';
import { refusalOf, type Refusal } from './refusal.ts';
import { say } from './texts.ts';

/** Asks the server for a code; a devCode comes only from a sandbox. */
export const useCode = () => {
  const page = usePage();
  const [send, { isLoading }] = identityApi.useSendSmsMutation();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [sent, setSent] = useState<{ readonly at: number; readonly devCode: string | null } | null>(null);
  const ask = async (body: { readonly phoneNumber: string; readonly countryCode: string }): Promise<boolean> => {
    const answer = await send(body);
    const now = page.now().getTime();
    setRefusal(answer.data ? null : refusalOf(answer.error, say('smsFailed'), now));
    if (answer.data) setSent({ at: now, devCode: answer.data.devCode ?? null });
    return answer.data !== undefined;
  };
  return { ask, refusal, sent, busy: isLoading };
};
