import type { Picture } from '../../domain/agents/ports.ts';

interface Shelved {
  /** Null: it could not be had, and is not asked for again before `until`. */
  readonly picture: Picture | null;
  readonly until: number;
}

const BYTES = 32 * 1024 * 1024;
const ENTRIES = 4000;

/** The pictures shown last, in memory: the oldest go when there are too many or too large ones. */
export class PictureShelf {
  private readonly shelved = new Map<string, Shelved>();
  private bytes = 0;

  get(key: string, now: number): Picture | null | undefined {
    const found = this.shelved.get(key);
    if (!found) return undefined;
    this.drop(key);
    if (found.until <= now) return undefined;
    this.put(key, found.picture, found.until);
    return found.picture;
  }

  put(key: string, picture: Picture | null, until: number): void {
    this.drop(key);
    this.shelved.set(key, { picture, until });
    this.bytes += picture?.bytes.length ?? 0;
    for (const oldest of this.shelved.keys()) {
      if (this.bytes <= BYTES && this.shelved.size <= ENTRIES) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.bytes -= this.shelved.get(key)?.picture?.bytes.length ?? 0;
    this.shelved.delete(key);
  }
}
