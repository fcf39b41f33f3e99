import { join } from 'node:path';

import ipaddr from 'ipaddr.js';
import { z } from 'zod';

import { decimal } from './platform/decimal.ts';
import { trimEndMatching } from './domain/kernel/trim-end.ts';
import { ACCOUNT_SETTINGS, parseCountryCodes } from './process/account-settings.ts';
import { OUTBOUND_PROXY_SETTINGS } from './platform/outbound-proxies.ts';
import { HTTP_SETTINGS } from './process/http-settings.ts';
import { LIFECYCLE_SETTINGS } from './process/lifecycle-settings.ts';
import { LOCAL_MODEL_SETTINGS, MODEL_SETTINGS, type ModelPrices, parsePrices } from './process/model-settings.ts';
import { TELEMETRY_SETTINGS } from './process/telemetry-settings.ts';
import { AUDIT_FORWARD_SETTINGS, forwardFaults } from './platform/audit-forward-settings.ts';
import {
  BACKUP_SETTINGS,
  type BackupLocation,
  loadPassphrase,
  parseBackupTarget,
  parseSchedule,
  passphraseFaults,
} from './platform/backup-settings.ts';
import { secretWeakness } from './platform/secret-strength.ts';
import { loadOrCreateSecret } from './platform/stored-secret.ts';
import type { Env } from './platform/provider-registry.ts';

const port = decimal(z.number().int().min(0).max(65_535));
const price = decimal(z.number().min(0).max(1_000_000));
const isIconUrlTemplate = (url: string): boolean => /^https?:\/\/\S*$/.test(url) && url.includes('{host}');

