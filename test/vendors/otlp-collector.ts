import { startWebService } from './web-service.ts';

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly doubleValue?: number;
  readonly arrayValue?: { readonly values: readonly OtlpValue[] };
}

export interface OtlpSpan {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: OtlpValue }[];
}

interface OtlpMetric {
  readonly name: string;
  readonly sum?: { readonly dataPoints: readonly { readonly asDouble: number }[] };
  readonly gauge?: object;
  readonly histogram?: {
    readonly dataPoints: readonly { readonly count: number; readonly bucketCounts: readonly number[] }[];
  };
}

/** A collector of OpenTelemetry that takes OTLP as JSON. */
export const startOtlpCollector = async () => {
  const service = await startWebService(() => ({ json: {} }));
  const bodies = (path: string) =>
    service.calls.filter((call) => call.path === path).map(({ body }) => JSON.parse(body));
  return {
    url: service.url,
    calls: service.calls,
    close: () => service.close(),
    spans: (): readonly OtlpSpan[] =>
      bodies('/v1/traces').flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: OtlpSpan[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    metrics: (): readonly OtlpMetric[] =>
      bodies('/v1/metrics').flatMap(({ resourceMetrics }) =>
        resourceMetrics.flatMap(({ scopeMetrics }: { scopeMetrics: { metrics: OtlpMetric[] }[] }) =>
          scopeMetrics.flatMap(({ metrics }) => metrics),
        ),
      ),
  };
};
