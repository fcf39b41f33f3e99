import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { isTrusted, networkKey, type ProxyTrust } from './address.ts';

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

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const LONGEST_CHECK_MS = 5000;
const SHORTEST_CHECK_MS = 50;
const CHECKS = 4;
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** How often a limit is looked after: a quarter of it late at most, and never more often than needed. */
const checkEvery = (ms: number): number =>
  Math.min(LONGEST_CHECK_MS, Math.max(SHORTEST_CHECK_MS, Math.round(ms / CHECKS)));

/** Node's server with every wait bounded; what a long reply takes is not. */
export const limitedServer = (limits: ConnectionLimits, trust: ProxyTrust, handle: Handle): Server => {
  const bodies = new BodyPace(limits);
  const replying = new WeakSet<Socket>();
  /** One for all responses: a closure for each would be felt. */
  const replied = function (this: ServerResponse) {
    replying.delete(this.req.socket);
    if (this.req.complete) bodies.forget(this.req);
  };
  const server = createServer(
    {
      headersTimeout: limits.headerMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: checkEvery(limits.headerMs),
    },
    (request, response) => {
      replying.add(request.socket);
      response.on('close', replied);
      if (hasBody(request)) bodies.watch(request, response);
      handle(request, response);
    },
  );
  server.maxConnections = limits.connections;
  // Node counts every byte that the system takes, and says nothing while the server itself is slow: no byte waits then.
  server.setTimeout(limits.readerMs, (socket) => {
    if (!replying.has(socket) || socket.writableLength > 0) socket.destroy();
  });
  limitAddresses(server, limits.connectionsPerAddress, trust);
  return server;
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

interface Pace {
  readonly response: ServerResponse;
  since: number;
  /** Bytes of its connection until then. */
  bytes: number;
}

/** Closes connections whose body comes too slowly. Its timer runs only while there is one. */
class BodyPace {
  private readonly limits: ConnectionLimits;
  private readonly paces = new Map<IncomingMessage, Pace>();
  private timer: NodeJS.Timeout | undefined;

  constructor(limits: ConnectionLimits) {
    this.limits = limits;
  }

  watch(request: IncomingMessage, response: ServerResponse): void {
    if (request.complete) return;
    this.paces.set(request, { response, since: performance.now(), bytes: request.socket.bytesRead });
    this.timer ??= setInterval(() => this.look(), checkEvery(this.limits.bodyWindowMs)).unref();
  }

  /** A body that has come; one that its answer did not wait for is watched on. */
  forget(request: IncomingMessage): void {
    this.paces.delete(request);
  }

  private look(): void {
    const now = performance.now();
    for (const [request, pace] of this.paces) {
      if (request.complete || request.socket.destroyed) this.paces.delete(request);
      else if (now - pace.since >= this.limits.bodyWindowMs) this.judge(request, pace, now);
    }
    if (this.paces.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private judge(request: IncomingMessage, pace: Pace, now: number): void {
    const { socket, readableLength, readableHighWaterMark } = request;
    const wanted = ((now - pace.since) / 1000) * this.limits.bodyBytesPerSecond;
    const waitsForUs = readableLength >= readableHighWaterMark;
    if (waitsForUs || socket.bytesRead - pace.bytes >= wanted) {
      pace.since = now;
      pace.bytes = socket.bytesRead;
      return;
    }
    this.paces.delete(request);
    if (!pace.response.headersSent) socket.write(TOO_SLOW);
    socket.destroySoon();
  }
}

/** Closes connections beyond the number that one address may have; who comes by a trusted proxy is not told apart here. */
const limitAddresses = (server: Server, most: number, trust: ProxyTrust): void => {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? '';
    if (isTrusted(peer, trust)) return;
    const key = networkKey(peer);
    const count = (open.get(key) ?? 0) + 1;
    if (count > most) {
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
