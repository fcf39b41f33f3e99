import type { Clock } from '../../domain/kernel/ports.ts';

/** How old an answer may be: other processes see a change within this time. */
const FRESH_MS = 1000;

/** Keeps the answer to a question that is asked with every message for a second; who asks meanwhile shares it. */
export class Fresh<T> {
  private readonly load: () => Promise<T>;
  private readonly clock: Clock;
  private kept: { readonly answer: Promise<T>; readonly until: number } | undefined;

  constructor(load: () => Promise<T>, clock: Clock) {
    this.load = load;
    this.clock = clock;
  }

  /** A failed answer is not kept. */
  async get(): Promise<T> {
    const now = this.clock.now();
    if (this.kept && now < this.kept.until) return this.kept.answer;
    const kept = { answer: this.load(), until: now + FRESH_MS };
    this.kept = kept;
    try {
      return await kept.answer;
    } catch (error) {
      if (this.kept === kept) this.kept = undefined;
      throw error;
    }
  }

  /** The next question is asked anew. */
  forget(): void {
    this.kept = undefined;
  }
}
