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

export interface MysqlAddress {
  readonly kind: 'mysql';
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Connections at once. */
  readonly pool: number;
  /** Demand TLS with a certificate that the system trusts. */
  readonly tls: boolean;
}

const DEFAULT_POOL = 10;

const mysqlAddress = (text: string): MysqlAddress => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const database = url ? decodeURIComponent(url.pathname.slice(1)) : '';
  if (!url || url.hostname === '' || database === '') {
    throw new DatabaseFault('DATABASE_URL must look like mysql://user:password@host:3306/database.');
  }
  const pool = Number(url.searchParams.get('pool') ?? DEFAULT_POOL);
  // One connection holds the lock while another changes the schema.
  if (!Number.isInteger(pool) || pool < 2) throw new DatabaseFault('DATABASE_URL: pool must be a whole number of 2 or more.');
  return {
    kind: 'mysql',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 3306),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
    pool,
    tls: url.searchParams.get('tls') === 'true',
  };
};

/** Reads `sqlite:./file.db`, `sqlite::memory:` or `mysql://user:password@host:port/database?pool=10&tls=true`. */
export const databaseAddress = (url: string): SqliteAddress | MysqlAddress => {
  if (/^(mysql|mariadb):\/\//.test(url)) return mysqlAddress(url.replace(/^mariadb:/, 'mysql:'));
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(url)?.[1];
  if (file === undefined) throw new DatabaseFault('DATABASE_URL must begin with sqlite: or mysql://.');
  return { kind: 'sqlite', file };
};
