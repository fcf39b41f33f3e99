import { useState } from 'react';

import { getErrorMessage } from '../../lib/api-error.ts';
import { useAppDispatch } from '../../state/store.ts';
import { apiKeyApi } from './api-key-api.ts';
import { t } from './texts.ts';

export type PendingConfirmation = 'replace' | 'delete' | null;

/** Making, replacing and deleting the key. The secret lives as long as the page shows it, and in no store. */
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
    // Untracked, as the store would otherwise hold the secret with the answer.
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
    asking: confirming,
    secret,
    failure,
    busy: isCreating || removal.isLoading,
    confirm: setConfirming,
    create: () => {
      void create();
    },
    revoke: () => {
      void revoke();
    },
    hide: () => setSecret(null),
  };
};
