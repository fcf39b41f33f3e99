import { ModelError, TooBusy, UnknownModel } from '../../../domain/chat/errors.ts';
import { DomainError } from '../../../domain/kernel/domain-error.ts';
import { retryAfterSeconds } from '../errors/retry-after.ts';

export interface OpenAiError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

export interface OpenAiFailure {
  readonly status: number;
  readonly error: OpenAiError;
}

/** The plain error, as the rest of the product answers it. */
export interface PlainFailure {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const INVALID = 'invalid_request_error';

const TYPES: Readonly<Record<number, string>> = {
  401: INVALID,
  403: 'insufficient_permissions',
  404: INVALID,
  409: INVALID,
  413: INVALID,
  429: 'insufficient_quota',
};

const typeOf = (status: number): string => TYPES[status] ?? (status >= 500 ? 'server_error' : INVALID);

const modelNotFound = (message: string): OpenAiFailure => ({
  status: 404,
  error: { message, type: INVALID, param: 'model', code: 'model_not_found' },
});

const mapModelError = (error: ModelError): OpenAiFailure | undefined => {
  const { message, unknownModel, tooLong, declined, requestRefused } = error;
  if (unknownModel) return modelNotFound('The model does not exist');
  if (declined) return { status: 400, error: { message, type: INVALID, param: null, code: 'content_filter' } };
  if (tooLong)
    return { status: 400, error: { message, type: INVALID, param: 'messages', code: 'context_length_exceeded' } };
  return requestRefused ? { status: 400, error: { message, type: INVALID, param: null, code: null } } : undefined;
};

/** Errors whose status or code differs in OpenAI's API. */
const mapSpecialCase = (error: unknown): OpenAiFailure | undefined => {
  if (error instanceof UnknownModel)
    return modelNotFound(`The model \`${String(error.details['model'])}\` does not exist`);
  if (!(error instanceof DomainError)) return undefined;
  const { message } = error;
  if (error instanceof ModelError) return mapModelError(error);
  if (error.kind === 'unauthenticated')
    return {
      status: 401,
      error: { message: 'Incorrect API key provided', type: INVALID, param: null, code: 'invalid_api_key' },
    };
  // One limit code for days and lifetimes: for programs every used-up limit is a 429.
  if (error.code === 'USAGE_LIMIT_EXCEEDED')
    return { status: 429, error: { message, type: 'insufficient_quota', param: null, code: 'insufficient_quota' } };
  if (error instanceof TooBusy)
    return { status: 503, error: { message, type: 'server_error', param: null, code: 'overloaded' } };
  return undefined;
};

/** An error in the shape of OpenAI's. Our own codes are in lower case. */
export const toOpenAiFailure = (error: unknown, plain: PlainFailure): OpenAiFailure => {
  const specialCase = mapSpecialCase(error);
  if (specialCase) return specialCase;
  const { status, body } = plain;
  const field = body['field'];
  const code = body['code'];
  const id = body['id'] === undefined ? '' : ` (${String(body['id'])})`;
  const isValidationError = status < 500 && code === 'VALIDATION_ERROR';
  return {
    status,
    error: {
      message: `${String(body['error'])}${id}`,
      type: typeOf(status),
      param: typeof field === 'string' && field !== 'body' ? field : null,
      code: typeof code === 'string' && !isValidationError ? code.toLowerCase() : null,
    },
  };
};

const BUSY_SECONDS = '2';

/** When to retry, and whether: clients must not poll a limit that lasts the day. */
export const openAiRetryHeaders = (
  { status }: OpenAiFailure,
  { body }: PlainFailure,
  now: number,
): Readonly<Record<string, string>> => {
  if (status === 503) return { 'Retry-After': BUSY_SECONDS };
  if (status !== 429) return {};
  return { 'Retry-After': retryAfterSeconds(body, now), 'X-Should-Retry': 'false' };
};

/** Calls under `/v1` are answered in OpenAI's format. */
export const isOpenAiPath = (path: string): boolean => path === '/v1' || path.startsWith('/v1/');
