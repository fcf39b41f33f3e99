import { writeSync } from 'node:fs';
import { inspect } from 'node:util';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';

import { Metrics } from './adapters/system/metrics.ts';
import { readEnvironment } from './config.ts';
import { collectGarbage } from './process/collect-garbage.ts';
import { Heartbeat } from './process/heartbeat.ts';
import { startupFaults } from './process/open-context.ts';
import { type RunningServer, startParley } from './process/start.ts';
import type { ReadyMessage } from './process/supervisor.ts';

/** Until then the first requests are answered. */
const GARBAGE_DELAY_MS = 1000;

const startupErrorLines = (faults: readonly string[]): string[] => [
  'Parley cannot start:',
  ...faults.map((fault) => `  - ${fault}`),
  'All variables: docs/configuration.md',
];

/** Sandboxes are meant for this machine, and it listens for others too. */
const exposesSandboxes = ({ HOST, SANDBOX, sandboxes }: RunningServer['context']['config']): boolean =>
  sandboxes && SANDBOX === 'off' && !['127.0.0.1', 'localhost', '::1'].includes(HOST);

const startupBanner = ({ url, metricsUrl, setupLink, context }: RunningServer): string[] => {
  const { config, llm, adapters } = context;
  const demo = llm.active.some(({ id }) => id === 'demo');
  return [
    '',
    `  Parley ${context.version} is ready: ${url}`,
    '',
    `  database  ${config.DATABASE_URL.replace(/\/\/[^/]*@/, '//')}`,
    `  models    ${llm.active.map(({ label }) => label).join(', ')}`,
    `  mail      ${adapters.mail.label}`,
    `  sms       ${adapters.sms.label}`,
    `  google    ${adapters.identity.label}`,
    `  payments  ${adapters.payments.label}`,
    `  search    ${adapters.search.label}`,
    `  metrics   ${metricsUrl ?? (config.METRICS_PORT === 0 ? 'off' : `off: port ${config.METRICS_PORT} is in use`)}`,
    ...(exposesSandboxes(config)
      ? ['', '  Sandboxes serve: whoever reaches this port can sign in as anybody. Set APP_URL before others can.']
      : []),
    ...(demo
      ? ['', '  A real model: set OPENAI_API_KEY, GROQ_API_KEY, ANTHROPIC_API_KEY or OLLAMA_BASE_URL and start again.']
      : []),
    ...(setupLink === undefined ? [] : ['', '  First admin (one use, one hour):', `  ${setupLink}`]),
    '',
  ];
};

const print = (lines: readonly string[], to: 1 | 2): void => void writeSync(to, `${lines.join('\n')}\n`);

/** What the thread that watches this one has to know. */
const toReadyMessage = ({ context: { config } }: RunningServer): ReadyMessage => ({
  stopMs: Math.max(config.SHUTDOWN_GRACE_SECONDS, config.DRAIN_DELAY_SECONDS) * 1000,
  watchdogMs: config.WATCHDOG_SECONDS * 1000,
  warns: ['debug', 'info', 'warn'].includes(config.LOG_LEVEL),
});

const start = async (): Promise<void> => {
  const running = await startParley(readEnvironment());
  const { logs } = running.context;
  const stop = () => void running.stop().then(() => process.exit(0));
  if (parentPort) reportToSupervisor(running, parentPort, stop);
  else for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, stop);
  process.on('unhandledRejection', (error) => logs.error('a promise nobody awaited', { error }));
  print(startupBanner(running), 1);
  // What the start leaves is a sixth of the memory; an idle process would hold it for a long time.
  setTimeout(() => void collectGarbage(), GARBAGE_DELAY_MS).unref();
};

/** `workerData` is the memory of the heartbeat. */
const reportToSupervisor = (running: RunningServer, port: MessagePort, stop: () => void): void => {
  if (!(workerData instanceof SharedArrayBuffer)) throw new TypeError('the server is a thread of src/main.ts');
  const heartbeat = new Heartbeat(workerData);
  heartbeat.start();
  running.container.get(Metrics).countStalls(() => heartbeat.stalls);
  port.once('message', stop);
  port.postMessage(toReadyMessage(running));
};

start().catch((error: unknown) => {
  const faults = startupFaults(error);
  print(faults ? startupErrorLines(faults) : [inspect(error)], 2);
  process.exit(1);
});
