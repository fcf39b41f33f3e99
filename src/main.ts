import { environment } from './config.ts';
import { type Running, startParley, StartRefused } from './start.ts';

const refuse = (faults: readonly string[]): never => {
  console.error(['Parley cannot start:', ...faults.map((fault) => `  - ${fault}`), 'All variables: docs/configuration.md'].join('\n'));
  process.exit(1);
};

/** Sandboxes are meant for this machine, and it listens for others too. */
const opensSandboxes = ({ HOST, SANDBOX, sandboxes }: Running['parts']['config']): boolean =>
  sandboxes && SANDBOX === 'off' && !['127.0.0.1', 'localhost', '::1'].includes(HOST);

const welcome = ({ url, metricsUrl, setupLink, parts }: Running): string[] => {
  const { config, llm, payments, search, signIn } = parts;
  const demo = llm.active.some(({ id }) => id === 'demo');
  return [
    '',
    `  Parley ${parts.version} is ready: ${url}`,
    '',
    `  database  ${config.DATABASE_URL.replace(/\/\/[^/]*@/, '//')}`,
    `  models    ${llm.active.map(({ label }) => label).join(', ')}`,
    `  mail      ${signIn.mail.provider.label}`,
    `  sms       ${signIn.sms.provider.label}`,
    `  google    ${signIn.identity.provider.label}`,
    `  payments  ${payments.label}`,
    `  search    ${search.provider.label}`,
    `  metrics   ${metricsUrl ?? (config.METRICS_PORT === 0 ? 'off' : `off: port ${config.METRICS_PORT} is in use`)}`,
    ...(opensSandboxes(config) ? ['', '  Sandboxes serve: whoever reaches this port can sign in as anybody. Set APP_URL before others can.'] : []),
    ...(demo ? ['', '  A real model: set OPENAI_API_KEY, GROQ_API_KEY, ANTHROPIC_API_KEY or OLLAMA_BASE_URL and start again.'] : []),
    ...(setupLink === undefined ? [] : ['', '  First admin (one use, one hour):', `  ${setupLink}`]),
    '',
  ];
};

const start = async (): Promise<void> => {
  const running = await startParley(environment());
  console.log(welcome(running).join('\n'));
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1); // asked twice: the person does not want to wait
    stopping = true;
    const hard = setTimeout(() => process.exit(1), (running.parts.config.SHUTDOWN_GRACE_SECONDS * 2 + 10) * 1000).unref();
    void running.stop().then(() => {
      clearTimeout(hard);
      process.exit(0);
    });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('unhandledRejection', (error) => running.parts.logs.error('a promise nobody awaited', { error }));
};

start().catch((error: unknown) => {
  if (error instanceof StartRefused) refuse(error.faults);
  console.error(error);
  process.exit(1);
});
