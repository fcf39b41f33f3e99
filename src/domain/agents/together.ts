/** Runs generators at the same time and tells what they yield as it comes; answers what they return, in their order. */
export async function* together<T, R>(runs: readonly AsyncGenerator<T, R>[]): AsyncGenerator<T, R[]> {
  const results = new Map<number, R>();
  const under = new Map(runs.map((run, index) => [index, advance(run, index)]));
  while (under.size > 0) {
    const { run, index, result } = await Promise.race(under.values());
    if (result.done === true) {
      results.set(index, result.value);
      under.delete(index);
    } else {
      under.set(index, advance(run, index));
      yield result.value;
    }
  }
  return [...results].sort(([a], [b]) => a - b).map(([, value]) => value);
}

const advance = async <T, R>(run: AsyncGenerator<T, R>, index: number) => ({ run, index, result: await run.next() });
