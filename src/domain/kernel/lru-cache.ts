interface LruLimits<V> {
  readonly maxEntries?: number;
  /** The maximum of all `sizeOf` together. */
  readonly maxSize?: number;
  readonly sizeOf?: (value: V) => number;
}

/**
 * A map that evicts the least recently used entries beyond its limits. An entry larger than all of it is not stored.
 */
export class LruCache<V extends object> {
  private readonly limits: Required<LruLimits<V>>;
  private readonly entries = new Map<string, V>();
  private size = 0;

  constructor({ maxEntries = Infinity, maxSize = Infinity, sizeOf = () => 0 }: LruLimits<V>) {
    this.limits = { maxEntries, maxSize, sizeOf };
  }

  get(key: string): V | undefined {
    const value = this.entries.get(key);
    if (!value) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    const { maxEntries, maxSize, sizeOf } = this.limits;
    this.delete(key);
    const size = sizeOf(value);
    if (size > maxSize) return;
    this.entries.set(key, value);
    this.size += size;
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= maxEntries && this.size <= maxSize) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const value = this.entries.get(key);
    if (value && this.entries.delete(key)) this.size -= this.limits.sizeOf(value);
  }

  clear(): void {
    this.entries.clear();
    this.size = 0;
  }
}
