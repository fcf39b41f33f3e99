const DEPTH = 5;

/** As the system, SQLite, MySQL or MariaDB, and S3-compatible stores call it. */
const CODES: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'SQLITE_FULL',
  'ER_DISK_FULL',
  'ER_DISK_FULL_NOWAIT',
  'ER_RECORD_FILE_FULL',
  'XMinioStorageFull',
  'QuotaExceeded',
]);

const next = (error: object): unknown => {
  if ('cause' in error && error.cause !== undefined) return error.cause;
  return 'nativeError' in error ? error.nativeError : undefined;
};

/** There is no room left to write to, told by whatever wraps it. */
export const isDiskFull = (error: unknown): boolean => {
  for (
    let one = error, depth = 0;
    typeof one === 'object' && one !== null && depth < DEPTH;
    one = next(one), depth += 1
  ) {
    if ('code' in one && CODES.has(one.code)) return true;
  }
  return false;
};
