import type { Config } from '../config.ts';

/** Where this process is reachable. With port 0 the system assigns one, so both are valid only after listening. */
export class PublicUrls {
  private port: number;

  constructor(private readonly config: Pick<Config, 'APP_URL' | 'appUrlNamed' | 'HOST' | 'PORT'>) {
    this.port = config.PORT;
  }

  setPort(port: number): void {
    this.port = port;
  }

  /** The same as `app`, as the accounts module expects it. */
  get url(): string {
    return this.app;
  }

  /** For browsers; without a trailing slash. */
  get app(): string {
    const { APP_URL, appUrlNamed, PORT } = this.config;
    return PORT === 0 && !appUrlNamed ? `http://localhost:${this.port}` : APP_URL;
  }

  /** For this process itself. */
  get internal(): string {
    return `http://${reachableHost(this.config.HOST)}:${this.port}`;
  }
}

/** Addresses of IPv6 stand in brackets. */
export const asUrlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const reachableHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return asUrlHost(host);
};
