import { fetchInTime, USUAL_WAIT_MS } from '../../../lib/fetch-in-time.ts';

export interface Challenge {
  readonly challenge: string;
  readonly difficulty: number;
}

/** A challenge works once, so none is cached. Without the store, because shared pages have none. */
export const fetchChallenge = async (signal: AbortSignal): Promise<Challenge> => {
  const response = await fetchInTime(new URL('/api/auth/captcha', location.origin), { signal }, USUAL_WAIT_MS);
  if (!response.ok) throw new Error(`no challenge: ${response.status}`);
  const challenge: Challenge = await response.json();
  return challenge;
};

/** Solves a challenge in a worker; rejects when `signal` aborts. */
export const solveChallenge = ({ challenge, difficulty }: Challenge, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), { type: 'module' });
    const cleanUp = (): void => {
      worker.terminate();
      signal.removeEventListener('abort', onAbort);
    };
    const onAbort = (): void => {
      cleanUp();
      reject(new Error('abandoned'));
    };
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      cleanUp();
      resolve(data);
    };
    worker.onerror = () => {
      cleanUp();
      reject(new Error('the worker could not do it'));
    };
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else worker.postMessage({ challenge, difficulty });
  });
