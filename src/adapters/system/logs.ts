import { pino } from 'pino';

/** What a log line may carry. Nothing else is written: no text of a message, no token, no address, no header. */
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

const ALLOWED = ['id', 'method', 'path', 'status', 'ms', 'code', 'uid', 'model', 'rule', 'limit', 'events'] as const;

export interface Logs {
  readonly info: (what: string, fields?: LogFields) => void;
  readonly warn: (what: string, fields?: LogFields) => void;
  readonly error: (what: string, fields?: LogFields) => void;
}

/** JSON lines of an allow-list of fields. Of an error only name, message and stack are kept. */
export const makeLogs = (level: string, destination?: { write(line: string): void }): Logs => {
  const log = destination ? pino({ level, base: null }, destination) : pino({ level, base: null });
  const pick = ({ error, ...fields }: LogFields = {}) => ({
    ...Object.fromEntries(ALLOWED.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]])),
    ...(error === undefined ? {} : { error: describe(error) }),
  });
  return {
    info: (what, fields) => log.info(pick(fields), what),
    warn: (what, fields) => log.warn(pick(fields), what),
    error: (what, fields) => log.error(pick(fields), what),
  };
};

const describe = (error: unknown) =>
  error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : { message: String(error) };
