import type { ProxiedImage } from '../../domain/agents/ports.ts';

interface CacheEntry {
  /** Null: it failed, and is not fetched again before `until`. */
  readonly picture: ProxiedImage | null;
  readonly expiresAt: number;
}

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ENTRIES = 4000;

/** The images shown last, in memory; the oldest are evicted by number and size. */
export class ImageCache {
  private readonly entries = new Map<string, CacheEntry>();
  private bytes = 0;

  get(key: string, now: number): ProxiedImage | null | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.evict(key);
    if (entry.expiresAt <= now) return undefined;
    this.put(key, entry.picture, entry.expiresAt);
    return entry.picture;
  }

  put(key: string, picture: ProxiedImage | null, expiresAt: number): void {
    this.evict(key);
    this.entries.set(key, { picture, expiresAt });
    this.bytes += picture?.bytes.length ?? 0;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= MAX_BYTES && this.entries.size <= MAX_ENTRIES) return;
      this.evict(oldest);
    }
  }

  private evict(key: string): void {
    this.bytes -= this.entries.get(key)?.picture?.bytes.length ?? 0;
    this.entries.delete(key);
  }
}
