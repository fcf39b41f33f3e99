/** What following a reply needs from the machine it runs on. */
export interface Network {
  /** Ends after `ms`, or sooner when the machine comes online or `signal` aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly online: () => boolean;
  readonly onOffline: (listener: () => void) => () => void;
  /** 0 up to 1; spreads the retries of many pages over time. */
  readonly random: () => number;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });

/** This browser's. */
export const browserNetwork: Network = {
  pause,
  online: () => navigator.onLine,
  onOffline: (listener) => {
    window.addEventListener('offline', listener);
    return () => window.removeEventListener('offline', listener);
  },
  random: Math.random,
};
