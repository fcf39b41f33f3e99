import { type GroupFileReaders, LostQuotes } from '../files/ports/readers.ts';
import type { Clock, UnitOfWork } from '../kernel/ports.ts';
import type { FileExcerpts } from './ports.ts';

const POLL_INTERVAL_MS = 2000;
const PAGE_SIZE = 50;

export interface RedactLostQuotesDeps {
  readonly readers: GroupFileReaders;
  readonly excerpts: FileExcerpts;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * Removes the quotes of a group's file from the answers of whoever may no longer read it: an account at a time, because
 * a group may have thousands. What ends with a process is taken up by any.
 */
export class RedactLostQuotes extends LostQuotes {
  constructor(private readonly deps: RedactLostQuotesDeps) {
    super();
  }

  /** Runs until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    const { clock, failed } = this.deps;
    while (!signal.aborted) {
      await this.redact().catch((error: unknown) => failed('removing quotes of group files', error));
      await clock.sleep(POLL_INTERVAL_MS, signal);
    }
  }

  async redact(): Promise<void> {
    const { readers, excerpts, work } = this.deps;
    for (;;) {
      const lost = await readers.listLost(PAGE_SIZE);
      for (const { uid, fileId } of lost)
        await work.run(async () => {
          await excerpts.remove(uid, fileId);
          await readers.forget(uid, fileId);
        });
      if (lost.length < PAGE_SIZE) return;
    }
  }
}
