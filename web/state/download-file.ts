import { networkFailure, parseFailure, type ApiFailure } from '../lib/api-error.ts';
import { bearerHeaders } from '../lib/api.ts';
import { downloadBlob } from '../lib/download.ts';
import { selectToken, sessionExpired } from './session-slice.ts';
import type { AppStore } from './store.ts';

/** Saves what the server answers as a file; null when that worked. The bearer goes in a header, so a link would not do. */
export const downloadFile = async (
  { getState, dispatch }: AppStore,
  path: string,
  name: string,
): Promise<ApiFailure | null> => {
  const token = selectToken(getState());
  try {
    const response = await fetch(new URL(path, location.origin), { headers: bearerHeaders(token) });
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
