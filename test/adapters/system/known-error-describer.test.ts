import { KnownErrorDescriber } from '../../../src/adapters/system/known-error-describer.ts';
import { WrongVectorLength } from '../../../src/domain/retrieval/errors.ts';

const withCode = (code: string) => Object.assign(new Error('of the vendor'), { code });
const redisError = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
};

test.each<[unknown, string]>([
  [new WrongVectorLength(1024, 1536), 'Its vectors have 1024 parts where 1536 are expected (EMBEDDINGS_DIMENSIONS)'],
  [parse('<html>'), 'It answers in a form that is not understood'],
  [redisError('WRONGPASS invalid username-password pair'), 'It does not accept the user name or the password'],
  [redisError('NOAUTH Authentication required.'), 'It does not accept the user name or the password'],
  [redisError('NOPERM this user has no permissions'), 'Its user has too few rights'],
  [withCode('SQLITE_FULL'), 'The disk is full'],
  [withCode('ER_DISK_FULL'), 'The disk is full'],
  [withCode('SQLITE_READONLY'), 'The disk cannot be written to'],
  [new Error('key sk-123'), 'The call failed'],
  [redisError('ERR unknown command sk-123'), 'The call failed'],
])('%s is told as a reason that quotes nothing of the service', (error, reason) => {
  const describer = new KnownErrorDescriber();
  expect(describer.describe(error)).toBe(reason);
  expect(describer.describe(new Error('outer', { cause: error }))).toBe(reason);
});
