import { useState } from 'react';

import { isApiFailure } from '../../lib/api-error.ts';
import { useAppDispatch } from '../../state/store.ts';
import { apiKeyApi } from './api-key-api.ts';
import { say } from './texts.ts';

export type Asking = 'replace' | 'delete' | null;

/** The server's words when it refused, ours when nothing readable came. */
const words = (error: unknown, otherwise: string): string => {
  const said = isApiFailure(error) ? error.data['error'] : null;
  return typeof said === 'string' && said !== '' ? said : otherwise;
};

/** Making, replacing and deleting the key. The secret lives as long as the page shows it, and in no store. */
export const useKeyActions = () => {
  const dispatch = useAppDispatch();
  const [remove, removal] = apiKeyApi.useDeleteApiKeyMutation();
  const [asking, setAsking] = useState<Asking>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const make = async (): Promise<void> => {
    setFailure(null);
    setMaking(true);
    // Untracked, as the store would otherwise hold the secret with the answer.
    const { data, error } = await dispatch(apiKeyApi.endpoints.createApiKey.initiate(undefined, { track: false }));
    setMaking(false);
    setAsking(null);
    if (data) setSecret(data.secret);
    else setFailure(words(error, say('notMade')));
  };
  const end = async (): Promise<void> => {
    setFailure(null);
    const { data, error } = await remove();
    setAsking(null);
    if (data) setSecret(null);
    else setFailure(words(error, say('notDeleted')));
  };
  return {
    asking,
    secret,
    failure,
    busy: making || removal.isLoading,
    ask: setAsking,
    make: () => {
      void make();
    },
    end: () => {
      void end();
    },
    hide: () => setSecret(null),
  };
};