/** The product's own variables; providers declare theirs beside their code. */
export const SETTINGS = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; `0.0.0.0` for all interfaces.'),
  PORT: port.default(3000).describe('Port of the page and the API.'),
  METRICS_PORT: port.default(9464).describe('Port of the Prometheus metrics; 0 disables them.'),
  METRICS_HOST: z
    .string()
    .min(1)
    .optional()
    .describe('Address that the metrics listen on. Default: `127.0.0.1`, or HOST if METRICS_TOKEN is set.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,512}$/, 'must be 16 to 512 letters, digits or . ~ + / = - _')
    .optional()
    .describe('Bearer token that a scraper must send: `Authorization: Bearer TOKEN`.'),
  APP_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address that begins with http:// or https://', abort: true })
    .refine(isOrigin, 'must be an origin such as https://chat.example.org')
    .optional()
    .describe(
      'Public address of the product, used in links. Default: http://localhost:PORT. ' +
        'Anything but a loopback address makes it a real installation, which needs APP_SECRET, a model, mail and ' +
        'payments.',
    ),
  AUDIT_ADDRESSES: z
    .enum(['full', 'shortened', 'hashed'])
    .default('shortened')
    .describe(
      'Network addresses in the audit log: `full`; `shortened` to the network (192.0.2.0/24, 2001:db8:1::/48); ' +
        'or `hashed` with APP_SECRET, so that equal ones can be told but not read.',
    ),
  ...AUDIT_FORWARD_SETTINGS.shape,
  SANDBOX: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      '`on`: sandbox mail, SMS, sign-in and payments serve although APP_URL is not a loopback address, under a bar ' +
        'on every page. For demonstrations, never for real users.',
    ),
  APP_SECRET: z
    .string()
    .refine((secret) => secretWeakness(secret) === undefined, { error: ({ input }) => secretWeakness(String(input)) })
    .optional()
    .describe(
      'Secret for signatures and fingerprints. With a loopback APP_URL one is generated and stored in DATA_DIR.',
    ),
  APP_SECRET_PREVIOUS: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The APP_SECRET that was replaced (docs/operations.md). What is encrypted with it is encrypted anew, ' +
        'and addresses of images that it signed are valid until they expire.',
    ),
  DATA_DIR: z.string().min(1).default('./data').describe('Folder for all data that Parley writes.'),
  TEXT_RECOGNITION: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      '`off`: scanned pages and pictures are read by the vision model only, never by OCR on this machine. ' +
        'OCR keeps one core busy for some seconds a page, and needs about 400 MB of memory while it works.',
    ),
  THEME_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('Theme file (docs/theme.md). Default: `DATA_DIR/theme.json`, if it exists.'),
  TOOL_SERVERS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File with programs of this machine whose tools answer in chats, by the Model Context Protocol over standard ' +
        'input and output (docs/operations.md): `{"mcpServers": {"files": {"command": "npx", "args": ' +
        '["-y", "…"], "env": {"HOME": "/srv"}}}}`. Read at start.',
    ),
  SECURITY_CONTACT: z
    .string()
    .refine(areContacts, 'must be https:, mailto: or tel: addresses, separated by commas')
    .optional()
    .describe(
      'Where to report weaknesses: `mailto:security@example.org` or an https address, several separated by commas, ' +
        'the preferred one first. With it `/.well-known/security.txt` is served.',
    ),
  SECURITY_LANGUAGES: z
    .string()
    .regex(/^[a-z]{2,3}(-[a-z0-9]+)*(\s*,\s*[a-z]{2,3}(-[a-z0-9]+)*)*$/i, 'must be languages such as en, de')
    .default('en')
    .describe('Languages in which such reports are read, separated by commas.'),
  SECURITY_POLICY: z
    .url({ protocol: /^https$/, error: 'must be an address that begins with https://' })
    .regex(/^\S+$/, 'must be one line')
    .optional()
    .describe('Page that says how reports are handled; named in `security.txt`.'),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|mysql:\/\/.+)$/, 'must begin with sqlite: or mysql://')
    .optional()
    .describe(
      '`sqlite:FILE` or `mysql://user:password@host:3306/name`; several hosts of one cluster as ' +
        '`host1:3306,host2:3306`; the first that answers and takes writes is used. `?tls=true` requires TLS with a ' +
        'certificate that Node trusts (an authority of your own: `NODE_EXTRA_CA_CERTS=FILE`), `?pool=20` opens more ' +
        'than 10 connections. Default: `sqlite:DATA_DIR/parley.db`.',
    ),
  REPLY_BUS: z
    .string()
    .regex(
      /^(process|sql|rediss?:\/\/[^\s?#]+)$/,
      'must be process, sql, or begin with redis:// or rediss://, without parameters',
    )
    .optional()
    .describe(
      'How processes follow and stop each other’s replies: `process` (there is one), `sql` (through the database, ' +
        'a few processes), or `redis://user:password@host:6379` (`rediss://` with TLS), a Redis or Valkey server ' +
        'from 6.2 on, not a cluster (docs/scaling.md). Default: `process` with SQLite, else `sql`.',
    ),
  REPLY_BUS_PREFIX: z
    .string()
    .regex(/^[\w.:-]{1,64}$/, 'must be 1 to 64 letters, digits or . : - _')
    .default('parley')
    .describe('Beginning of every key and channel on that server; another one for each installation that uses it.'),
  PAYMENTS: z
    .string()
    .optional()
    .describe(
      'Payment provider: `stripe`, `sandbox` or `off`. Default: the one whose variable is set, else the sandbox if ' +
        'sandboxes are allowed.',
    ),
  CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters such as USD')
    .default('USD')
    .describe('Currency of the displayed prices.'),
  PRICE_BASIC: price
    .default(4.99)
    .describe('Displayed monthly price of the Pro (basic) plan; the charged price is set at the provider.'),
  PRICE_PREMIUM: price.default(9.99).describe('Displayed monthly price of the Premium plan.'),
  ...MODEL_SETTINGS.shape,
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .refine(areRanges, 'must be addresses or ranges such as 10.0.0.0/8, separated by commas')
    .describe('Addresses or ranges of proxies whose X-Forwarded-For is trusted.'),
  TRUSTED_PROXY_HOPS: decimal(z.number().int().min(1).max(10))
    .default(1)
    .describe('Number of trusted proxies in a row before Parley.'),
  OUTBOUND_ALLOWED: z
    .string()
    .default('')
    .refine(areRanges, 'must be addresses or ranges such as 10.0.0.0/8, separated by commas')
    .describe(
      'Non-public addresses or ranges from which pages and images may be fetched, and where servers of tools may ' +
        'be, on any port; for an intranet.',
    ),
  PYTHON_PACKAGES: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder with packages of Pyodide (`numpy-….whl`, of the release that docs/operations.md names) that programs ' +
        'of the code agent may import. Without it they have the standard library only.',
    ),
  ...LOCAL_MODEL_SETTINGS.shape,
  FAVICON_URL: z
    .string()
    .refine(isIconUrlTemplate, 'must be a web address with {host} in it')
    .optional()
    .describe(
      'Service for site icons, with `{host}` in its address; called by the server, not the browser. Default: ' +
        'each site itself.',
    ),
  ...ACCOUNT_SETTINGS.shape,
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Minimum level that is logged.'),
  ...LIFECYCLE_SETTINGS.shape,
  ...BACKUP_SETTINGS.shape,
  ...TELEMETRY_SETTINGS.shape,
  ...HTTP_SETTINGS.shape,
  ...OUTBOUND_PROXY_SETTINGS.shape,
});

