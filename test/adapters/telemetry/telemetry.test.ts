import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Metrics } from '../../../src/adapters/system/metrics.ts';
import { JobLocks } from '../../../src/domain/kernel/ports.ts';
import { newPerson, question } from '../../product/client.ts';
import { describeSqlite } from '../../support/databases.ts';
import { startProduct } from '../../support/parley.ts';
import { type OtlpSpan, startOtlpCollector } from '../../vendors/otlp-collector.ts';

const SECRET_TEXT = 'the tide is a secret of mine';

const valueOf = ({ attributes }: OtlpSpan, key: string) => {
  const value = attributes.find((attribute) => attribute.key === key)?.value;
  return value?.stringValue ?? value?.intValue ?? value?.doubleValue;
};

type Collector = Awaited<ReturnType<typeof startOtlpCollector>>;

const expectMetrics = (collector: Collector, names: readonly string[]): void => {
  const sent = collector.metrics();
  expect(new Set(sent.map(({ name }) => name))).toEqual(new Set(names));
  const seconds = sent.find(({ name }) => name === 'parley_http_seconds')?.histogram?.dataPoints ?? [];
  expect(seconds.length).toBeGreaterThan(1);
  for (const { count, bucketCounts } of seconds)
    expect(bucketCounts.reduce((sum, bucket) => sum + Number(bucket), 0)).toBe(Number(count));
  expect(
    sent.find(({ name }) => name === 'parley_replies_total')?.sum?.dataPoints.map(({ asDouble }) => asDouble),
  ).toEqual([1]);
};

const expectNothingPrivate = (collector: Collector, email: string): void => {
  const all = collector.calls.map(({ body }) => body).join('');
  expect(all).toContain('tide-house');
  for (const secret of [SECRET_TEXT, 'q=tide', email, '127.0.0.1', '@'])
    expect([secret, all.includes(secret)]).toEqual([secret, false]);
  expect(
    collector.calls.every(({ headers }) => headers.authorization === 'Bearer tide' && headers['x-team'] === 'sea'),
  ).toBe(true);
};

describeSqlite(({ migratedUrl }) => {
  test('requests, model calls and queries are spans of one trace, without texts, addresses or user ids', async () => {
    const collector = await startOtlpCollector();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20tide,x-team=sea',
      OTEL_SERVICE_NAME: 'tide-house',
      OTEL_METRIC_EXPORT_INTERVAL: '60000',
    };
    const product = await startProduct(await migratedUrl(), env);
    const { registry } = product.running.container.get(Metrics);
    try {
      const person = await newPerson(product.url);
      const answer = await person.post('/api/ai/groq', question(SECRET_TEXT, { stream: false }));
      expect(answer.status).toBe(200);
      await person.get('/api/progress/chats?q=tide');
      const locks = product.running.container.get(JobLocks);
      expect(await locks.acquire('tide-job', 1, 2)).toBe(true);
      await locks.reschedule('tide-job', 1);
      const names = (await registry.getMetricsAsJSON()).map(({ name }) => name);
      await product.stop(); // sends what waits

      const spans = collector.spans();
      const request = spans.find(({ name }) => name.includes('/api/ai/groq'));
      const model = spans.find(({ name }) => name.startsWith('chat '));
      if (!request || !model) throw new Error(`no such span: ${spans.map(({ name }) => name).join()}`);
      expect([request.parentSpanId ?? '', valueOf(request, 'http.response.status_code')]).toEqual(['', 200]);
      expect(valueOf(request, 'http.route')).toContain('/api/ai/groq');
      expect(spans.map(({ spanId }) => spanId)).toContain(model.parentSpanId);
      expect(valueOf(model, 'gen_ai.provider.name')).toBe('groq');
      expect(valueOf(model, 'gen_ai.usage.output_tokens')).toEqual(expect.any(Number));
      expect(valueOf(model, 'gen_ai.server.time_to_first_token')).toEqual(expect.any(Number));
      const queries = spans.filter((span) => valueOf(span, 'db.operation.name') !== undefined);
      expect(queries.length).toBeGreaterThan(3);
      expect(queries.every(({ parentSpanId }) => (parentSpanId ?? '') !== '')).toBe(true);
      expect(queries.map(({ name }) => name)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^INSERT reservations$/)]),
      );
      expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['job tide-job']));

      expectMetrics(collector, names);
      expectNothingPrivate(collector, person.email);
    } finally {
      await product.stop();
      await collector.close();
    }
  });

  test('a sampler that is off sends no trace, and a collector that is not there disturbs nobody', async () => {
    const collector = await startOtlpCollector();
    const env = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://127.0.0.1:9/v1/metrics',
      OTEL_TRACES_SAMPLER: 'always_off',
    };
    const product = await startProduct(await migratedUrl(), env);
    try {
      const person = await newPerson(product.url);
      expect((await person.post('/api/ai/groq', question('Hi', { stream: false }))).status).toBe(200);
    } finally {
      await product.stop();
    }
    expect(collector.calls).toEqual([]);
    await collector.close();
  });
});

const SRC = join(import.meta.dirname, '../../../src');
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const text = (name: string): string => readFileSync(join(SRC, name), 'utf8');

test('without a collector no package of OpenTelemetry is loaded: one import() leads to them', () => {
  const users = sources.filter((name) => text(name).includes("from '@opentelemetry/"));
  expect(users.every((name) => name.startsWith('adapters/telemetry/'))).toBe(true);
  const bases = users.map((name) => name.slice(name.lastIndexOf('/') + 1));
  const others = sources.filter((name) => !users.includes(name));
  const importers = others.filter((name) => bases.some((base) => new RegExp(`from '[^']*/${base}'`).test(text(name))));
  expect(importers).toEqual([]);
  expect(text('container/telemetry.ts')).toContain("await import('../adapters/telemetry/open-telemetry.ts')");
});
