import { act } from '@testing-library/react';

/** One upload whose way the test tells. */
export interface Upload {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: FormData;
  readonly aborted: () => boolean;
  /** From 0 to 1. */
  readonly progress: (share: number) => Promise<void>;
  readonly answer: (body: unknown, status?: number) => Promise<void>;
  /** The line breaks. */
  readonly drop: () => Promise<void>;
}

/** The real one, also where a test makes timers fake: an act() that waits for those may never end. */
const { setTimeout: setRealTimeout } = globalThis;
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setRealTimeout(resolve, 0);
  });
const told = (work: () => void): Promise<void> =>
  act(async () => {
    work();
    for (let turn = 0; turn < 4; turn += 1) await settle();
  });

/** Stands in for the server at the other end of XMLHttpRequest, by which the page uploads. */
export class FakeUploads {
  readonly sent: Upload[] = [];
  private readonly original = globalThis.XMLHttpRequest;

  install(): this {
    const { sent } = this;
    class FakeRequest extends EventTarget {
      readonly upload = new EventTarget();
      status = 0;
      statusText = '';
      responseText = '';
      private path = '';
      private over = false;
      private readonly headers: Record<string, string> = {};

      open(_: string, url: URL | string): void {
        this.path = new URL(url).pathname;
      }

      setRequestHeader(name: string, value: string): void {
        this.headers[name] = value;
      }

      abort(): void {
        this.end(0, '');
      }

      send(form: FormData): void {
        sent.push({
          path: this.path,
          headers: this.headers,
          form,
          aborted: () => this.over && this.status === 0,
          progress: (share) =>
            told(() =>
              this.upload.dispatchEvent(
                new ProgressEvent('progress', { lengthComputable: true, loaded: share * 100, total: 100 }),
              ),
            ),
          answer: (body, status = 201) => told(() => this.end(status, JSON.stringify(body))),
          drop: () => told(() => this.end(0, '')),
        });
      }

      private end(status: number, text: string): void {
        if (this.over) return;
        this.over = true;
        this.status = status;
        this.responseText = text;
        this.dispatchEvent(new Event('loadend'));
      }
    }
    globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
    return this;
  }

  restore(): void {
    globalThis.XMLHttpRequest = this.original;
  }

  /** The nth upload, from 0. */
  at(index: number): Upload {
    const upload = this.sent[index];
    if (!upload) throw new Error(`only ${this.sent.length} uploads were begun`);
    return upload;
  }
}
