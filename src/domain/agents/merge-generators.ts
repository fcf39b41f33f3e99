/** Runs generators in parallel. Yields values as they come; returns the results in order. */
export async function* mergeGenerators<T, R>(runs: readonly AsyncGenerator<T, R>[]): AsyncGenerator<T, R[]> {
  const results = new Map<number, R>();
  const pending = new Map(runs.map((run, index) => [index, advance(run, index)]));
  while (pending.size > 0) {
    const { run, index, result } = await Promise.race(pending.values());
    if (result.done === true) {
      results.set(index, result.value);
      pending.delete(index);
    } else {
      pending.set(index, advance(run, index));
      yield result.value;
    }
  }
  return [...results].sort(([a], [b]) => a - b).map(([, value]) => value);
}

const advance = async <T, R>(run: AsyncGenerator<T, R>, index: number) => ({ run, index, result: await run.next() });
