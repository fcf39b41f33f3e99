import { pino } from 'pino';

import { maskSecrets } from '../../domain/kernel/mask.ts';
import { causesOf, field } from './error-causes.ts';
import { RepeatedFailures } from './repeated-failures.ts';

/** The fields a log line may have. Nothing else is written: no message text, token, address or header. */
export interface LogFields {
  readonly id?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly status?: number | undefined;
  readonly ms?: number | undefined;
  readonly code?: string | null | undefined;
  readonly uid?: string | undefined;
  readonly model?: string | undefined;
  readonly rule?: string | undefined;
  readonly limit?: number | undefined;
  readonly events?: number | undefined;
  readonly error?: unknown;
}

const ALLOWED_FIELDS = [
  'id',
  'method',
  'path',
  'status',
  'ms',
  'code',
  'uid',
  'model',
  'rule',
  'limit',
  'events',
] as const;

export interface Logger {
  readonly info: (what: string, fields?: LogFields) => void;
  readonly warn: (what: string, fields?: LogFields) => void;
  readonly error: (what: string, fields?: LogFields) => void;
}

const BUFFER_BYTES = 4096;
/** Milliseconds. */
const FLUSH_MS = 200;

/**
 * Standard output, a few lines at a time: each write blocks all streams until a pipe's reader has been woken. Warnings
 * and errors are written at once, and the buffer before the process ends.
 */
const bufferedStdout = (): { out: ReturnType<typeof pino.destination>; soon: () => void; now: () => void } => {
  const out = pino.destination({ dest: 1, sync: true, minLength: BUFFER_BYTES });
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    out.flushSync();
  };
  process.once('exit', flush);
  return { out, now: flush, soon: () => void (timer ??= setTimeout(flush, FLUSH_MS).unref()) };
};

const nameFailure = (what: string, error: unknown): string =>
  `${what}: ${error instanceof Error ? `${error.name} ${error.message}` : String(error)}`;

/**
 * JSON lines with an allow-list of fields. Of an error: name, message, stack, and of what kind its causes are. The same
 * failure is a line a minute, with how often it came meanwhile, unless a caller was told the id of the line.
 */
export const createLogger = (
  level: string,
  destination?: { write(line: string): void },
  now: () => number = Date.now,
): Logger => {
  const {
    out,
    soon: scheduleFlush,
    now: flush,
  } = destination ? { out: destination, soon: () => undefined, now: () => undefined } : bufferedStdout();
  const log = pino({ level, base: null }, out);
  const pick = ({ error, ...fields }: LogFields = {}) => ({
    ...Object.fromEntries(
      ALLOWED_FIELDS.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
    ),
    ...(error === undefined ? {} : { error: describe(error) }),
  });
  const failures = new RepeatedFailures(now);
  /** Writes the line unless it repeats. */
  const tell = (write: (line: object, what: string) => void, what: string, fields: LogFields = {}): void => {
    const { error, id } = fields;
    const repeats = error === undefined || id !== undefined ? 0 : failures.count(nameFailure(what, error));
    if (repeats === undefined) return;
    write({ ...pick(fields), ...(repeats > 0 && { repeats }) }, what);
    flush();
  };
  return {
    info: (what, fields) => {
      log.info(pick(fields), what);
      scheduleFlush();
    },
    warn: (what, fields) => tell((line, msg) => log.warn(line, msg), what, fields),
    error: (what, fields) => tell((line, msg) => log.error(line, msg), what, fields),
  };
};

const MAX_STACK_LENGTH = 8000;

/** Services repeat keys and addresses in their errors, so messages and stacks are masked. */
const describe = (error: unknown) => {
  if (!(error instanceof Error)) return { message: maskSecrets(String(error)) };
  const causes = causesOf(error).slice(1).map(nameCause);
  return { name: error.name, ...describeText(error), ...(causes.length > 0 && { causes }) };
};

const describeText = (error: Error) => {
  const message = maskSecrets(error.message);
  const stack = error.stack ?? '';
  const at = stack.indexOf(error.message);
  if (at < 0) return { message, stack: maskSecrets(stack) };
  const rest = stack.slice(at + error.message.length, at + error.message.length + MAX_STACK_LENGTH);
  return { message, stack: `${error.name}: ${message}${rest}` };
};

/** Its kind, code and status, such as `Error ECONNREFUSED`; its message may have what a person wrote. */
const nameCause = (cause: Error): string => {
  const metadata = field(cause, '$metadata');
  const awsStatus = typeof metadata === 'object' && metadata !== null ? field(metadata, 'httpStatusCode') : undefined;
  const facts = [cause.name, field(cause, 'code'), field(cause, 'status') ?? field(cause, 'statusCode') ?? awsStatus];
  return maskSecrets(facts.filter((fact) => typeof fact === 'string' || typeof fact === 'number').join(' '));
};
