import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { BUILT, OUTPUT, ROOT, SERVERS } from './paths.ts';
import { launch, type Target } from './processes.ts';

const profile = process.argv.includes('--prof') ? ['--cpu-prof', `--cpu-prof-dir=${join(OUTPUT, 'prof')}`] : [];

export const startUpstream = (): Promise<Target> => launch({ script: join(SERVERS, 'upstream.js') });

export const startPipe = (upstream: Target): Promise<Target> =>
  launch({ script: join(SERVERS, 'pipe.js'), args: [String(upstream.port)], flags: profile });

export interface ParleyOptions {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly upstream?: Target;
  readonly env?: Readonly<Record<string, string>>;
  /** Counts the statements that save running replies; `ask` answers the count. */
  readonly counting?: boolean;
}

/** What every product of the bench is told. */
export const serverEnv = (databaseUrl: string, folder: string): Readonly<Record<string, string>> => ({
  MAIL: 'sandbox',
  PAYMENTS: 'off',
  APP_SECRET: 'a secret of the bench, 32 letters or more',
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
  PORT: '0',
  METRICS_PORT: '0',
  SHUTDOWN_GRACE_SECONDS: '1',
  DRAIN_DELAY_SECONDS: '0',
  CONNECTIONS_PER_ADDRESS: '10000',
});

/** The built product as an operator runs it: everything on, logs included, only the ports chosen by the system. */
export const startParley = ({ databaseUrl, folder, upstream, env, counting }: ParleyOptions): Promise<Target> =>
  launch({
    script: counting ? join(SERVERS, 'counting-parley.js') : join(BUILT, 'main.js'),
    args: counting ? [join(ROOT, 'src/process/start.ts')] : [],
    flags: counting ? ['--import', 'tsx'] : ['--max-semi-space-size=16', ...profile],
    env: {
      ...serverEnv(databaseUrl, folder),
      ...(upstream
        ? { OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`, OPENAI_COMPATIBLE_MODEL: 'bench' }
        : { LLM: 'demo' }),
      ...env,
    },
  });

/** Lends a folder of its own and takes it away afterwards. */
export const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};

/** Runs `work` with processes that end with it, whatever happens. */
export const withTargets = async <T>(
  work: (keep: (target: Promise<Target>) => Promise<Target>) => Promise<T>,
): Promise<T> => {
  const targets: Target[] = [];
  try {
    return await work(async (starting) => {
      const target = await starting;
      targets.push(target);
      return target;
    });
  } finally {
    await Promise.all(targets.map((target) => target.stop()));
  }
};
