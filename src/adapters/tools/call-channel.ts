import type { FormContent, ToolCallEvent } from '../../domain/tools/ports.ts';

type FormEvent = Extract<ToolCallEvent, { readonly type: 'form' }>;
type ProgressEvent = Extract<ToolCallEvent, { readonly type: 'progress' }>;

interface PendingForm {
  readonly event: FormEvent;
  readonly answer: (content: FormContent) => void;
}

/** Brings what a server sends during a call to the one who waits for it. Of progress only the newest counts. */
export class CallChannel {
  private progress: ProgressEvent | undefined;
  private readonly forms: PendingForm[] = [];
  private isOver = false;
  private wake: () => void = () => undefined;

  report(event: ProgressEvent): void {
    this.progress = event;
    this.wake();
  }

  /** What was filled in; undefined: declined, or the call is over. */
  ask(event: FormEvent): Promise<FormContent> {
    if (this.isOver) return Promise.resolve(undefined);
    return new Promise((answer) => {
      this.forms.push({ event, answer });
      this.wake();
    });
  }

  close(): void {
    this.isOver = true;
    for (const { answer } of this.forms.splice(0)) answer(undefined);
    this.wake();
  }

  /** Until the call is over. */
  async *events(): AsyncGenerator<ToolCallEvent, void, FormContent> {
    while (!this.isOver) {
      const form = this.forms.shift();
      if (form) yield* this.fillIn(form);
      else if (this.progress) {
        const event = this.progress;
        this.progress = undefined;
        yield event;
      } else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private async *fillIn({ event, answer }: PendingForm): AsyncGenerator<ToolCallEvent, void, FormContent> {
    let content: FormContent;
    try {
      content = yield event;
    } finally {
      answer(content);
    }
  }
}

/** A deadline that stands still while a person is asked. */
export class PausableDeadline {
  private timer: NodeJS.Timeout | undefined;
  private startedAt = 0;
  private pauses = 0;

  constructor(
    private leftMs: number,
    private readonly now: () => number,
    private readonly onEnd: () => void,
  ) {
    this.start();
  }

  pause(): void {
    this.pauses += 1;
    if (this.pauses > 1) return;
    clearTimeout(this.timer);
    this.leftMs -= this.now() - this.startedAt;
  }

  resume(): void {
    this.pauses -= 1;
    if (this.pauses === 0) this.start();
  }

  /** For good. */
  stop(): void {
    this.pauses = Number.POSITIVE_INFINITY;
    clearTimeout(this.timer);
  }

  private start(): void {
    this.startedAt = this.now();
    this.timer = setTimeout(this.onEnd, Math.max(0, this.leftMs));
  }
}
