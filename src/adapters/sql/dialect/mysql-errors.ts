import { types } from 'node:util';

import { NoConnection, type DatabaseErrorKind } from '../retry-policy.ts';

/** Deadlock, lock wait timeout, changed row, failed certification. */
const CONFLICT_CODES = new Set([1213, 1205, 1020, 3101]);
/** Outside its cluster, read-only, or behind its group at the begin of a transaction: another host may serve. */
const REFUSED_CODES = new Set([1047, 1290, 1836, 3796, 3797, 3798]);
/**
 * Shutdown, offline, server gone, connection killed: the driver does not mark all of these as fatal. 3100: the server
 * left its group during a commit, which the others may have got.
 */
const LOST_CODES = new Set([1053, 1927, 2006, 2013, 3032, 3100, 3169, 4031]);

/** The server's error number, also when Objection has wrapped the error. */
const errorNumber = (error: Error): number | undefined =>
  'errno' in error && typeof error.errno === 'number' ? error.errno : undefined;

/** The driver marks errors that end a connection as fatal; operating system errors have a negative number. */
const isFatal = (error: Error): boolean => 'fatal' in error && error.fatal === true;

export const classifyMysqlError = (error: unknown): DatabaseErrorKind | undefined => {
  if (error instanceof NoConnection) return 'unreachable';
  if (!types.isNativeError(error)) return undefined;
  if ('nativeError' in error) return classifyMysqlError(error.nativeError);
  const number = errorNumber(error) ?? 0;
  if (CONFLICT_CODES.has(number)) return 'conflict';
  if (REFUSED_CODES.has(number)) return 'refused';
  return LOST_CODES.has(number) || number < 0 || isFatal(error) ? 'lost' : undefined;
};

/** Whether the server itself reported this, so that it is alive. */
export const isServerError = (error: unknown): boolean =>
  types.isNativeError(error) && 'sqlState' in error && (errorNumber(error) ?? 0) >= 1000;

/** A refused connection may be an AggregateError without a message. */
export const errorMessage = (error: unknown): string => {
  if (!types.isNativeError(error)) return String(error);
  if ('errors' in error && Array.isArray(error.errors) && error.message === '')
    return [...new Set(error.errors.map(errorMessage))].join('; ');
  return error.message || ('code' in error ? String(error.code) : error.name);
};
