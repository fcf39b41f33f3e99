import { type HrTime, ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';

const MS_PER_SECOND = 1000;
const NANOS_PER_MS = 1_000_000;

const toHrTime = (ms: number): HrTime => [Math.floor(ms / MS_PER_SECOND), (ms % MS_PER_SECOND) * NANOS_PER_MS];

interface Metric {
  readonly name: string;
  readonly help: string;
  /** `counter`, `gauge`, `histogram` or another. */
  readonly type: unknown;
  readonly values: readonly {
    readonly metricName?: string;
    readonly labels: Readonly<Partial<Record<string, string | number>>>;
    readonly value: number;
  }[];
}

/** A registry of prom-client. */
export interface MetricRegistry {
  getMetricsAsJSON(): Promise<readonly Metric[]>;
}

type Labels = Readonly<Record<string, string | number>>;

const toLabels = (labels: Readonly<Partial<Record<string, string | number>>>): Labels =>
  Object.fromEntries(Object.entries(labels).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** The metrics of Prometheus under the same names, so that both ways show one number. */
export class RegistryProducer implements MetricProducer {
  private readonly startTime = toHrTime(Date.now());

  constructor(
    private readonly registry: MetricRegistry,
    private readonly resource: Resource,
  ) {}

  async collect(): Promise<CollectionResult> {
    const endTime = toHrTime(Date.now());
    const all = await this.registry.getMetricsAsJSON();
    const metrics = all.flatMap((metric) => this.toData(metric, endTime) ?? []);
    return {
      resourceMetrics: { resource: this.resource, scopeMetrics: [{ scope: { name: 'parley' }, metrics }] },
      errors: [],
    };
  }

  private toData(metric: Metric, endTime: HrTime): MetricData | undefined {
    const { name, help: description } = metric;
    const descriptor = { name, description, unit: name.endsWith('_seconds') ? 's' : '', valueType: ValueType.DOUBLE };
    const shared = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
    const times = { startTime: this.startTime, endTime };
    if (metric.type === 'histogram')
      return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(metric, times) };
    const dataPoints = metric.values.map(({ labels, value }) => ({ ...times, attributes: toLabels(labels), value }));
    if (metric.type === 'counter')
      return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
    if (metric.type === 'gauge') return { ...shared, dataPointType: DataPointType.GAUGE, dataPoints };
    return undefined;
  }
}

interface Series {
  readonly attributes: Labels;
  readonly bounds: number[];
  /** As Prometheus counts: all up to the bound. */
  readonly cumulative: number[];
  sum: number;
  count: number;
}

const histogramsOf = ({ name, values }: Metric, times: { startTime: HrTime; endTime: HrTime }) =>
  seriesOf(name, values).map(({ attributes, bounds, cumulative, sum, count }) => ({
    ...times,
    attributes,
    value: {
      sum,
      count,
      buckets: {
        boundaries: bounds,
        counts: [...cumulative, count].map((upTo, index) => upTo - (index === 0 ? 0 : (cumulative[index - 1] ?? 0))),
      },
    },
  }));

const seriesOf = (name: string, values: Metric['values']): readonly Series[] => {
  const byLabels = new Map<string, Series>();
  for (const { metricName, labels, value } of values) {
    const { le, ...rest } = toLabels(labels);
    const key = JSON.stringify(rest);
    const series = byLabels.get(key) ?? { attributes: rest, bounds: [], cumulative: [], sum: 0, count: 0 };
    byLabels.set(key, series);
    if (metricName === `${name}_sum`) series.sum = value;
    else if (metricName === `${name}_count`) series.count = value;
    else if (typeof le === 'number') {
      series.bounds.push(le);
      series.cumulative.push(value);
    }
  }
  return [...byLabels.values()];
};
