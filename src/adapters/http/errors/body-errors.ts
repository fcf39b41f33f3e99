import { DomainError, InvalidInput } from '../../../domain/kernel/domain-error.ts';

class BodyTooLarge extends DomainError {
  readonly kind = 'too_large';
  override readonly code = 'VALIDATION_ERROR';

  constructor() {
    super('The request is too large');
  }
}

const getField = (error: object, name: string): unknown => Reflect.get(error, name);

/** zlib's own codes: what comes is not packed as its header says, or ends too early. */
const isCompressionError = (code: unknown): boolean =>
  typeof code === 'string' && /^(Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZLIB)/.test(code);

/**
 * What is said of a body that cannot be read. Nothing of the reader's own error goes on: its message and its fields
 * quote what was sent, and the log would keep them. Undefined for what is no fault of the body.
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
