const MAX_CAUSE_DEPTH = 5;

/** Codes of the system, SQLite, MySQL or MariaDB, and S3-compatible stores. */
const DISK_FULL_CODES: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'SQLITE_FULL',
  'ER_DISK_FULL',
  'ER_DISK_FULL_NOWAIT',
  'ER_RECORD_FILE_FULL',
  'XMinioStorageFull',
  'QuotaExceeded',
]);

const causeOf = (error: object): unknown => {
  if ('cause' in error && error.cause !== undefined) return error.cause;
  return 'nativeError' in error ? error.nativeError : undefined;
};

/** Whether the error, or one of its causes, is a full disk. */
export const isDiskFull = (error: unknown): boolean => {
  for (
    let current = error, depth = 0;
    typeof current === 'object' && current !== null && depth < MAX_CAUSE_DEPTH;
    current = causeOf(current), depth += 1
  ) {
    if ('code' in current && DISK_FULL_CODES.has(current.code)) return true;
    if ('name' in current && DISK_FULL_CODES.has(current.name)) return true; // where the client of S3 has its codes
  }
  return false;
};
