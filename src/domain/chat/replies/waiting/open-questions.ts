import type { Clock } from '../../../kernel/ports.ts';
import type { ToolQuestions } from './ports.ts';
import type { QuestionEnd } from './question.ts';

interface Waiting {
  readonly expiresAt: number;
  readonly settle: (end: QuestionEnd) => void;
}

/** The questions that replies of this process wait with. */
export class OpenQuestions {
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly questions: ToolQuestions,
    private readonly clock: Clock,
  ) {}

  get size(): number {
    return this.waiting.size;
  }

  /** Rejects with the reason of `signal` once it aborts. `onEnd` runs before anything that waits for the result. */
  wait(
    { id, expiresAt }: { readonly id: string; readonly expiresAt: number },
    signal: AbortSignal,
    onEnd: () => void,
  ): Promise<QuestionEnd> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.waiting.delete(id);
        reject(signal.reason);
      };
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort, { once: true });
      const settle = (end: QuestionEnd) => {
        this.waiting.delete(id);
        signal.removeEventListener('abort', abort);
        onEnd();
        resolve(end);
      };
      this.waiting.set(id, { expiresAt, settle });
    });
  }

  /** No effect for a question of another process, which learns of the end by itself. */
  settle(id: string, end: QuestionEnd): void {
    this.waiting.get(id)?.settle(end);
  }

  /** Learns what was answered at other processes, and ends what nobody answered in time. */
  async look(): Promise<void> {
    if (this.waiting.size === 0) return;
    for (const { id, end } of await this.questions.listEnded([...this.waiting.keys()])) this.settle(id, end);
    const now = this.clock.now();
    for (const [id, { expiresAt }] of [...this.waiting]) {
      const expired: QuestionEnd = { outcome: 'expired', answer: null };
      if (expiresAt <= now && (await this.questions.end(id, expired))) this.settle(id, expired);
    }
  }
}
