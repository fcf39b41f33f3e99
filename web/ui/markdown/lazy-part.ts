import { useEffect, useSyncExternalStore } from 'react';

/** A part of the page that is fetched when first wanted. Asking again after a failure fetches again. */
export class LazyPart<T> {
  private part: T | null = null;
  private loading: Promise<void> | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly fetchPart: () => Promise<T>;

  constructor(fetchPart: () => Promise<T>) {
    this.fetchPart = fetchPart;
  }

  readonly get = (): T | null => this.part;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  load(): Promise<void> {
    this.loading ??= this.fetchPart().then(
      (part) => {
        this.part = part;
        for (const listener of this.listeners) listener();
      },
      () => {
        this.loading = null;
      },
    );
    return this.loading;
  }
}

/** The part once it is there; null before, and while nobody wants it. */
export const useLazyPart = <T>(part: LazyPart<T>, wanted: boolean): T | null => {
  useEffect(() => {
    if (wanted) void part.load();
  }, [part, wanted]);
  const loaded = useSyncExternalStore(part.subscribe, part.get);
  return wanted ? loaded : null;
};
