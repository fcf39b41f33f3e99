import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { performance } from 'node:perf_hooks';

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { ReplyObserver } from '../../domain/chat/replies/ports/reply-store.ts';
import type { Logger } from './logger.ts';

/** Timeout for a scraper's request. */
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_SCRAPERS = 50;

/** Prometheus metrics of replies and requests; nothing here runs per token. */
export class Metrics extends ReplyObserver {
  readonly registry = new Registry();
  private readonly requests: Histogram<'route' | 'status'>;
  private readonly replies: Counter<'model' | 'status' | 'code'>;
  private readonly seconds: Histogram<'model'>;
  private readonly live: Gauge;
  private readonly toolCalls: Histogram<'outcome'>;

  constructor(private readonly logs: Logger) {
    super();
    const registers = [this.registry];
    this.requests = new Histogram({
      name: 'parley_http_seconds',
      help: 'Requests by route',
      labelNames: ['route', 'status'],
      registers,
    });
    this.replies = new Counter({
      name: 'parley_replies_total',
      help: 'Replies by end',
      labelNames: ['model', 'status', 'code'],
      registers,
    });
    this.seconds = new Histogram({
      name: 'parley_reply_seconds',
      help: 'Time from question to end of reply',
      labelNames: ['model'],
      buckets: [1, 2, 5, 10, 20, 40, 80, 160, 320],
      registers,
    });
    this.live = new Gauge({ name: 'parley_replies_live', help: 'Replies being written', registers });
    this.toolCalls = new Histogram({
      name: 'parley_tool_call_seconds',
      help: 'Calls of tools of connected servers by outcome, without the time of waiting for a person',
      labelNames: ['outcome'],
      buckets: [0.1, 0.5, 1, 5, 20, 60],
      registers,
    });
    this.watchProcess();
  }

  /**
   * The default event loop monitor is a timer that wakes an idle server a hundred times a second; event loop
   * utilization shows an operator the same, and Node counts it anyway.
   */
  private watchProcess(): void {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: 60_000 });
    for (const delay of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
      this.registry.removeSingleMetric(`nodejs_eventloop_lag_${delay}_seconds`);
    let before = performance.eventLoopUtilization();
    const busy: Gauge = new Gauge({
      name: 'nodejs_eventloop_utilization',
      help: 'Share of the time since the last look that the event loop was busy, 0 to 1',
      registers: [this.registry],
      collect: () => {
        const now = performance.eventLoopUtilization();
        busy.set(performance.eventLoopUtilization(now, before).utilization);
        before = now;
      },
    });
  }

  /** `stalls`: number and total duration of event loop stalls, as the watchdog saw them. */
  countStalls(stalls: () => { readonly count: number; readonly ms: number }): void {
    this.addCounter(
      'parley_event_loop_stalls_total',
      'Times that the event loop was blocked for 2 s or more',
      () => stalls().count,
    );
    this.addCounter(
      'parley_event_loop_stalled_seconds_total',
      'How long it was blocked in all',
      () => stalls().ms / 1000,
    );
  }

  /** `count`: frames of providers that were unreadable and skipped. */
  countBrokenFrames(count: () => number): void {
    this.addCounter('parley_provider_broken_frames_total', 'Frames of providers that were not JSON and skipped', count);
  }

  /** `state`: of the connection to the broker, and what went through it. */
  watchReplyBus(
    state: () => {
      readonly isConnected: boolean;
      readonly published: number;
      readonly failures: number;
      readonly losses: number;
    },
  ): void {
    const connected: Gauge = new Gauge({
      name: 'parley_reply_bus_connected',
      help: '1 while the reply bus answers',
      registers: [this.registry],
      collect: () => connected.set(state().isConnected ? 1 : 0),
    });
    this.addCounter('parley_reply_bus_batches_total', 'Batches of reply events published', () => state().published);
    this.addCounter('parley_reply_bus_failures_total', 'Calls of the reply bus that failed', () => state().failures);
    this.addCounter('parley_reply_bus_losses_total', 'Times that the reply bus was lost', () => state().losses);
  }

  /** `open`: how many questions of tools wait for an answer in this process. */
  watchQuestions(open: () => number): void {
    const waiting: Gauge = new Gauge({
      name: 'parley_tool_questions_waiting',
      help: 'Questions of tools that wait for their person',
      registers: [this.registry],
      collect: () => waiting.set(open()),
    });
  }

  toolCalled(outcome: string, ms: number): void {
    this.toolCalls.observe({ outcome }, ms / 1000);
  }

  /** A counter whose value is maintained elsewhere. */
  private addCounter(name: string, help: string, count: () => number): void {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [this.registry],
      collect: () => {
        counter.reset();
        counter.inc(count());
      },
    });
  }

  started(): void {
    this.live.inc();
  }

  finished(reply: { model: string; status: string; code: string | null; events: number; ms: number }): void {
    const { model, status, code, events, ms } = reply;
    this.live.dec();
    this.replies.inc({ model, status, code: code ?? 'none' });
    this.seconds.observe({ model }, ms / 1000);
    this.logs.info('reply', { model, code, events, ms });
  }

  failed(what: string, error: unknown): void {
    this.logs.error(what, { error });
  }

  request(route: string, status: number, ms: number): void {
    this.requests.observe({ route, status: String(status) }, ms / 1000);
  }
}

export interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  /** The token a scraper must send; undefined requires none. */
  readonly token: string | undefined;
}

/** Serves metrics on their own port, never the public one. */
export const serveMetrics = (metrics: Metrics, { host, port, token }: MetricsServerOptions): Promise<Server> =>
  new Promise((resolve, reject) => {
    const isAuthorized = token === undefined ? () => true : bearerCheck(token);
    const server = createServer(
      { headersTimeout: REQUEST_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
      (request, response) => {
        if (!isAuthorized(request.headers.authorization ?? '')) {
          response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
          return;
        }
        void metrics.registry.metrics().then((text) => {
          response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text);
        });
      },
    );
    server.maxConnections = MAX_SCRAPERS;
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });

/** Compares digests, in constant time. */
const bearerCheck = (token: string): ((authorization: string) => boolean) => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${token}`);
  return (authorization) => timingSafeEqual(digest(authorization), expected);
};
