import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SwitchableModels } from '../adapters/llm/switchable-models.ts';
import { SwitchableSearch } from '../adapters/search/switchable-search.ts';
import { Database } from '../adapters/sql/database.ts';
import { DatabaseError, parseDatabaseUrl } from '../adapters/sql/database-url.ts';
import { SystemClock } from '../adapters/system/clock.ts';
import { createLogger } from '../adapters/system/logger.ts';
import { allowsSandboxes, type Config, databaseUrlOf, parseConfig, SETTINGS } from '../config.ts';
import { StoreUnavailable } from '../domain/kernel/domain-error.ts';
import type { Env } from '../platform/provider-registry.ts';
import type { AppContext } from '../container/app-context.ts';
import { isDiskFull } from '../platform/disk-full.ts';
import { outboundProxies } from '../platform/outbound-proxies.ts';
import { PublicUrls } from '../platform/public-urls.ts';
import { isFolder, makePrivateFolder, restrictDataFiles } from '../platform/private-files.ts';
import { dataFolderFault } from '../platform/stored-secret.ts';
import { loadTheme } from '../platform/theme.ts';
import { loadToolServers } from '../platform/tool-servers-file.ts';
import { selectSignInProviders } from '../adapters/identity/oidc/providers.ts';
import { paysNoVendor, selectAdapters } from '../container/adapter-selection.ts';

/** Start-up was refused; `faults` are lines for the operator. */
export class StartupError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

/** What to tell the operator of a failed start; undefined for what nobody expects. */
export const startupFaults = (error: unknown): readonly string[] | undefined => {
  if (error instanceof StartupError) return error.faults;
  if (error instanceof DatabaseError) return [`DATABASE_URL: ${error.message}`];
  if (isDiskFull(error)) return ['DATABASE_URL: the disk of the database is full'];
  return error instanceof StoreUnavailable
    ? ['DATABASE_URL: the database does not answer, or another process has locked it']
    : undefined;
};

/** The project folder, from `src/` and from `dist/src/` alike. */
const projectRoot = (from = dirname(fileURLToPath(import.meta.url))): string =>
  existsSync(join(from, 'package.json')) ? from : projectRoot(dirname(from));

/** Settings, database and models, or all faults of the settings. Command line tools start with it too. */
export const openAppContext = async (env: Env): Promise<AppContext> => {
  const parsed = parseConfig(env);
  const sandboxes = allowsSandboxes(env);
  const logs = createLogger('config' in parsed ? parsed.config.LOG_LEVEL : 'info');
  const onListFailure = (id: string, error: unknown) =>
    logs.warn(`the list of models of ${id} could not be had`, { error });
  const onBrokenFrames = (id: string, count: number) => logs.warn(`${id} sent ${count} frames that are not JSON`);
  const { adapters, faults: adapterFaults } = selectAdapters(env, sandboxes);
  const signInProviders = selectSignInProviders(env, sandboxes);
  const search = adapters && new SwitchableSearch({ env, selected: adapters.search });
  const llm = new SwitchableModels(env, {
    clock: new SystemClock(),
    sandboxes,
    paysNoVendor: () => adapters !== undefined && search !== undefined && paysNoVendor(adapters, search.current.id),
    onListFailure,
    onBrokenFrames,
    proxies: proxiesFor(parsed),
  });
  const theme = themeFor(parsed);
  const tools = loadToolServers('config' in parsed ? parsed.config.TOOL_SERVERS_FILE : undefined);
  const faults = [parsed, llm, { faults: adapterFaults }, signInProviders, theme, tools].flatMap(faultsOf);
  if (!('config' in parsed) || !adapters || !search || 'faults' in theme || 'faults' in tools || faults.length > 0)
    throw new StartupError(faults);
  const { config } = parsed;
  const root = projectRoot();
  const database = await openDatabase(config, logs);
  return {
    config,
    logs,
    env,
    llm,
    search,
    adapters,
    signInProviders,
    connectPayments: await adapters.payments.connect({}),
    theme,
    toolPrograms: tools.programs,
    urls: new PublicUrls(config),
    database,
    webRoot: join(root, 'dist/web'),
    version: versionOf(root),
  };
};

const faultsOf = (parsed: object): readonly string[] =>
  'faults' in parsed && Array.isArray(parsed.faults) ? parsed.faults.map(String) : [];

const themeFor = (parsed: ReturnType<typeof parseConfig>): ReturnType<typeof loadTheme> =>
  'config' in parsed ? loadTheme(parsed.config) : { faults: [] };

const proxiesFor = (parsed: ReturnType<typeof parseConfig>): ReturnType<typeof outboundProxies> =>
  'config' in parsed ? outboundProxies(parsed.config) : undefined;

/** Undefined for an in-memory or server database. */
const databaseFile = ({ DATABASE_URL }: Pick<Config, 'DATABASE_URL'>): string | undefined => {
  const address = parseDatabaseUrl(DATABASE_URL);
  return address.kind === 'sqlite' && address.file !== ':memory:' ? address.file : undefined;
};

const LOCATION = SETTINGS.pick({ DATA_DIR: true, DATABASE_URL: true });

/**
 * Throws `StartupError` where a misspelled path would become a new, empty database. To be called before the settings
 * are read, which makes a secret in that folder.
 */
export const requireDatabaseFile = (env: Env): void => {
  const { DATA_DIR, DATABASE_URL } = env;
  const parsed = LOCATION.safeParse({ DATA_DIR, DATABASE_URL });
  if (!parsed.success) return; // told with the other settings
  const file = databaseFile({ DATABASE_URL: databaseUrlOf(parsed.data) });
  if (file === undefined || existsSync(file)) return;
  const name = DATABASE_URL === undefined ? 'DATA_DIR' : 'DATABASE_URL';
  throw new StartupError([`${name}: there is no database ${resolve(file)}`]);
};

/** A misspelled path would become a new, empty installation. The data folder, which was made before, is another one. */
const requireDatabaseFolder = (config: Config): void => {
  const file = databaseFile(config);
  if (file === undefined || isFolder(dirname(file))) return;
  const folder = dirname(resolve(file));
  throw new StartupError([
    `DATABASE_URL: there is no folder ${folder} for the database. Correct the path, or make the folder`,
  ]);
};

const openDatabase = async (config: Config, logs: AppContext['logs']): Promise<Database> => {
  const { DATA_DIR, DATABASE_URL } = config;
  try {
    makePrivateFolder(DATA_DIR);
    accessSync(DATA_DIR, constants.W_OK);
  } catch (error) {
    throw new StartupError([dataFolderFault(error)]);
  }
  requireDatabaseFolder(config);
  try {
    for (const fault of restrictDataFiles(DATA_DIR, databaseFile(config))) logs.warn(fault);
    const database = await Database.open(DATABASE_URL);
    for (const warning of database.dialect.warnings) logs.warn(warning);
    return database;
  } catch (error) {
    throw new StartupError([
      `DATABASE_URL: ${error instanceof Error ? error.message : 'the database cannot be opened'}`,
    ]);
  }
};

const versionOf = (root: string): string => {
  const about: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return typeof about === 'object' && about !== null && 'version' in about ? String(about.version) : '0';
};
