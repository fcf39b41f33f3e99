import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { isTrustedProxy, networkKey, type ProxyTrust } from './client-address.ts';

/** Limits of a connection; times in milliseconds. */
export interface ConnectionLimits {
  /** For a request's headers, from the start of the connection or the first header byte. */
  readonly headerMs: number;
  /** For a whole request, body included. */
  readonly requestMs: number;
  /** Idle keep-alive timeout. */
  readonly keepAliveMs: number;
  /** For a reader that accepts none of the waiting data. */
  readonly readerMs: number;
  /** A body must bring `bodyBytesPerSecond` in each `bodyWindowMs`. */
  readonly bodyWindowMs: number;
  readonly bodyBytesPerSecond: number;
  readonly connections: number;
  readonly connectionsPerAddress: number;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

const MAX_CHECK_INTERVAL_MS = 5000;
const MIN_CHECK_INTERVAL_MS = 50;
const CHECKS_PER_LIMIT = 4;
const REQUEST_TIMEOUT_RESPONSE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Check interval of a limit: at most a quarter of it late. */
const checkIntervalMs = (ms: number): number =>
  Math.min(MAX_CHECK_INTERVAL_MS, Math.max(MIN_CHECK_INTERVAL_MS, Math.round(ms / CHECKS_PER_LIMIT)));

/** Node's server with every wait limited, except the duration of a reply. */
export const createLimitedServer = (limits: ConnectionLimits, trust: ProxyTrust, handle: RequestHandler): Server => {
  const slowBodies = new SlowBodyDetector(limits);
  const respondingSockets = new WeakSet<Socket>();
  /** One listener for all responses: a closure each would be measurable. */
  const onResponseClosed = function (this: ServerResponse) {
    respondingSockets.delete(this.req.socket);
    if (this.req.complete) slowBodies.forget(this.req);
    else discardBody(this.req);
  };
  const server = createServer(
    {
      headersTimeout: limits.headerMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: checkIntervalMs(limits.headerMs),
    },
    (request, response) => {
      respondingSockets.add(request.socket);
      response.on('close', onResponseClosed);
      if (hasBody(request)) slowBodies.watch(request, response);
      handle(request, response);
    },
  );
  server.maxConnections = limits.connections;
  // Node's socket timeout counts every byte that the system accepts; while the server is slow, no data waits.
  server.setTimeout(limits.readerMs, (socket) => {
    if (!respondingSockets.has(socket) || socket.writableLength > 0) socket.destroy();
  });
  limitConnectionsPerAddress(server, limits.connectionsPerAddress, trust);
  return server;
};

/** A body that was refused while it was read: the next request of the connection comes after it. */
const discardBody = (request: IncomingMessage): void => {
  request.unpipe();
  request.resume();
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

interface BodyProgress {
  readonly response: ServerResponse;
  /** A destroyed request has none any more. */
  readonly socket: Socket;
  since: number;
  /** Bytes of its connection so far. */
  bytes: number;
}

/** Closes connections whose body is too slow. Its timer runs only while one is received. */
class SlowBodyDetector {
  private readonly progress = new Map<IncomingMessage, BodyProgress>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limits: ConnectionLimits) {}

  watch(request: IncomingMessage, response: ServerResponse): void {
    if (request.complete) return;
    const { socket } = request;
    this.progress.set(request, { response, socket, since: performance.now(), bytes: socket.bytesRead });
    this.timer ??= setInterval(() => this.check(), checkIntervalMs(this.limits.bodyWindowMs)).unref();
  }

  /** Ends the watch of a received body; one that was answered early is still watched. */
  forget(request: IncomingMessage): void {
    this.progress.delete(request);
  }

  private check(): void {
    const now = performance.now();
    for (const [request, progress] of this.progress) {
      if (request.complete || progress.socket.destroyed) this.progress.delete(request);
      else if (now - progress.since >= this.limits.bodyWindowMs) this.enforceRate(request, progress, now);
    }
    if (this.progress.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private enforceRate(request: IncomingMessage, progress: BodyProgress, now: number): void {
    const { readableLength, readableHighWaterMark } = request;
    const { socket, response } = progress;
    const expectedBytes = ((now - progress.since) / 1000) * this.limits.bodyBytesPerSecond;
    const isBufferFull = readableLength >= readableHighWaterMark;
    if (isBufferFull || socket.bytesRead - progress.bytes >= expectedBytes) {
      progress.since = now;
      progress.bytes = socket.bytesRead;
      return;
    }
    this.progress.delete(request);
    if (!response.headersSent) socket.write(REQUEST_TIMEOUT_RESPONSE);
    socket.destroySoon();
  }
}

/** Closes connections beyond the limit of one address; trusted proxies are exempt. */
const limitConnectionsPerAddress = (server: Server, maxConnections: number, trust: ProxyTrust): void => {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? '';
    if (isTrustedProxy(peer, trust)) return;
    const key = networkKey(peer);
    const count = (open.get(key) ?? 0) + 1;
    if (count > maxConnections) {
      socket.destroy();
      return;
    }
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  });
};
