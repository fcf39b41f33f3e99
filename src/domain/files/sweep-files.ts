import type { Chores } from '../billing/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import type { BytesSwept, KeepBytes } from './keep-bytes.ts';
import type { RemoveFile } from './manage-files.ts';
import type { FileRepository } from './ports.ts';

const MINUTE_MS = 60_000;
const LOOK_MS = 10 * MINUTE_MS;
/** A sweep that takes longer, or was cut off, is taken over by another process. */
const LEASE_MS = 30 * MINUTE_MS;
const BYTES_MS = 60 * MINUTE_MS;
const PAGE = 100;

/** What a sweep removed, and what is left that should not be there: the proof. */
export interface Swept {
  readonly files: { readonly removed: number; readonly left: number };
  readonly bytes: BytesSwept;
}

export interface SweepTools {
  readonly files: FileRepository;
  readonly remove: RemoveFile;
  readonly bytes: KeepBytes;
  readonly chores: Chores;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
  /** Told when something was removed or is left. */
  readonly swept: (swept: Swept) => void;
}

/** Removes expired files with their bytes and traces, in one process at a time, and once an hour bytes that no file has. */
export class SweepFiles {
  private readonly tools: SweepTools;

  constructor(tools: SweepTools) {
    this.tools = tools;
  }

  /** Sweeps every ten minutes until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    const { clock, failed } = this.tools;
    await clock.sleep(MINUTE_MS, signal);
    while (!signal.aborted) {
      await this.runIfDue(signal).catch((error: unknown) => failed('removing expired files', error));
      await clock.sleep(LOOK_MS, signal);
    }
  }

  /** Undefined when another process does it. */
  async runIfDue(signal: AbortSignal): Promise<Swept | undefined> {
    const { chores, clock, swept } = this.tools;
    const now = clock.now();
    if (!(await chores.take('sweep-files', now, now + LEASE_MS))) return undefined;
    const withBytes = await chores.take('sweep-bytes', now, now + BYTES_MS);
    const done = await this.sweep(signal, withBytes);
    await chores.putOff('sweep-files', clock.now() + LOOK_MS);
    if (done.files.removed + done.files.left + done.bytes.removed + done.bytes.left > 0) swept(done);
    return done;
  }

  /** Sweeps at once. `withBytes`: also goes through all bytes that are kept. */
  async sweep(signal: AbortSignal, withBytes: boolean): Promise<Swept> {
    const { files, bytes, clock } = this.tools;
    const removed = await this.sweepExpired(signal);
    return {
      files: { removed, left: await files.countExpired(clock.now()) },
      bytes: withBytes ? await bytes.sweep(signal) : { removed: 0, left: 0 },
    };
  }

  /** A file that cannot be removed now stays for the next sweep and keeps no other waiting. */
  private async sweepExpired(signal: AbortSignal): Promise<number> {
    const { files, remove, clock, failed } = this.tools;
    let removed = 0;
    for (let stuck = 0; !signal.aborted && stuck < PAGE;) {
      const page = await files.expired(clock.now(), PAGE);
      stuck = 0;
      for (const { ownerId, id } of page) {
        try {
          if (await remove.execute(ownerId, id)) removed += 1;
        } catch (error) {
          stuck += 1;
          failed('removing an expired file', error);
        }
      }
      if (page.length < PAGE || stuck > 0) break;
    }
    return removed;
  }
}
