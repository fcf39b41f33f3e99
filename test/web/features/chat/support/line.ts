import type { Network } from '../../../../../web/features/chat/engine/network.ts';
import { FrameLoop, type TypewriterEnv } from '../../../../../web/features/chat/engine/typewriter.ts';

const encoder = new TextEncoder();

/** Frames as the server writes them. */
export const metaFrame = (replyId = 'r1', id = 0, more: Record<string, unknown> = {}): string =>
  `id: ${id}\nevent: meta\ndata: ` +
  JSON.stringify({
    replyId,
    model: 'demo',
    cached: false,
    agentType: null,
    maxIterations: null,
    chatId: null,
    messageId: null,
    ...more,
  }) +
  '\n\n';
export const textFrame = (id: number, content: string): string => `id: ${id}\ndata: ${JSON.stringify({ content })}\n\n`;
export const eventFrame = (id: number, event: string, data: unknown): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
/** As the server says it: without a number, since nobody resumes after it. */
export const savingFrame = (): string => 'event: saving\ndata: {}\n\n';
export const endFrame = (id: number, status: string): string =>
  `${eventFrame(id, 'meta', { status })}id: ${id + 1}\ndata: [DONE]\n\n`;

export const titleFrame = (id: number, title: string): string => eventFrame(id, 'title', { title });
export const synthesisFrame = (id: number, delta: string): string => eventFrame(id, 'synthesis', { delta });
export const relatedFrame = (id: number, text: string): string =>
  eventFrame(id, 'related', { questions: [{ id: 'n1', text, category: 'deeper' }] });

/** One connection whose words the test speaks. */
export interface Line {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  readonly signal: AbortSignal | null;
  readonly say: (...frames: readonly string[]) => void;
  readonly hangUp: () => void;
  readonly cut: () => void;
  readonly refuse: (status: number, body: unknown) => void;
  /** The request dies before any answer. */
  readonly drop: () => void;
  readonly accept: (body?: unknown) => void;
}

/** One turn of the event loop. */
const turnOfTheLoop = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

/** Settles everything that is ready to go on, however many steps it takes. */
export const settle = async (): Promise<void> => {
  for (let step = 0; step < 4; step += 1) await turnOfTheLoop();
};

/** A server at the other end of `fetch`: every call becomes a line on which the test speaks. */
export class FakeLines {
  readonly lines: Line[] = [];

  readonly fetch = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      let out: ReadableStreamDefaultController<Uint8Array> | null = null;
      const open = (): ReadableStreamDefaultController<Uint8Array> => {
        if (out) return out;
        const stream = new ReadableStream<Uint8Array>({
          start: (controller) => {
            out = controller;
          },
        });
        resolve(new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } }));
        return out as unknown as ReadableStreamDefaultController<Uint8Array>;
      };
      init.signal?.addEventListener('abort', () => {
        const error = new DOMException('Aborted', 'AbortError');
        reject(error);
        try {
          out?.error(error);
        } catch {
          /* already closed */
        }
      });
      this.lines.push({
        url: new URL(String(input instanceof Request ? input.url : input)),
        method: init.method ?? 'GET',
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {},
        signal: init.signal ?? null,
        say: (...frames) => {
          for (const frame of frames) open().enqueue(encoder.encode(frame));
        },
        hangUp: () => open().close(),
        cut: () => open().error(new TypeError('network error')),
        refuse: (status, body) => resolve(new Response(JSON.stringify(body), { status })),
        drop: () => reject(new TypeError('Failed to fetch')),
        accept: (body = { success: true }) => resolve(new Response(JSON.stringify(body), { status: 200 })),
      });
    });

  get last(): Line {
    const line = this.lines.at(-1);
    if (!line) throw new Error('nobody has called');
    return line;
  }
}

/** A machine whose pauses end when the test says so, and whose line to the world the test holds. */
export class FakeNetwork implements Network {
  isOnline = true;
  readonly pauses: { readonly ms: number; readonly end: () => void }[] = [];
  private readonly listeners = new Set<() => void>();

  readonly pause = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const pause = {
        ms,
        end: (): void => {
          this.pauses.splice(this.pauses.indexOf(pause), 1);
          resolve();
        },
      };
      this.pauses.push(pause);
      signal.addEventListener('abort', pause.end);
    });

  readonly online = (): boolean => this.isOnline;
  readonly random = (): number => 1;

  readonly onOffline = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  goOffline(): void {
    this.isOnline = false;
    for (const listener of [...this.listeners]) listener();
  }

  /** Ends the pauses between two tries (and the grace of a stop), not the watch over silence. */
  async wait(): Promise<void> {
    await settle();
    for (const pause of [...this.pauses]) if (pause.ms < 40_000) pause.end();
    await settle();
  }

  async silence(): Promise<void> {
    for (const pause of this.pauses.filter(({ ms }) => ms >= 40_000)) pause.end();
    await settle();
  }
}

/** A screen whose frames come when the test draws them. */
export class FakeScreen {
  isInstant = false;
  private due: (() => void)[] = [];
  private readonly listeners = new Set<() => void>();
  requests = 0;

  readonly pace: TypewriterEnv = {
    frames: new FrameLoop((callback) => {
      this.requests += 1;
      this.due.push(callback);
    }),
    instant: () => this.isInstant,
    onChange: (listener) => {
      this.listeners.add(listener);
      return () => {
        this.listeners.delete(listener);
      };
    },
  };

  draw(frames = 1): void {
    for (let frame = 0; frame < frames; frame += 1) for (const call of this.due.splice(0)) call();
  }

  drawAll(): number {
    let frames = 0;
    while (this.due.length > 0 && frames < 10_000) {
      this.draw();
      frames += 1;
    }
    return frames;
  }

  hide(): void {
    this.isInstant = true;
    for (const listener of this.listeners) listener();
  }
}

/** A screen that shows everything at once, for tests about something else than typing. */
export const instantPace = (): TypewriterEnv => {
  const screen = new FakeScreen();
  screen.isInstant = true;
  return screen.pace;
};
