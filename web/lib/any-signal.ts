/** Aborts with the first of them. `AbortSignal.any` would do, but Safari has it since 17.4 only. */
export const anySignal = (...signals: readonly AbortSignal[]): AbortSignal => {
  const either = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) either.abort();
    signal.addEventListener('abort', () => either.abort(), { signal: either.signal });
  }
  return either.signal;
};
