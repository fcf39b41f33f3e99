import { diag, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';

import { type MetricRegistry, RegistryProducer } from './registry-producer.ts';
import type { Telemetry } from './telemetry.ts';
import { TracedFiles, TracedJobLocks, TracedModels } from './traced-ports.ts';
import { queryTracer } from './traced-queries.ts';

export interface TelemetryOptions {
  readonly traces: string | undefined;
  readonly metrics: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly version: string;
  /** A name of OTEL_TRACES_SAMPLER. */
  readonly sampler: string;
  readonly samplerRatio: number;
  readonly metricIntervalMs: number;
  /** The Prometheus metrics, which are sent as they are. */
  readonly registry: MetricRegistry;
  readonly failed: (what: string, error: unknown) => void;
}

const STOP_TIMEOUT_MS = 3000;

const samplerOf = ({ sampler, samplerRatio }: TelemetryOptions): Sampler => {
  const root = sampler.endsWith('always_off')
    ? new AlwaysOffSampler()
    : sampler.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(samplerRatio)
      : new AlwaysOnSampler();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
};

/** What the SDK reports of its exports, which otherwise nobody would see. */
const reportFailures = (failed: TelemetryOptions['failed']): void => {
  const quiet = (): void => undefined;
  const report = (message: string): void => failed('sending telemetry', new Error(message.slice(0, 200)));
  diag.setLogger({ error: report, warn: quiet, info: quiet, debug: quiet, verbose: quiet });
};

/** Connects to a collector. Loaded only where one is configured (docs/adr/0078). */
export const startOpenTelemetry = (options: TelemetryOptions): Telemetry => {
  const { traces, metrics, headers, serviceName, version, metricIntervalMs, registry, failed } = options;
  reportFailures(failed);
  const resource = defaultResource().merge(
    resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
  );
  const tracing = new NodeTracerProvider({
    resource,
    sampler: traces === undefined ? new AlwaysOffSampler() : samplerOf(options),
    spanProcessors:
      traces === undefined
        ? []
        : [new BatchSpanProcessor(new OTLPTraceExporter({ url: traces, headers: { ...headers } }))],
  });
  tracing.register();
  const meters = new MeterProvider({
    resource,
    readers:
      metrics === undefined
        ? []
        : [
            new PeriodicExportingMetricReader({
              exporter: new OTLPMetricExporter({ url: metrics, headers: { ...headers } }),
              exportIntervalMillis: metricIntervalMs,
              exportTimeoutMillis: Math.min(metricIntervalMs, STOP_TIMEOUT_MS),
              metricProducers: [new RegistryProducer(registry, resource)],
            }),
          ],
  });
  const stop = async (): Promise<void> => {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref());
    const closed = Promise.all([tracing.shutdown(), meters.shutdown()]).catch((error: unknown) =>
      failed('sending the last telemetry', error),
    );
    await Promise.race([closed, timeout]);
    trace.disable();
  };
  return telemetryOf(tracing.getTracer('parley', version), stop);
};

const telemetryOf = (tracer: Tracer, stop: Telemetry['stop']): Telemetry => ({
  request(request, response, handle) {
    const method = request.method ?? 'GET';
    const attributes = { 'http.request.method': method };
    tracer.startActiveSpan(method, { kind: SpanKind.SERVER, root: true, attributes }, (span) => {
      const closed = new Promise<void>((resolve) => void response.once('close', resolve));
      // Both: a stream ends after its handler, and an aborted request before it.
      void Promise.allSettled([closed, handle()]).then(() => span.end());
    });
  },
  route(route, status) {
    nameRequest(trace.getActiveSpan(), route, status);
  },
  models: (models) => new TracedModels(tracer, models),
  files: (files) => new TracedFiles(tracer, files),
  jobs: (locks) => new TracedJobLocks(tracer, locks),
  queries: queryTracer(tracer),
  stop,
});

const nameRequest = (span: Span | undefined, route: string, status: number): void => {
  if (!span) return;
  span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
  span.updateName(route);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
};
