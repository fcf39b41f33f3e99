import { useState } from 'react';

import type { reauthenticate } from '../../../../src/contract/sessions.ts';
import type { Body } from '../../../../src/contract/route.ts';
import { isApiFailure } from '../../../lib/api-error.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { ownAccountApi } from '../own-account/own-account-api.ts';
import { toRefusal, type Refusal } from '../refusal.tsx';
import { t } from '../texts.ts';

const FIELD_TEXTS = { password: 'currentPasswordWrong', sessionToken: 'confirmOther' } as const;

const fieldOf = (error: unknown): keyof typeof FIELD_TEXTS | null => {
  const field = isApiFailure(error) && error.status === 403 ? error.data['field'] : null;
  return field === 'password' || field === 'sessionToken' ? field : null;
};

/** Sends a proof of identity; a refusal stays until the next try. */
export const useConfirmation = (onConfirmed: () => void) => {
  const page = useBrowserEnv();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [send, { isLoading: busy }] = ownAccountApi.useReauthenticateMutation();
  const confirm = async (proof: Body<typeof reauthenticate>): Promise<void> => {
    setRefusal(null);
    const { data, error } = await send(proof);
    if (data) return onConfirmed();
    const field = fieldOf(error);
    const refused = toRefusal(error, t('confirmFailed'), page.now().getTime());
    setRefusal(field === null ? refused : { ...refused, text: t(FIELD_TEXTS[field]) });
  };
  return { confirm, refusal, clear: () => setRefusal(null), busy };
};
