import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { isTrustedProxy, networkKey, type ProxyTrust } from './client-address.ts';

/** Bounds of what a connection may take; times in milliseconds. */
export interface ConnectionLimits {
  /** For the head of a request, from the connection's beginning or from the head's first byte. */
  readonly headerMs: number;
  /** For a whole request, body included. */
  readonly requestMs: number;
  /** Without a request. */
  readonly keepAliveMs: number;
  /** A reader that takes nothing of what waits for it. */
  readonly readerMs: number;
  /** A body has to bring `bodyBytesPerSecond` in each span of `bodyWindowMs`. */
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

/** How often a limit is looked after: a quarter of it late at most, and never more often than needed. */
const checkIntervalMs = (ms: number): number =>
  Math.min(MAX_CHECK_INTERVAL_MS, Math.max(MIN_CHECK_INTERVAL_MS, Math.round(ms / CHECKS_PER_LIMIT)));

/** Node's server with every wait bounded; what a long reply takes is not. */
export const createLimitedServer = (limits: ConnectionLimits, trust: ProxyTrust, handle: RequestHandler): Server => {
  const slowBodies = new SlowBodyDetector(limits);
  const respondingSockets = new WeakSet<Socket>();
  /** One for all responses: a closure for each would be felt. */
  const onResponseClosed = function (this: ServerResponse) {
    respondingSockets.delete(this.req.socket);
    if (this.req.complete) slowBodies.forget(this.req);
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
  // Node counts every byte that the system takes, and says nothing while the server itself is slow: no byte waits then.
  server.setTimeout(limits.readerMs, (socket) => {
    if (!respondingSockets.has(socket) || socket.writableLength > 0) socket.destroy();
  });
  limitConnectionsPerAddress(server, limits.connectionsPerAddress, trust);
  return server;
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

interface BodyProgress {
  readonly response: ServerResponse;
  since: number;
  /** Bytes of its connection until then. */
  bytes: number;
}

/** Closes connections whose body comes too slowly. Its timer runs only while there is one. */
class SlowBodyDetector {
  private readonly limits: ConnectionLimits;
  private readonly progress = new Map<IncomingMessage, BodyProgress>();
  private timer: NodeJS.Timeout | undefined;

  constructor(limits: ConnectionLimits) {
    this.limits = limits;
  }

  watch(request: IncomingMessage, response: ServerResponse): void {
    if (request.complete) return;
    this.progress.set(request, { response, since: performance.now(), bytes: request.socket.bytesRead });
    this.timer ??= setInterval(() => this.check(), checkIntervalMs(this.limits.bodyWindowMs)).unref();
  }

  /** A body that has come; one that its answer did not wait for is watched on. */
  forget(request: IncomingMessage): void {
    this.progress.delete(request);
  }

  private check(): void {
    const now = performance.now();
    for (const [request, progress] of this.progress) {
      if (request.complete || request.socket.destroyed) this.progress.delete(request);
      else if (now - progress.since >= this.limits.bodyWindowMs) this.enforceRate(request, progress, now);
    }
    if (this.progress.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private enforceRate(request: IncomingMessage, progress: BodyProgress, now: number): void {
    const { socket, readableLength, readableHighWaterMark } = request;
    const expectedBytes = ((now - progress.since) / 1000) * this.limits.bodyBytesPerSecond;
    const isBufferFull = readableLength >= readableHighWaterMark;
    if (isBufferFull || socket.bytesRead - progress.bytes >= expectedBytes) {
      progress.since = now;
      progress.bytes = socket.bytesRead;
      return;
    }
    this.progress.delete(request);
    if (!progress.response.headersSent) socket.write(REQUEST_TIMEOUT_RESPONSE);
    socket.destroySoon();
  }
}

/** Closes connections beyond the number that one address may have; who comes by a trusted proxy is not told apart here. */
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
