/** What a fake call was asked. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  /** A file that was sent as the body, null when none was. */
  readonly file: Blob | null;
  readonly headers: Headers;
}

export type Answer = Response | Promise<Response>;
type Handler = (asked: Asked) => Answer;

/** A JSON answer, or a refusal when the status says so. */
export const answer = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

/** An answer that the test gives when it likes. */
export const heldAnswer = () => {
  let give: (response: Response) => void = () => undefined;
  const held = new Promise<Response>((resolve) => {
    give = resolve;
  });
  return { held, give: (response: Response): void => give(response) };
};

const bodyOf = (init: RequestInit | undefined): Record<string, unknown> =>
  typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};

/**
 * Stands in for the server behind `fetch`: routes by method and path, remembers what was asked,
 * fails loudly on the unknown.
 */
export class FakeServer {
  readonly asked: Asked[] = [];
  private readonly routes = new Map<string, Handler>();
  private readonly original = globalThis.fetch;

  /** `on('GET', '/api/x')`; a path that ends in `*` takes every longer one. */
  on(method: string, path: string, handler: Handler): this {
    this.routes.set(`${method} ${path}`, handler);
    return this;
  }

  install(): this {
    globalThis.fetch = (input, init) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
        this.handle(new URL(String(input instanceof Request ? input.url : input)), init).then(resolve, reject);
      });
    return this;
  }

  restore(): void {
    globalThis.fetch = this.original;
  }

  /** Everything that was asked of one path, oldest first. */
  calls(method: string, path: string): Asked[] {
    return this.asked.filter((asked) => asked.method === method && asked.path === path);
  }

  private async handle(url: URL, init: RequestInit | undefined): Promise<Response> {
    const asked: Asked = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: bodyOf(init),
      file: init?.body instanceof Blob ? init.body : null,
      headers: new Headers(init?.headers),
    };
    this.asked.push(asked);
    const handler =
      this.routes.get(`${asked.method} ${asked.path}`) ??
      [...this.routes].find(
        ([key]) => key.endsWith('*') && `${asked.method} ${asked.path}`.startsWith(key.slice(0, -1)),
      )?.[1];
    return handler ? handler(asked) : answer({ error: `nobody answers ${asked.method} ${asked.path}` }, 404);
  }
}
