import { DomainError, InvalidInput } from '../../../domain/kernel/domain-error.ts';

export class BodyTooLarge extends DomainError {
  readonly kind = 'too_large';
  override readonly code = 'VALIDATION_ERROR';

  constructor() {
    super('The request is too large');
  }
}

const getField = (error: object, name: string): unknown => Reflect.get(error, name);

/** zlib's error codes: the body is not compressed as its header says, or is truncated. */
const isCompressionError = (code: unknown): boolean =>
  typeof code === 'string' && /^(Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZLIB)/.test(code);

/**
 * The error for an unreadable body. The parser's own message and fields are dropped, because they quote what was sent
 * and would be logged. Undefined for errors that are not the body's.
 */
export const toBodyError = (error: unknown): DomainError | undefined => {
  if (error instanceof DomainError) return error;
  if (typeof error !== 'object' || error === null) return undefined;
  const status = getField(error, 'status');
  if (status === 413) return new BodyTooLarge();
  if (status === 415) return new InvalidInput('The Content-Encoding of the body is not known', 'body');
  if (isCompressionError(getField(error, 'code')))
    return new InvalidInput('The body is not packed as its Content-Encoding says', 'body');
  return typeof status === 'number' && status >= 400 && status < 500
    ? new InvalidInput('The body is not valid JSON', 'body')
    : undefined;
};
