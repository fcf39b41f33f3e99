import { DatabaseError } from '../../src/adapters/sql/database-url.ts';
import { StoreUnavailable } from '../../src/domain/kernel/domain-error.ts';
import { StartupError, startupFaults } from '../../src/process/open-context.ts';

const fullDisk = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

test.each<[Error, string]>([
  [new StartupError(['PORT: is in use']), 'PORT: is in use'],
  [new DatabaseError('It is newer.'), 'DATABASE_URL: It is newer.'],
  [new StoreUnavailable(), 'DATABASE_URL: the database does not answer, or another process has locked it'],
  [fullDisk, 'DATABASE_URL: the disk of the database is full'],
  [Object.assign(new Error('failed'), { nativeError: fullDisk }), 'DATABASE_URL: the disk of the database is full'],
])('a start that fails for %s tells the operator one line', (error, line) => {
  expect(startupFaults(error)).toEqual([line]);
});

test('what nobody expects stays whole', () => {
  expect(startupFaults(new Error('a bug'))).toBeUndefined();
});
