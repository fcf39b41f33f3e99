import { z } from 'zod';

import { decimal } from '../platform/decimal.ts';

const address = (description: string) =>
  z
    .url({ protocol: /^https?$/, error: 'must be a web address that begins with http:// or https://' })
    .optional()
    .describe(description);

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The usual variables of OpenTelemetry. Without an address nothing is loaded or recorded (docs/adr/0078). */
export const TELEMETRY_SETTINGS = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: address(
    'OpenTelemetry collector that takes traces and metrics by OTLP over HTTP, such as `http://localhost:4318`. ' +
      'Default: none, and nothing is recorded.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address('Address for traces, if another; with its path.'),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: address('Address for metrics, if another; with its path.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(?:,[^=,\s]+=[^,]*)*$/, 'must be name=value, several by commas')
    .optional()
    .describe('Headers for the collector: `name=value`, several by commas, values percent-encoded.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/json', 'http/protobuf'])
    .default('http/json')
    .describe(
      'JSON over HTTP is sent in either case, which collectors take at the same address; `grpc` is not supported.',
    ),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .max(200)
    .default('parley')
    .describe('Name of this service in traces and metrics.'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default('parentbased_always_on')
    .describe('Which traces are recorded. Traces begin here: what a caller says about its own is not followed.'),
  OTEL_TRACES_SAMPLER_ARG: decimal(z.number().min(0).max(1))
    .default(1)
    .describe('Share of traces for the samplers with `traceidratio`, 0 to 1.'),
  OTEL_METRIC_EXPORT_INTERVAL: decimal(z.number().int().min(100).max(86_400_000))
    .default(60_000)
    .describe('Milliseconds between two exports of metrics.'),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false').describe('`true`: nothing is recorded in any case.'),
});

export type TelemetrySettings = z.output<typeof TELEMETRY_SETTINGS>;

export interface TelemetryTargets {
  readonly traces: string | undefined;
  readonly metrics: string | undefined;
}

/** Where to send what; undefined where nothing is wanted. */
export const telemetryTargets = (settings: TelemetrySettings): TelemetryTargets | undefined => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_SDK_DISABLED } = settings;
  const signal = (path: string) => base && `${base.replace(/\/$/, '')}/v1/${path}`;
  const traces = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? signal('traces');
  const metrics = settings.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ?? signal('metrics');
  return OTEL_SDK_DISABLED === 'true' || (traces ?? metrics) === undefined ? undefined : { traces, metrics };
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export const telemetryHeaders = ({
  OTEL_EXPORTER_OTLP_HEADERS = '',
}: Pick<TelemetrySettings, 'OTEL_EXPORTER_OTLP_HEADERS'>): Record<string, string> =>
  Object.fromEntries(
    OTEL_EXPORTER_OTLP_HEADERS.split(',')
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())];
      }),
  );
