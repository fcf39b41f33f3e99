import type { Config } from '../config.ts';

/** Where this process is reached. With port 0 the system chooses one, so both are right only once it listens. */
export class PublicUrls {
  private readonly config: Pick<Config, 'APP_URL' | 'appUrlNamed' | 'HOST' | 'PORT'>;
  private port: number;

  constructor(config: Pick<Config, 'APP_URL' | 'appUrlNamed' | 'HOST' | 'PORT'>) {
    this.config = config;
    this.port = config.PORT;
  }

  setPort(port: number): void {
    this.port = port;
  }

  /** The same as `app`, as the accounts module asks for it. */
  get url(): string {
    return this.app;
  }

  /** By people; without a slash at the end. */
  get app(): string {
    const { APP_URL, appUrlNamed, PORT } = this.config;
    return PORT === 0 && !appUrlNamed ? `http://localhost:${this.port}` : APP_URL;
  }

  /** By this process itself. */
  get internal(): string {
    return `http://${reachableHost(this.config.HOST)}:${this.port}`;
  }
}

const reachableHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};
