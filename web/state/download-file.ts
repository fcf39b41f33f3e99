import { networkFailure, parseFailure, type ApiFailure } from '../lib/api-error.ts';
import { bearerHeaders } from '../lib/api.ts';
import { downloadBlob } from '../lib/download.ts';
import { fetchInTime, LONG_WAIT_MS } from '../lib/fetch-in-time.ts';
import { isConfirmed } from '../lib/reauthentication.ts';
import { selectToken, sessionExpired } from './session-slice.ts';
import type { AppStore } from './store.ts';

type Download = readonly [store: AppStore, path: string, name: string];

const fetchFile = async (...[{ getState, dispatch }, path, name]: Download): Promise<ApiFailure | null> => {
  const token = selectToken(getState());
  try {
    const response = await fetchInTime(new URL(path, location.origin), { headers: bearerHeaders(token) }, LONG_WAIT_MS);
    if (response.ok) {
      downloadBlob(name, await response.blob());
      return null;
    }
    if (response.status === 401 && token === selectToken(getState())) dispatch(sessionExpired());
    return await parseFailure(response);
  } catch {
    return networkFailure();
  }
};

/**
 * Saves what the server answers as a file; null when that worked. The bearer goes in a header, so a link would not do.
 * Asked for a fresh proof of identity, it goes on once the person has given it.
 */
export const downloadFile = async (...download: Download): Promise<ApiFailure | null> => {
  const failure = await fetchFile(...download);
  return failure && (await isConfirmed(failure)) ? downloadFile(...download) : failure;
};
