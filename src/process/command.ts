import { readEnvironment } from '../config.ts';
import type { AppContext } from '../container/app-context.ts';
import { createContainer } from '../container/create-container.ts';
import { AuditContext } from '../domain/audit/ports.ts';
import { DomainError } from '../domain/kernel/domain-error.ts';
import { DatabaseError } from '../adapters/sql/database-url.ts';
import { isDiskFull } from '../platform/disk-full.ts';
import { setPrivateUmask } from '../platform/private-files.ts';
import { openAppContext, requireDatabaseFile, StartupError } from './open-context.ts';

type Container = ReturnType<typeof createContainer>;

/** What a command needs; `print` writes a line for the operator. */
export interface CommandTools {
  readonly context: AppContext;
  readonly container: Container;
  readonly print: (line: string) => void;
}

const OPERATOR = { actor: { kind: 'system', uid: null }, way: 'command-line', address: null } as const;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const describeError = (error: unknown): string => {
  const isExpected = error instanceof DomainError || error instanceof DatabaseError || error instanceof StartupError;
  if (isExpected || isSystemError(error)) return [error.message, ...causeOf(error)].join('\n');
  if (isServiceError(error)) return `The object storage refuses it: ${error.name}: ${error.message}`;
  if (isDiskFull(error)) return 'The disk of the database is full.';
  return String(error instanceof Error ? (error.stack ?? error.message) : error);
};

/** A full disk, a folder that is not there: the message says it all. */
const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'errno' in error;

/** Of a service that speaks S3, which names itself what is wrong. */
const isServiceError = (error: unknown): error is Error => error instanceof Error && '$metadata' in error;

/** Clients are not told it, but the operator is. */
const causeOf = ({ cause }: Error): string[] =>
  cause instanceof Error ? [`Cause: ${cause.message || cause.name}`] : [];

interface CommandOptions {
  /** Others refuse to run where there is none. */
  readonly createsDatabase?: boolean;
}

/** Runs a command line program with the settings of the server, and ends the process. */
export const runCommand = (run: (tools: CommandTools) => Promise<number>, options: CommandOptions = {}): void => {
  setPrivateUmask();
  withContext(run, options).then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${describeError(error)}\n`);
      process.exit(1);
    },
  );
};

const withContext = async (
  run: (tools: CommandTools) => Promise<number>,
  { createsDatabase = false }: CommandOptions,
): Promise<number> => {
  if (!createsDatabase) requireDatabaseFile(readEnvironment());
  const context = await openAppContext({ ...readEnvironment(), METRICS_PORT: '0' });
  try {
    const container = createContainer(context);
    return await container.get(AuditContext).run(OPERATOR, () => run({ context, container, print }));
  } finally {
    await context.llm.close();
    await context.database.close();
  }
};

/** Prints how a command is called; the exit code of a wrong call. */
export const printUsage = (usage: string): number => {
  process.stderr.write(`Usage: ${usage}\n`);
  return 2;
};
