import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { SOURCES } from '../../scripts/built.js';
import { parseDockerfile } from '../../scripts/dockerfile.js';
import { SETTINGS } from '../../src/config.ts';

const root = join(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
const instructions = dockerfile.split('\n').filter((line) => /^[A-Z]+ /.test(line));
const of = (name: string) => instructions.filter((line) => line.startsWith(`${name} `));

test('every thread and process that the product starts is a program of the bundle', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const started = sources.flatMap((file) =>
    [
      ...readFileSync(join(root, 'src', file), 'utf8').matchAll(
        /(?:new ThreadPool|processEntryArgs|workerEntry)\('([\w-]+)', import\.meta\.url/g,
      ),
    ].map(([, name]) => name),
  );
  const bundled = readFileSync(join(root, 'vite.server.config.ts'), 'utf8');
  expect(started).toHaveLength(9);
  for (const name of started) expect(bundled).toMatch(new RegExp(`\\b${name}'?: 'src/`));
});

describe('the image', () => {
  test('stands on one named version of Node, slim, in two stages', () => {
    expect(of('FROM')).toEqual(['FROM node:24-bookworm-slim AS build', 'FROM node:24-bookworm-slim']);
  });

  test('installs exactly the lock file, and runs no script of a dependency', () => {
    expect(dockerfile).toContain('npm ci --ignore-scripts');
    expect(dockerfile).not.toMatch(/npm (install|i) /);
  });

  test('runs as a person without rights, with its data on a volume and a health check', () => {
    expect(of('USER')).toEqual(['USER parley']);
    expect(of('VOLUME')).toEqual(['VOLUME /data']);
    expect(dockerfile).toMatch(/HEALTHCHECK .*\n.*\/readyz/);
    expect(instructions.indexOf('USER parley')).toBeLessThan(instructions.findIndex((line) => line.startsWith('CMD')));
  });

  const copied = of('COPY')
    .filter((line) => !line.includes('--from'))
    .flatMap((line) => line.split(' ').slice(1, -1));

  test('has every script that the build reads, and so has the list by which a stale build is known', () => {
    const read = (file: string): readonly string[] => [
      file,
      ...[...readFileSync(join(root, file), 'utf8').matchAll(/ from '(\.[^']+)'/g)].flatMap(([, path = '']) =>
        read(join(dirname(file), path)),
      ),
    ];
    const needed = ['scripts/build.js', 'vite.config.ts', 'vite.server.config.ts'].flatMap(read);
    expect(needed).toContain('scripts/messages.js');
    expect(needed.filter((file) => !copied.includes(file))).toEqual([]);
    expect(needed.filter((file) => !SOURCES.includes(file))).toEqual([]);
  });

  test('copies what exists, and no secret', () => {
    for (const path of copied) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    expect(dockerfile).not.toMatch(/(KEY|SECRET|PASSWORD|TOKEN)\s*=/);
  });
});

test('the compose file opens the port to this machine only, since sandboxes may serve there', () => {
  expect(compose).toContain("'${BIND_ADDRESS:-127.0.0.1}:3000:3000'");
  expect(compose).toContain('APP_URL: ${APP_URL:-http://localhost:3000}');
  expect(dockerfile + compose).not.toContain('NODE_ENV');
});

test('the compose file brings MySQL and Qdrant, and no password of its own', () => {
  expect(compose).toMatch(/image: mysql:8\.4/);
  expect(compose).toMatch(/image: qdrant\/qdrant:v\d/);
  expect(compose).toContain('${APP_SECRET:?');
  expect(compose).toContain('${MYSQL_PASSWORD:?');
});

describe('the compose file', () => {
  const parley = compose.slice(compose.indexOf('  parley:'), compose.indexOf('\n  mysql:'));

  test('passes what an operator may set: all of .env, and what proxies, metrics and shutdown need', () => {
    expect(parley).toContain('env_file: [{ path: .env, required: false }]');
    for (const name of [
      'TRUSTED_PROXIES',
      'TRUSTED_PROXY_HOPS',
      'METRICS_HOST',
      'METRICS_TOKEN',
      'SHUTDOWN_GRACE_SECONDS',
      'DRAIN_DELAY_SECONDS',
      'WATCHDOG_SECONDS',
      'LOG_LEVEL',
      'OUTBOUND_ALLOWED',
    ]) {
      expect(parley).toContain(`${name}: \${${name}:-}`);
    }
  });

  test('waits longer for the end than the process takes at most', () => {
    const waits = Number(/stop_grace_period: \$\{STOP_GRACE_PERIOD:-(\d+)s\}/.exec(parley)?.[1]);
    expect(waits).toBeGreaterThanOrEqual(SETTINGS.shape.SHUTDOWN_GRACE_SECONDS.parse(undefined) + 5);
  });

  test('opens no port of the metrics', () => {
    expect(compose).not.toMatch(/9464:/);
  });
});

test('what `npm run check:image` does is the whole Dockerfile', () => {
  const { build, run, uid, env, healthCheck } = parseDockerfile(dockerfile);
  const copied = [...build, ...run].flatMap((step) => (step.kind === 'copy' ? [step] : []));
  expect(copied).toHaveLength(of('COPY').length);
  expect(copied.every(({ paths, target }) => paths.length > 0 && target !== undefined)).toBe(true);
  // The second stage runs one: it makes the user and the folder of the data.
  expect(build.filter(({ kind }) => kind === 'run')).toHaveLength(of('RUN').length - 1);
  expect(run.map(({ paths }) => paths)).toEqual([['package.json'], ['node_modules'], ['dist']]);
  expect([uid, env['DATA_DIR']]).toEqual([10001, '/data']);
  expect(healthCheck.slice(0, 2)).toEqual(['node', '-e']);
});

test('the image and `npm start` run one command, with Node 20’s short-lived memory on Node 24 too', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const { command } = parseDockerfile(dockerfile);
  expect(command).toEqual(['node', '--max-semi-space-size=16', 'dist/src/main.js']);
  expect(scripts.start).toBe(command.join(' '));
});
