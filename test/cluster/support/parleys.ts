import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { until } from '../../bench/support/figures.ts';
import { type Launch, launch, type Target } from '../../bench/support/processes.ts';
import { serverEnv } from '../../bench/support/targets.ts';
import { takePort } from './programs.ts';

export interface ParleyOptions {
  readonly folder: string;
  /** The address of the database for the process of this number. */
  readonly databaseUrl: (index: number) => string;
  readonly upstream: Target;
  readonly env?: Readonly<Record<string, string>>;
}

const READY_TIMEOUT_MS = 60_000;

/** The processes of one installation, each at a port of its own, started from a folder with a build. */
export class Parleys {
  private readonly running = new Map<number, Target>();
  /** Errors that they logged. */
  readonly errors: string[] = [];

  private constructor(
    readonly ports: readonly number[],
    private readonly options: ParleyOptions,
  ) {}

  static async prepare(count: number, options: ParleyOptions): Promise<Parleys> {
    const ports: number[] = [];
    for (let index = 0; index < count; index += 1) ports.push(await takePort());
    return new Parleys(ports, options);
  }

  async start(index: number, build: string): Promise<void> {
    const target = await launch(this.launchOf(index, build));
    this.running.set(index, target);
    await until(`process ${index} ready`, () => this.isReady(index), READY_TIMEOUT_MS);
  }

  async startAll(build: string): Promise<void> {
    for (const index of this.ports.keys()) await this.start(index, build);
  }

  pid(index: number): number {
    return this.running.get(index)?.pid ?? 0;
  }

  async kill(index: number): Promise<void> {
    process.kill(this.pid(index), 'SIGKILL');
    await this.stop(index);
  }

  async stop(index: number): Promise<void> {
    await this.running.get(index)?.stop();
    this.running.delete(index);
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.ports.map((_, index) => this.stop(index)));
  }

  private async isReady(index: number): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${this.ports[index] ?? 0}/readyz`).catch(() => undefined);
    return answer?.status === 200;
  }

  private launchOf(index: number, build: string): Launch {
    const { folder, databaseUrl, upstream, env } = this.options;
    const data = join(folder, `data${index}`);
    mkdirSync(data, { recursive: true });
    return {
      script: join(build, 'dist/src/main.js'),
      env: {
        ...serverEnv(databaseUrl(index), data),
        OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
        OPENAI_COMPATIBLE_MODEL: 'bench',
        PORT: String(this.ports[index]),
        TRUSTED_PROXIES: '127.0.0.1',
        EMAIL_VERIFICATION: 'off',
        LOG_LEVEL: 'error',
        DRAIN_DELAY_SECONDS: '2',
        SHUTDOWN_GRACE_SECONDS: '20',
        ...env,
      },
      hear: (text) => this.errors.push(text),
    };
  }
}
