/**
 * Calls that a message of its own may cancel (revision 2025-11-25). Without sessions a call is
 * known by key and id only:
 * where two clients of one key use the same id at once, neither is cancelled.
 */
export class RunningCalls {
  private readonly calls = new Map<string, Set<AbortController>>();

  /** Until `done`. */
  register(token: string, id: unknown): { readonly signal: AbortSignal; readonly done: () => void } {
    const controller = new AbortController();
    const key = keyOf(token, id);
    const same = this.calls.get(key) ?? new Set();
    this.calls.set(key, same.add(controller));
    const done = () => {
      same.delete(controller);
      if (same.size === 0 && this.calls.get(key) === same) this.calls.delete(key);
    };
    return { signal: controller.signal, done };
  }

  cancel(token: string, id: unknown): void {
    const [call, ...others] = this.calls.get(keyOf(token, id)) ?? [];
    if (others.length === 0) call?.abort();
  }
}

const keyOf = (token: string, id: unknown): string => JSON.stringify([token, id]);
