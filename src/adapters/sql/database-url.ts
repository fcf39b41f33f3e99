/** A setting or a server that makes the database unusable; the message names the cause and never a password. */
export class DatabaseFault extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseFault';
  }
}

export interface SqliteAddress {
  readonly kind: 'sqlite';
  /** A path, or `:memory:` for a database that ends with the process. */
  readonly file: string;
}

export interface Host {
  readonly host: string;
  readonly port: number;
}

export interface MysqlAddress {
  readonly kind: 'mysql';
  /** Servers of one cluster, the one to be used first at the front. */
  readonly hosts: readonly Host[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Connections at once. */
  readonly pool: number;
  /** Demand TLS with a certificate that the system trusts. */
  readonly tls: boolean;
}

const DEFAULT_POOL = 10;
const DEFAULT_PORT = 3306;

/** Up to the hosts, and from the path on: in between there may be several hosts, which no URL can have. */
const PARTS = /^(mysql:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(\/.*)$/;

const hostOf = (authority: string): Host[] => {
  const text = `mysql://${authority.trim()}/`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && url.hostname !== ''
    ? [{ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || DEFAULT_PORT) }]
    : [];
};

/** The hosts, and the rest as a URL with one host in their place; undefined when it is no such address. */
const parsed = (text: string): { readonly hosts: readonly Host[]; readonly url: URL } | undefined => {
  const [, before = '', authorities = '', path = ''] = PARTS.exec(text) ?? [];
  const names = authorities.split(',');
  const hosts = names.flatMap(hostOf);
  const plain = `${before}host${path}`;
  return hosts.length === names.length && URL.canParse(plain) ? { hosts, url: new URL(plain) } : undefined;
};

const poolOf = (url: URL): number => {
  const pool = Number(url.searchParams.get('pool') ?? DEFAULT_POOL);
  // The lease on the schema is renewed while another connection changes it.
  if (!Number.isInteger(pool) || pool < 2)
    throw new DatabaseFault('DATABASE_URL: pool must be a whole number of 2 or more.');
  return pool;
};

const mysqlAddress = (text: string): MysqlAddress => {
  const { hosts, url } = parsed(text) ?? {};
  const database = decodeURIComponent(url?.pathname.slice(1) ?? '');
  if (!hosts || !url || database === '') {
    throw new DatabaseFault(
      'DATABASE_URL must look like mysql://user:password@host:3306/database, with several hosts as host1:3306,host2:3306.',
    );
  }
  return {
    kind: 'mysql',
    hosts,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
    pool: poolOf(url),
    tls: url.searchParams.get('tls') === 'true',
  };
};

/** Reads `sqlite:./file.db`, `sqlite::memory:` or `mysql://user:password@host:port,host:port/database?pool=10&tls=true`. */
export const databaseAddress = (url: string): SqliteAddress | MysqlAddress => {
  if (/^(mysql|mariadb):\/\//.test(url)) return mysqlAddress(url.replace(/^mariadb:/, 'mysql:'));
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(url)?.[1];
  if (file === undefined) throw new DatabaseFault('DATABASE_URL must begin with sqlite: or mysql://.');
  return { kind: 'sqlite', file };
};
