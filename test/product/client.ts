import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 20_000;

/**
 * Does what is counted within one window of the clock, of so many milliseconds: again, should a
 * new one begin meanwhile.
 */
export const withinOne = async <T>(windowMs: number, work: () => Promise<T>): Promise<T> => {
  const window = () => Math.floor(Date.now() / windowMs);
  for (let began = window(); ; began = window()) {
    const done = await work();
    if (window() === began) return done;
  }
};

/** Waits until `condition` holds; its last refusal is the failure when it never does. */
export const eventually = async <T>(condition: () => T | Promise<T>, patienceMs = PATIENCE_MS): Promise<T> => {
  for (const giveUp = Date.now() + patienceMs; ;) {
    try {
      const value = await condition();
      if (value !== false) return value;
      if (Date.now() > giveUp) throw new Error(`never came true: ${String(condition)}`);
    } catch (error) {
      if (Date.now() > giveUp) throw error;
    }
    await pause(10);
  }
};

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** What the server says in JSON; tests look into it freely. */
  readonly json: ReturnType<typeof JSON.parse>;
}

export interface Frame {
  readonly id: number | undefined;
  readonly event: string | undefined;
  readonly data: string;
  /** When this test saw it. */
  readonly at: number;
}

type Headings = Readonly<Record<string, string>>;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const frameOf = (block: string, at: number): Frame => {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const id = field('id');
  return { id: id === undefined ? undefined : Number(id), event: field('event'), data: field('data') ?? '', at };
};

/** An event stream as a page would read it. */
export class Watching {
  readonly frames: Frame[] = [];
  private received = '';
  ended = false;
  /** How the stream broke, if it did. */
  broke: unknown;

  constructor(
    readonly response: Response,
    private readonly gone: AbortController,
  ) {
    void this.read();
  }

  get status(): number {
    return this.response.status;
  }

  /** What came, without the notices for those who watch while a complete text is checked or saved. */
  get raw(): string {
    return this.received.replaceAll(/event: (?:checking|saving)\ndata: \{\}\n\n/g, '');
  }

  get text(): string {
    return this.textUntil(Infinity);
  }

  /** What was shown at a moment. */
  textUntil(moment: number): string {
    return this.frames
      .filter(({ event, at, data }) => event === undefined && data !== '[DONE]' && at <= moment)
      .map(({ data }) => (JSON.parse(data) as { content: string }).content)
      .join('');
  }

  get replyId(): string {
    return (JSON.parse(this.frames[0]?.data ?? '{}') as { replyId: string }).replyId;
  }

  /** The JSON of the frames of one event. */
  said(event: string): Record<string, unknown>[] {
    return this.frames
      .filter((frame) => frame.event === event)
      .map(({ data }) => JSON.parse(data) as Record<string, unknown>);
  }

  shows(count: number): Promise<unknown> {
    return eventually(() => this.frames.filter(({ event }) => event === undefined).length >= count);
  }

  async whole(): Promise<this> {
    await eventually(() => this.ended);
    return this;
  }

  leave(): void {
    this.gone.abort();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of this.response.body ?? []) {
        const piece = decoder.decode(chunk as Uint8Array, { stream: true });
        this.received += piece;
        const blocks = (rest + piece).split('\n\n');
        rest = blocks.pop() ?? '';
        const at = Date.now();
        for (const block of blocks) if (!block.startsWith(':')) this.frames.push(frameOf(block, at));
      }
    } catch (error) {
      this.broke = error;
    }
    this.ended = true;
  }
}

/** A person, a visitor or nobody, by the headers they send. */
export class Caller {
  constructor(
    readonly url: string,
    readonly headers: Headings = {},
  ) {}

  with(headers: Headings): Caller {
    return new Caller(this.url, { ...this.headers, ...headers });
  }

  async send(method: string, path: string, body?: unknown, headers: Headings = {}): Promise<Answer> {
    const response = await fetch(this.url + path, this.request(method, body, headers));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  }

  get(path: string, headers: Headings = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown = {}, headers: Headings = {}): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  async watch(method: string, path: string, body?: unknown, headers: Headings = {}): Promise<Watching> {
    const gone = new AbortController();
    return new Watching(
      await fetch(this.url + path, { ...this.request(method, body, headers), signal: gone.signal }),
      gone,
    );
  }

  ask(text: string, more: Readonly<Record<string, unknown>> = {}): Promise<Watching> {
    return this.watch('POST', '/api/ai/groq', question(text, more));
  }

  follow(replyId: string, headers: Headings = {}): Promise<Watching> {
    return this.watch('GET', `/api/ai/replies/${replyId}/stream`, undefined, headers);
  }

  stop(replyId: string): Promise<Answer> {
    return this.post(`/api/ai/replies/${replyId}/stop`);
  }

  chat(id: string): Promise<Answer> {
    return this.get(`/api/progress/chat/${id}`);
  }

  private request(method: string, body: unknown, headers: Headings): RequestInit {
    const asText = typeof body === 'string' ? body : JSON.stringify(body);
    return {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...this.headers, ...headers },
      ...(body === undefined ? {} : { body: asText }),
    };
  }
}

export const question = (text: string, more: Readonly<Record<string, unknown>> = {}) => ({
  messages: [{ role: 'user', content: text }],
  ...more,
});

export const newId = (): string => randomBytes(16).toString('base64url').slice(0, 21);

export const PASSWORD = 'correct horse battery';

/** A new account, signed in, that has not opened its mail. */
export const newStranger = async (
  url: string,
  email = `${newId().toLowerCase()}@example.org`,
): Promise<Caller & { email: string; token: string; link: string }> => {
  const { status, json, text } = await new Caller(url).post('/api/auth/register', { email, password: PASSWORD });
  if (status !== 201) throw new Error(`register answered ${status}: ${text}`);
  const { token, verificationUrl } = json as { token: string; verificationUrl: string };
  return Object.assign(new Caller(url, { Authorization: `Bearer ${token}` }), { email, token, link: verificationUrl });
};

/** The token of a mailed link. */
export const tokenIn = (link: string): string => new URL(link).search.replace(/^\?\w+=/, '');

/** A new account, signed in and verified. */
export const newPerson = async (url: string, email?: string): Promise<Caller & { email: string; token: string }> => {
  const person = await newStranger(url, email);
  const { status, text } = await new Caller(url).post('/api/auth/verify-email', { token: tokenIn(person.link) });
  if (status !== 200) throw new Error(`verify-email answered ${status}: ${text}`);
  return person;
};

/** Somebody who tries the product without an account. */
export const newVisitor = (url: string, session = newId()): Caller => new Caller(url, { 'X-Session-ID': session });
