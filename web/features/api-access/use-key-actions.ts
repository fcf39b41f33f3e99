import { useState } from 'react';

import { getErrorMessage } from '../../lib/api-error.ts';
import { useAppDispatch } from '../../state/store.ts';
import { apiKeyApi } from './api-key-api.ts';
import { t } from './texts.ts';

export type PendingConfirmation = 'replace' | 'delete' | null;

/** Creates, replaces and deletes the key. The secret is in component state only. */
export const useKeyActions = () => {
  const dispatch = useAppDispatch();
  const [remove, removal] = apiKeyApi.useDeleteApiKeyMutation();
  const [confirming, setConfirming] = useState<PendingConfirmation>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [isCreating, setCreating] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const create = async (): Promise<void> => {
    setFailure(null);
    setCreating(true);
    // Untracked, so that the secret is not in the store.
    const { data, error } = await dispatch(apiKeyApi.endpoints.createApiKey.initiate(undefined, { track: false }));
    setCreating(false);
    setConfirming(null);
    if (data) setSecret(data.secret);
    else setFailure(getErrorMessage(error, t('notMade')));
  };
  const revoke = async (): Promise<void> => {
    setFailure(null);
    const { data, error } = await remove();
    setConfirming(null);
    if (data) setSecret(null);
    else setFailure(getErrorMessage(error, t('notDeleted')));
  };
  return {
    confirming,
    secret,
    failure,
    busy: isCreating || removal.isLoading,
    confirm: setConfirming,
    create: () => void create(),
    revoke: () => void revoke(),
    hide: () => setSecret(null),
  };
};
