import type { Clock } from '../kernel/ports.ts';
import type { BlobUses, Blobs } from './ports.ts';

/** An upload that was cut off holds its bytes no longer than this. */
const CUT_OFF_MS = 3_600_000;
const PAGE = 200;

export interface ByteTools {
  readonly blobs: Blobs;
  readonly uses: BlobUses;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

export interface BytesSwept {
  /** Bytes by hash that were removed. */
  readonly removed: number;
  /** Those that nobody needs and that could not be removed. */
  readonly left: number;
}

/** Keeps bytes exactly as long as some file needs them, however many people upload and delete the same at once. */
export class KeepBytes {
  private readonly tools: ByteTools;

  constructor(tools: ByteTools) {
    this.tools = tools;
  }

  /** Bytes are there when it resolves, and held until `letGo`. Throws `StorageFailed`; then nothing is held. */
  async hold(hash: string, bytes: Uint8Array): Promise<void> {
    const { blobs, uses, clock } = this.tools;
    await uses.hold(hash, clock.now());
    try {
      await blobs.put(hash, bytes);
    } catch (error) {
      await uses.letGo(hash);
      await this.drop(hash);
      throw error;
    }
  }

  /** One holder less; in the transaction of the caller. `drop` comes after it. */
  letGo(hash: string): Promise<void> {
    return this.tools.uses.letGo(hash);
  }

  /** Removes the bytes if nobody holds them any more. What fails now is done by the sweeper. */
  async drop(hash: string): Promise<boolean> {
    const { blobs, uses, failed } = this.tools;
    try {
      return await uses.ifUnused(hash, () => blobs.remove(hash));
    } catch (error) {
      failed('removing the bytes of a file', error);
      return false;
    }
  }

  read(hash: string): Promise<Uint8Array | undefined> {
    return this.tools.blobs.get(hash);
  }

  /** Counts anew, and removes all that nobody needs: what an upload that was cut off, or a lost database, left behind. */
  async sweep(signal: AbortSignal): Promise<BytesSwept> {
    const forgotten = await this.sweepForgotten(signal);
    const strangers = await this.sweepStrangers(signal);
    return { removed: forgotten.removed + strangers.removed, left: forgotten.left + strangers.left };
  }

  private async sweepForgotten(signal: AbortSignal): Promise<BytesSwept> {
    const { uses, clock } = this.tools;
    let swept = { removed: 0, left: 0 };
    for (let after = ''; !signal.aborted;) {
      const { unused, last } = await uses.recount(clock.now() - CUT_OFF_MS, after, PAGE);
      swept = await this.dropAll(unused, swept);
      if (last === undefined) break;
      after = last;
    }
    return swept;
  }

  private async sweepStrangers(signal: AbortSignal): Promise<BytesSwept> {
    const { blobs, uses } = this.tools;
    let swept = { removed: 0, left: 0 };
    for await (const hashes of blobs.list()) {
      if (signal.aborted) break;
      const known = new Set(await uses.known(hashes));
      swept = await this.dropAll(
        hashes.filter((hash) => !known.has(hash)),
        swept,
      );
    }
    return swept;
  }

  private async dropAll(hashes: readonly string[], before: BytesSwept): Promise<BytesSwept> {
    let { removed, left } = before;
    for (const hash of hashes) {
      if (await this.drop(hash)) removed += 1;
      else left += 1;
    }
    return { removed, left };
  }
}
