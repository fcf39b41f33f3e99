import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

import { Metrics } from '../../src/adapters/system/metrics.ts';
import { createLogger } from '../../src/adapters/system/logger.ts';
import { SETTINGS } from '../../src/config.ts';

const folder = join(import.meta.dirname, '../../docs/operations');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

const dashboard = z.object({
  panels: z.array(z.object({ id: z.number(), title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});
const alerts = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});

/** Functions and words of PromQL, and labels. */
const GRAMMAR = /\{[^}]*\}|\[[^\]]*\]|\b(?:by|ignoring)\s*\([^)]*\)|\bgroup_left\b/g;

const metricsIn = (expr: string): readonly string[] =>
  [...expr.replace(GRAMMAR, ' ').matchAll(/\b[a-z][a-z_]*_[a-z_]+\b(?!\s*\()/g)].map(([name]) => name);

describe('the dashboard and the alerts', () => {
  const expressions = [
    ...dashboard.parse(JSON.parse(read('grafana-dashboard.json'))).panels.flatMap(({ targets }) => targets),
    ...parseAllDocuments(read('prometheus-alerts.yaml')).flatMap((document) =>
      alerts.parse(document.toJS()).groups.flatMap(({ rules }) => rules),
    ),
  ].map(({ expr }) => expr);

  const exposed = async (): Promise<ReadonlySet<string>> => {
    const metrics = new Metrics(createLogger('silent'));
    metrics.countStalls(() => ({ count: 0, ms: 0 }));
    metrics.countBrokenFrames(() => 0);
    metrics.watchQuestions(() => 0);
    metrics.watchReplyBus(() => ({ isConnected: true, published: 0, failures: 0, losses: 0 }));
    const text = await metrics.registry.metrics();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => [name, type] as const);
    return new Set(
      types.flatMap(([name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
  };

  test('every metric that they name is served', async () => {
    const named = expressions.flatMap(metricsIn);
    expect(named.length).toBeGreaterThan(12);
    const served = await exposed();
    expect(named.filter((name) => !served.has(name))).toEqual([]);
  });

  test('every metric of ours is shown or alerted on', async () => {
    const named = new Set(expressions.flatMap(metricsIn).map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
    const ours = [...(await exposed())].map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
    expect([...new Set(ours)].filter((name) => name.startsWith('parley_') && !named.has(name))).toEqual([]);
  });
});

const KUBERNETES = 'kubernetes';
const fileNames = readdirSync(join(folder, KUBERNETES), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.yaml'),
);
const manifests = fileNames.flatMap((name) =>
  parseAllDocuments(read(join(KUBERNETES, name))).map((document) => {
    if (document.errors.length > 0) throw new Error(`${name}: ${document.errors.join()}`);
    return { name, value: z.looseObject({ apiVersion: z.string(), kind: z.string() }).parse(document.toJS()) };
  }),
);
const manifest = (name: string): unknown => manifests.find((each) => each.name === name)?.value;

const deployment = z.object({
  spec: z.object({
    replicas: z.literal(1),
    strategy: z.object({ type: z.literal('Recreate') }),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        automountServiceAccountToken: z.literal(false),
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.object({
          runAsNonRoot: z.literal(true),
          runAsUser: z.number(),
          fsGroup: z.number(),
          seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
        }),
        containers: z.tuple([
          z.object({
            securityContext: z.object({
              allowPrivilegeEscalation: z.literal(false),
              readOnlyRootFilesystem: z.literal(true),
              capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
            }),
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
            livenessProbe: z.object({ httpGet: z.object({ path: z.literal('/healthz'), port: z.literal('http') }) }),
            readinessProbe: z.object({ httpGet: z.object({ path: z.literal('/readyz'), port: z.literal('http') }) }),
            startupProbe: z.object({ httpGet: z.object({ path: z.literal('/healthz') }) }),
            resources: z.object({
              requests: z.object({ cpu: z.string(), memory: z.string() }),
              limits: z.object({ memory: z.string() }),
            }),
            volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
          }),
        ]),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
});
const configMap = z.object({ data: z.record(z.string(), z.string()) });
const secret = z.object({ stringData: z.record(z.string(), z.string()) });
const kustomization = z.object({
  resources: z.array(z.string()),
  patches: z.array(z.object({ path: z.string() })).default([]),
});

describe('the manifests for Kubernetes', () => {
  const pod = deployment.parse(manifest('deployment.yaml')).spec.template.spec;
  const [container] = pod.containers;
  const config = configMap.parse(manifest('config.yaml')).data;

  test('run one process without rights, which writes to DATA_DIR and /tmp only', () => {
    const mounts = container.volumeMounts.map(({ mountPath }) => mountPath);
    expect(mounts).toEqual([config['DATA_DIR'], '/tmp']);
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name));
    const image = readFileSync(join(folder, '../../Dockerfile'), 'utf8');
    expect(image).toContain(`--uid ${pod.securityContext.runAsUser} `);
    for (const { containerPort } of container.ports)
      expect(image).toMatch(new RegExp(`EXPOSE .*\\b${containerPort}\\b`));
  });

  test('give a process longer than its own grace period', () => {
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(config['SHUTDOWN_GRACE_SECONDS']) + 5);
  });

  test('every variable is one of ours or of a provider, and no secret has a value', () => {
    const several = configMap.parse(manifest('several/config.yaml')).data;
    const { stringData } = secret.parse(manifest('secret.yaml'));
    const documented = readFileSync(join(folder, '../configuration.md'), 'utf8');
    const names = [config, several, stringData].flatMap((values) => Object.keys(values));
    expect(names.filter((name) => !(name in SETTINGS.shape) && !documented.includes(`\`${name}\``))).toEqual([]);
    expect(Object.values(stringData).filter(Boolean)).toEqual([]);
  });

  test('every file is named by its kustomization, and the other way round', () => {
    for (const [place, prefix] of [
      ['kustomization.yaml', ''],
      ['several/kustomization.yaml', 'several/'],
    ] as const) {
      const { resources, patches } = kustomization.parse(manifest(place));
      const named = [...resources, ...patches.map(({ path }) => path)].filter((name) => name !== '../');
      expect(named.filter((name) => !existsSync(join(folder, KUBERNETES, prefix, name)))).toEqual([]);
      const there = fileNames.filter(
        (name) => name.startsWith(prefix) && name !== place && !name.slice(prefix.length).includes('/'),
      );
      expect(there.filter((name) => !named.includes(name.slice(prefix.length)))).toEqual([]);
    }
  });

  test('streams are not buffered, and uploads pass', () => {
    const { metadata } = z
      .object({ metadata: z.object({ annotations: z.record(z.string(), z.string()) }) })
      .parse(manifest('ingress.yaml'));
    const annotation = (name: string) => metadata.annotations[`nginx.ingress.kubernetes.io/${name}`];
    expect([
      annotation('proxy-buffering'),
      annotation('proxy-request-buffering'),
      annotation('proxy-body-size'),
    ]).toEqual(['off', 'off', '210m']);
    expect(Number(annotation('proxy-read-timeout'))).toBeGreaterThanOrEqual(600);
  });
});
