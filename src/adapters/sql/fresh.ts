import type { Clock } from '../../domain/kernel/ports.ts';

/** How old an answer may be: other processes see a change within this time, or twice it while it is being asked anew. */
const FRESH_MS = 1000;

/**
 * Keeps the answer to a question that comes with every message. Nobody waits for another's question: one who holds a
 * connection would wait for one who waits for a connection.
 */
export class Fresh<T> {
  private readonly load: () => Promise<T>;
  private readonly clock: Clock;
  private kept: { readonly answer: T; readonly at: number } | undefined;
  private asking = 0;
  private changes = 0;

  constructor(load: () => Promise<T>, clock: Clock) {
    this.load = load;
    this.clock = clock;
  }

  /** A failed answer is not kept, and neither is one that a change has overtaken. */
  async get(): Promise<T> {
    const now = this.clock.now();
    const oldest = this.asking > 0 ? 2 * FRESH_MS : FRESH_MS;
    if (this.kept && now - this.kept.at < oldest) return this.kept.answer;
    const { changes } = this;
    this.asking += 1;
    try {
      const answer = await this.load();
      if (changes === this.changes) this.kept = { answer, at: now };
      return answer;
    } finally {
      this.asking -= 1;
    }
  }

  /** The next question is asked anew. */
  forget(): void {
    this.changes += 1;
    this.kept = undefined;
  }
}
