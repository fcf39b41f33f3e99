/** A setting or server that makes the database unusable; the message names the cause and never a password. */
export class DatabaseError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseError';
  }
}

export interface SqliteConfig {
  readonly kind: 'sqlite';
  /** A path, or `:memory:` for a database that ends with the process. */
  readonly file: string;
}

export interface Host {
  readonly host: string;
  readonly port: number;
}

export interface MysqlConfig {
  readonly kind: 'mysql';
  /** Hosts of one cluster in order of preference. */
  readonly hosts: readonly Host[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Pool size. */
  readonly pool: number;
  /** Require TLS with a certificate that the system trusts. */
  readonly tls: boolean;
}

const DEFAULT_POOL_SIZE = 10;
const DEFAULT_PORT = 3306;

/** The parts before and after the hosts: no URL can have several hosts. */
const MYSQL_URL = /^(mysql:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(\/.*)$/;

const parseHost = (authority: string): Host[] => {
  const text = `mysql://${authority.trim()}/`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && url.hostname !== ''
    ? [{ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || DEFAULT_PORT) }]
    : [];
};

/** The hosts, and the rest as a URL with one host; undefined for another kind of address. */
const splitHosts = (text: string): { readonly hosts: readonly Host[]; readonly url: URL } | undefined => {
  const [, before = '', authorities = '', path = ''] = MYSQL_URL.exec(text) ?? [];
  const names = authorities.split(',');
  const hosts = names.flatMap(parseHost);
  const singleHostUrl = `${before}host${path}`;
  return hosts.length === names.length && URL.canParse(singleHostUrl)
    ? { hosts, url: new URL(singleHostUrl) }
    : undefined;
};

const PARAMETERS = ['pool', 'tls'];

/** A misspelled `tls` must not become a connection without TLS. */
const checkParameters = ({ searchParams }: URL): void => {
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw new DatabaseError(`DATABASE_URL: there is no parameter ${unknown}, only ${PARAMETERS.join(' and ')}.`);
};

const parseTls = ({ searchParams }: URL): boolean => {
  const tls = searchParams.get('tls') ?? 'false';
  if (tls !== 'true' && tls !== 'false') throw new DatabaseError('DATABASE_URL: tls must be true or false.');
  return tls === 'true';
};

const parsePoolSize = (url: URL): number => {
  const pool = Number(url.searchParams.get('pool') ?? DEFAULT_POOL_SIZE);
  // The schema lease is renewed while another connection migrates.
  if (!Number.isInteger(pool) || pool < 2)
    throw new DatabaseError('DATABASE_URL: pool must be a whole number of 2 or more.');
  return pool;
};

const MYSQL_FORM =
  'DATABASE_URL must look like mysql://user:password@host:3306/database, with several hosts as ' +
  'host1:3306,host2:3306. In user and password / # ? @ % are written as %2F %23 %3F %40 %25.';

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new DatabaseError(MYSQL_FORM);
  }
};

const parseMysqlUrl = (text: string): MysqlConfig => {
  const { hosts, url } = splitHosts(text) ?? {};
  const database = decode(url?.pathname.slice(1) ?? '');
  if (!hosts || !url || database === '') throw new DatabaseError(MYSQL_FORM);
  checkParameters(url);
  return {
    kind: 'mysql',
    hosts,
    user: decode(url.username),
    password: decode(url.password),
    database,
    pool: parsePoolSize(url),
    tls: parseTls(url),
  };
};

/**
 * Parses `sqlite:./file.db`, `sqlite::memory:` or
 * `mysql://user:password@host:port,host:port/database?pool=10&tls=true`.
 */
export const parseDatabaseUrl = (url: string): SqliteConfig | MysqlConfig => {
  if (/^(mysql|mariadb):\/\//.test(url)) return parseMysqlUrl(url.replace(/^mariadb:/, 'mysql:'));
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(url)?.[1];
  if (file === undefined) throw new DatabaseError('DATABASE_URL must begin with sqlite: or mysql://.');
  return { kind: 'sqlite', file };
};
