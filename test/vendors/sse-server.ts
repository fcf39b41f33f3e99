import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the fake vendor saw it. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // The body of whatever dialect; tests look into it freely.
  readonly body: Readonly<Record<string, unknown>>;
  /** Resolves when the connection of this request is gone or its reply is sent. */
  readonly closed: Promise<void>;
  /** The caller hung up before the reply was complete. */
  isAborted: boolean;
}

/** The open reply of the fake vendor, to be played by a plan. Writing after the caller hung up does nothing. */
export class SseConnection {
  readonly #response: ServerResponse;

  constructor(
    response: ServerResponse,
    readonly closed: Promise<void>,
  ) {
    this.#response = response;
  }

  open(status = 200, headers: Readonly<Record<string, string>> = {}): this {
    if (this.#response.headersSent) return this;
    this.#response.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
    this.#response.flushHeaders();
    return this;
  }

  /** Resolves once the bytes are with the operating system. */
  sendBytes(bytes: string | Uint8Array): Promise<void> {
    this.open();
    return new Promise((resolve) => {
      if (this.#response.destroyed) resolve();
      else this.#response.write(bytes, () => resolve());
    });
  }

  sendEvent(data: unknown, event?: string): Promise<void> {
    return this.sendBytes(`${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
  }

  respond(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
    this.#response.writeHead(status, { 'content-type': 'application/json', ...headers });
    this.#response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  end(): void {
    this.open();
    this.#response.end();
  }

  /** Breaks the connection without a farewell. */
  destroy(): void {
    this.#response.socket?.destroy();
  }

  /** Holds the reply until the caller hangs up. */
  untilClosed(): Promise<void> {
    return this.closed;
  }
}

export type ScriptedResponse = (wire: SseConnection, request: RecordedRequest) => Promise<void> | void;

export interface SseServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Every request so far, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** How many connections were ever accepted: fewer than requests when they are kept alive. */
  connections(): number;
  close(): Promise<void>;
}

const readJson = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
};

const once = (response: ServerResponse): Promise<void> => new Promise((resolve) => response.once('close', resolve));

/** A small HTTP server on the loopback whose replies are played by `answer`. */
export const startSseServer = async (answer: ScriptedResponse): Promise<SseServer> => {
  const requests: RecordedRequest[] = [];
  let accepted = 0;
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const closed = once(response);
    const body = await readJson(incoming);
    const seen: RecordedRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body,
      closed,
      isAborted: false,
    };
    void closed.then(() => (seen.isAborted = !response.writableFinished));
    requests.push(seen);
    await answer(new SseConnection(response, closed), seen);
  };
  const server = createServer((incoming, response) => {
    response.socket?.setNoDelay(true);
    serve(incoming, response).catch(() => response.destroy());
  });
  server.on('connection', () => (accepted += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => accepted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
