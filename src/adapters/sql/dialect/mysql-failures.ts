import { types } from 'node:util';

import { NoConnection, type Setback } from '../patience.ts';

/** Deadlock, lock wait too long, row changed since it was read, refused by the group's certification. */
const CONFLICT = new Set([1213, 1205, 1020, 3101]);
/** Not part of its cluster now, read-only: another server of the cluster may serve. */
const REFUSED = new Set([1047, 1290, 1836]);
/** Going down, gone, hung up, killed: the driver does not mark all of these as fatal. */
const LOST = new Set([1053, 1927, 2006, 2013, 4031]);

/** The server's number of an error, also when objection has wrapped it. */
const errorNumber = (error: Error): number | undefined =>
  'errno' in error && typeof error.errno === 'number' ? error.errno : undefined;

/** The driver marks whatever ends a connection as fatal; what the operating system says has a negative number. */
const endsConnection = (error: Error): boolean => 'fatal' in error && error.fatal === true;

export const mysqlSetback = (error: unknown): Setback | undefined => {
  if (error instanceof NoConnection) return 'unreachable';
  if (!types.isNativeError(error)) return undefined;
  if ('nativeError' in error) return mysqlSetback(error.nativeError);
  const number = errorNumber(error) ?? 0;
  if (CONFLICT.has(number)) return 'conflict';
  if (REFUSED.has(number)) return 'refused';
  return LOST.has(number) || number < 0 || endsConnection(error) ? 'lost' : undefined;
};

/** Whether the server itself said this, so that it is there. */
export const isFromServer = (error: unknown): boolean =>
  types.isNativeError(error) && 'sqlState' in error && (errorNumber(error) ?? 0) >= 1000;

/** A refused connection may come as several errors in one without a message of its own. */
export const reasonOf = (error: unknown): string => {
  if (!types.isNativeError(error)) return String(error);
  if ('errors' in error && Array.isArray(error.errors) && error.message === '')
    return [...new Set(error.errors.map(reasonOf))].join('; ');
  return error.message || ('code' in error ? String(error.code) : error.name);
};
