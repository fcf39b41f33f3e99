import { useState } from 'react';

import { getErrorMessage } from '../../lib/api-error.ts';
import { useAppDispatch } from '../../state/store.ts';
import { apiKeyApi, type NewApiKey } from './api-key-api.ts';
import { t } from './texts.ts';

/** Creates a key. The secret is in component state only. */
export const useNewKey = () => {
  const dispatch = useAppDispatch();
  const [secret, setSecret] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const create = async (key: NewApiKey): Promise<boolean> => {
    setFailure(null);
    setBusy(true);
    // Untracked, so that the secret is not in the store.
    const { data, error } = await dispatch(apiKeyApi.endpoints.createApiKey.initiate(key, { track: false }));
    setBusy(false);
    if (data) setSecret(data.secret);
    else setFailure(getErrorMessage(error, t('notMade')));
    return data !== undefined;
  };
  return { create, secret, busy, failure, hide: () => setSecret(null) };
};
