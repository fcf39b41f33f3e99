import { isNativeError } from 'node:util/types';

import { ProviderFailures } from '../../domain/admin/providers/ports.ts';
import { PageNotAllowed } from '../../domain/agents/errors.ts';
import { DomainError } from '../../domain/kernel/domain-error.ts';
import { ErrorDescriber } from '../../domain/operations/ports.ts';
import type { ProviderFailure } from '../../shared/providers.ts';

/** By error codes of Node, undici, nodemailer and MySQL. */
const DESCRIPTIONS_BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The server refuses the connection',
  ECONNRESET: 'The server broke the connection off',
  EHOSTUNREACH: 'The server cannot be reached',
  ENETUNREACH: 'The network cannot be reached',
  ENOTFOUND: 'The name of the server is not known',
  EAI_AGAIN: 'The name of the server cannot be looked up now',
  EDNS: 'The name of the server is not known',
  ETIMEDOUT: 'It does not answer in time',
  ESOCKET: 'The connection fails',
  ECONNECTION: 'The connection fails',
  EAUTH: 'It does not accept the user name or the password',
  ETLS: 'No safe connection can be made',
  ENOSPC: 'The disk is full',
  EACCES: 'The file may not be written',
  EROFS: 'The disk cannot be written to',
  UND_ERR_CONNECT_TIMEOUT: 'It does not take the connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'It does not answer in time',
  ER_ACCESS_DENIED_ERROR: 'It does not accept the user name or the password',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is not trusted',
  CERT_HAS_EXPIRED: 'Its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name',
};

const DESCRIPTIONS_BY_NAME: Readonly<Record<string, string>> = {
  TimeoutError: 'It does not answer in time',
  AbortError: 'It does not answer in time',
  StripeAuthenticationError: 'It does not accept the key',
  StripePermissionError: 'It does not accept the key',
};

const MAX_CAUSE_DEPTH = 5;

const field = (error: object, name: string): unknown =>
  Object.entries(Object.getOwnPropertyDescriptors(error)).find(([key]) => key === name)?.[1].value;

const describeStatus = (status: unknown): string | undefined => {
  if (typeof status !== 'number' || status < 400 || status > 599) return undefined;
  if (status === 401 || status === 403) return `It does not accept the key (${status})`;
  if (status === 404) return 'It does not know this address (404)';
  if (status === 429) return 'It asks to slow down, or its quota is used up (429)';
  return status >= 500 ? `It has trouble of its own (${status})` : `It refuses the call (${status})`;
};

/** A description from an error's fields, never its message: services repeat keys in messages. */
const describeError = (error: Error): string | undefined => {
  const code = field(error, 'code');
  const byCode = typeof code === 'string' ? DESCRIPTIONS_BY_CODE[code] : undefined;
  return (
    byCode ?? describeStatus(field(error, 'status') ?? field(error, 'statusCode')) ?? DESCRIPTIONS_BY_NAME[error.name]
  );
};

/** The error and what caused it. */
const causesOf = (error: unknown): readonly Error[] => {
  const chain: Error[] = [];
  for (
    let next = error;
    isNativeError(next) && chain.length < MAX_CAUSE_DEPTH;
    next = 'errors' in next && Array.isArray(next.errors) ? next.errors[0] : next.cause
  )
    chain.push(next);
  return chain;
};

const FAILURES_BY_STATUS: Readonly<Record<number, ProviderFailure>> = {
  401: 'key',
  402: 'quota',
  403: 'key',
  404: 'address',
  429: 'quota',
};
const KEY_CODES = ['EAUTH', 'ER_ACCESS_DENIED_ERROR'];
const UNREACHABLE_NAMES = ['TimeoutError', 'AbortError'];

const failureOf = (error: Error): ProviderFailure | undefined => {
  const status = field(error, 'status') ?? field(error, 'statusCode');
  if (typeof status === 'number') return status >= 500 ? 'unreachable' : FAILURES_BY_STATUS[status];
  const code = field(error, 'code');
  if (typeof code === 'string' && KEY_CODES.includes(code)) return 'key';
  if (error instanceof PageNotAllowed) return 'address';
  const isNetwork = typeof code === 'string' && code in DESCRIPTIONS_BY_CODE;
  return isNetwork || UNREACHABLE_NAMES.includes(error.name) ? 'unreachable' : undefined;
};

/** By the first known error in the chain of causes. */
export class KnownProviderFailures extends ProviderFailures {
  classify(error: unknown): ProviderFailure {
    return (
      causesOf(error)
        .map(failureOf)
        .find((failure) => failure !== undefined) ?? 'answer'
    );
  }
}

/** The description of the first known error in the chain of causes; else our own message, which is safe to show. */
export class KnownErrorDescriber extends ErrorDescriber {
  describe(error: unknown): string {
    const chain = causesOf(error);
    const domainMessage = chain.find((one) => one instanceof DomainError)?.message;
    const described = chain.map(describeError).find((description) => description !== undefined);
    if (domainMessage !== undefined && described !== undefined) return `${domainMessage}: ${described}`;
    return described ?? domainMessage ?? 'The call failed';
  }
}
