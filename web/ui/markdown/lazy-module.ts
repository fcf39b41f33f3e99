import { useEffect, useSyncExternalStore } from 'react';

/** A part of the page that is fetched when first wanted. Asking again after a failure fetches again. */
export class LazyModule<T> {
  private module: T | null = null;
  private loading: Promise<void> | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly importModule: () => Promise<T>) {}

  readonly get = (): T | null => this.module;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  load(): Promise<void> {
    this.loading ??= this.importModule().then(
      (module) => {
        this.module = module;
        for (const listener of this.listeners) listener();
      },
      () => {
        this.loading = null;
      },
    );
    return this.loading;
  }
}

/** The module once it is loaded; null before, and while not `enabled`. */
export const useLazyModule = <T>(module: LazyModule<T>, enabled: boolean): T | null => {
  useEffect(() => {
    if (enabled) void module.load();
  }, [module, enabled]);
  const loaded = useSyncExternalStore(module.subscribe, module.get);
  return enabled ? loaded : null;
};