export interface Config extends Omit<
  z.output<typeof SETTINGS>,
  | 'TRUSTED_PROXIES'
  | 'SMS_COUNTRIES'
  | 'OUTBOUND_ALLOWED'
  | 'SECURITY_CONTACT'
  | 'MODEL_PRICES'
  | 'APP_URL'
  | 'APP_SECRET'
  | 'DATABASE_URL'
  | 'METRICS_HOST'
  | 'DRAIN_DELAY_SECONDS'
  | 'BACKUP_SCHEDULE'
  | 'BACKUP_TARGET'
> {
  readonly BACKUP_TARGET: BackupLocation | undefined;
  /** Minutes after midnight UTC. */
  readonly BACKUP_SCHEDULE: readonly number[];
  readonly APP_URL: string;
  readonly APP_SECRET: string;
  readonly DATABASE_URL: string;
  readonly METRICS_HOST: string;
  readonly DRAIN_DELAY_SECONDS: number;
  readonly TRUSTED_PROXIES: readonly string[];
  readonly SMS_COUNTRIES: readonly string[];
  readonly OUTBOUND_ALLOWED: readonly string[];
  readonly SECURITY_CONTACT: readonly string[];
  readonly MODEL_PRICES: ModelPrices;
  /** Sandbox mail, SMS, sign-in and payments may serve. */
  readonly sandboxes: boolean;
  /** The metrics port was chosen by hand, so it must be free. */
  readonly metricsPortNamed: boolean;
  /** The address was given, not made of the port. */
  readonly appUrlNamed: boolean;
}

/** Paths are appended to it. */
function isOrigin(address: string): boolean {
  const { href, origin } = new URL(address);
  return href === `${origin}/`;
}

function parseRanges(text: string): string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries.map((entry) => (entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`));
}

/** At least one, be it an empty one, which is refused. */
function parseContacts(text: string): string[] {
  return text.split(',').map((contact) => contact.trim());
}

function areContacts(text: string): boolean {
  return parseContacts(text).every((contact) => /^(https:\/\/[^\s@]|mailto:[^\s@]+@|tel:\+?\d)[^\s@]+$/.test(contact));
}

function areRanges(text: string): boolean {
  return parseRanges(text).every((range) => ipaddr.isValidCIDR(range));
}

/** This process's environment; empty values count as absent. The only reader of it. */
export const readEnvironment = (): Env =>
  Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined && value.trim() !== ''));

const LOOPBACK = /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether people reach the product on this machine only, by what APP_URL says; its default does. */
const isLocal = (env: Env): boolean => {
  const url = env['APP_URL'];
  return url === undefined || (URL.canParse(url) && LOOPBACK.test(new URL(url).hostname));
};

/** Whether sandbox adapters may serve: when APP_URL is a loopback address, or with `SANDBOX=on` (docs/adr/0035). */
export const allowsSandboxes = (env: Env): boolean => isLocal(env) || env['SANDBOX'] === 'on';

/** The settings, or every fault of them: one line each, naming the variable and never its value. */
export const parseConfig = (env: Env): { config: Config } | { faults: readonly string[] } => {
  const names = Object.keys(SETTINGS.shape);
  const parsed = SETTINGS.safeParse(Object.fromEntries(names.map((name) => [name, env[name]])));
  const invalid = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const faults = [...invalid, ...missingVariables(env)];
  if (!parsed.success || faults.length > 0) return { faults };
  const { APP_SECRET: named, DATA_DIR } = parsed.data;
  const stored = named === undefined ? loadOrCreateSecret(DATA_DIR) : { secret: named };
  return 'fault' in stored ? { faults: [stored.fault] } : { config: toConfig(parsed.data, env, stored.secret) };
};

const missingVariables = (env: Env): string[] => {
  const faults = [...parseBackupTarget(env).faults, ...passphraseFaults(env), ...forwardFaults(env)];
  if (!isLocal(env) && env['APP_SECRET'] === undefined) {
    faults.push(
      'APP_SECRET is not set: with an APP_URL that is not this machine it has to be (32 random characters or more)',
    );
  }
  if (env['ADMIN_PASSWORD'] !== undefined && env['ADMIN_EMAIL'] === undefined)
    faults.push('ADMIN_EMAIL is not set, but ADMIN_PASSWORD is');
  return faults;
};

/** Processes behind a load balancer share a MySQL server. */
const MULTI_PROCESS_DRAIN_SECONDS = 3;

const withOperationalDefaults = (
  settings: z.output<typeof SETTINGS>,
): Pick<Config, 'METRICS_HOST' | 'DRAIN_DELAY_SECONDS'> => ({
  METRICS_HOST: settings.METRICS_HOST ?? (settings.METRICS_TOKEN === undefined ? '127.0.0.1' : settings.HOST),
  DRAIN_DELAY_SECONDS:
    settings.DRAIN_DELAY_SECONDS ?? (settings.DATABASE_URL?.startsWith('mysql:') ? MULTI_PROCESS_DRAIN_SECONDS : 0),
});

export const databaseUrlOf = ({
  DATABASE_URL,
  DATA_DIR,
}: Pick<z.output<typeof SETTINGS>, 'DATABASE_URL' | 'DATA_DIR'>) =>
  DATABASE_URL ?? `sqlite:${join(DATA_DIR, 'parley.db')}`;

const toConfig = (settings: z.output<typeof SETTINGS>, env: Env, secret: string): Config => ({
  ...settings,
  ...withOperationalDefaults(settings),
  APP_URL: (settings.APP_URL && trimEndMatching(settings.APP_URL, /\//)) ?? `http://localhost:${settings.PORT}`,
  APP_SECRET: secret,
  DATABASE_URL: databaseUrlOf(settings),
  MODEL_PRICES: parsePrices(settings.MODEL_PRICES ?? '{}') ?? {},
  TRUSTED_PROXIES: parseRanges(settings.TRUSTED_PROXIES),
  SMS_COUNTRIES: parseCountryCodes(settings.SMS_COUNTRIES),
  OUTBOUND_ALLOWED: parseRanges(settings.OUTBOUND_ALLOWED),
  SECURITY_CONTACT: settings.SECURITY_CONTACT === undefined ? [] : parseContacts(settings.SECURITY_CONTACT),
  BACKUP_TARGET: parseBackupTarget(env).location,
  BACKUP_SCHEDULE: parseSchedule(settings.BACKUP_SCHEDULE),
  sandboxes: allowsSandboxes(env),
  metricsPortNamed: env['METRICS_PORT'] !== undefined,
  appUrlNamed: env['APP_URL'] !== undefined,
});

/** The passphrase of backups, if there is one. The file was readable at the start. */
export const readPassphrase = ({ BACKUP_PASSPHRASE_FILE: file }: Config): string | undefined => {
  const { fault, passphrase } = loadPassphrase(file);
  if (fault !== undefined) throw new Error(fault);
  return passphrase;
};
