import { z } from 'zod';

import { ProviderFailures } from '../../domain/admin/providers/ports.ts';
import { PageNotAllowed, SearchFailed, type SearchFailure } from '../../domain/agents/errors.ts';
import { DomainError } from '../../domain/kernel/domain-error.ts';
import { ErrorDescriber } from '../../domain/operations/ports.ts';
import { WrongVectorLength } from '../../domain/retrieval/errors.ts';
import type { ProviderFailure } from '../../shared/providers.ts';
import { SERVICE_FAILURES } from '../../shared/service-failures.ts';
import { causesOf, field } from './error-causes.ts';

/** By error codes of Node, undici, nodemailer, SQLite, MySQL and Redis. */
const DESCRIPTIONS_BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: SERVICE_FAILURES.connectionRefused,
  ECONNRESET: SERVICE_FAILURES.connectionBroken,
  EHOSTUNREACH: SERVICE_FAILURES.serverUnreachable,
  ENETUNREACH: SERVICE_FAILURES.networkUnreachable,
  ENOTFOUND: SERVICE_FAILURES.nameUnknown,
  EAI_AGAIN: SERVICE_FAILURES.nameUnresolved,
  EDNS: SERVICE_FAILURES.nameUnknown,
  ETIMEDOUT: SERVICE_FAILURES.answerSlow,
  ESOCKET: SERVICE_FAILURES.connectionFails,
  ECONNECTION: SERVICE_FAILURES.connectionFails,
  EAUTH: SERVICE_FAILURES.passwordRefused,
  ETLS: SERVICE_FAILURES.connectionUnsafe,
  ENOSPC: SERVICE_FAILURES.diskFull,
  EDQUOT: SERVICE_FAILURES.diskFull,
  SQLITE_FULL: SERVICE_FAILURES.diskFull,
  ER_DISK_FULL: SERVICE_FAILURES.diskFull,
  ER_RECORD_FILE_FULL: SERVICE_FAILURES.diskFull,
  EACCES: SERVICE_FAILURES.fileReadOnly,
  EROFS: SERVICE_FAILURES.diskReadOnly,
  SQLITE_READONLY: SERVICE_FAILURES.diskReadOnly,
  UND_ERR_CONNECT_TIMEOUT: SERVICE_FAILURES.connectionSlow,
  UND_ERR_HEADERS_TIMEOUT: SERVICE_FAILURES.answerSlow,
  ER_ACCESS_DENIED_ERROR: SERVICE_FAILURES.passwordRefused,
  WRONGPASS: SERVICE_FAILURES.passwordRefused,
  NOAUTH: SERVICE_FAILURES.passwordRefused,
  NOPERM: SERVICE_FAILURES.rightsMissing,
  OOM: SERVICE_FAILURES.memoryFull,
  READONLY: SERVICE_FAILURES.replicaReadOnly,
  MISCONF: SERVICE_FAILURES.diskReadOnly,
  ER_TABLEACCESS_DENIED_ERROR: SERVICE_FAILURES.rightsMissing,
  ER_DBACCESS_DENIED_ERROR: SERVICE_FAILURES.rightsMissing,
  DEPTH_ZERO_SELF_SIGNED_CERT: SERVICE_FAILURES.certificateUntrusted,
  SELF_SIGNED_CERT_IN_CHAIN: SERVICE_FAILURES.certificateUntrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: SERVICE_FAILURES.certificateUntrusted,
  CERT_HAS_EXPIRED: SERVICE_FAILURES.certificateExpired,
  ERR_TLS_CERT_ALTNAME_INVALID: SERVICE_FAILURES.certificateOfOther,
};

const DESCRIPTIONS_BY_NAME: Readonly<Record<string, string>> = {
  // Of services that speak S3.
  XMinioStorageFull: SERVICE_FAILURES.diskFull,
  QuotaExceeded: SERVICE_FAILURES.diskFull,
  NoSuchBucket: SERVICE_FAILURES.bucketUnknown,
  InvalidAccessKeyId: SERVICE_FAILURES.keyRefused,
  SignatureDoesNotMatch: SERVICE_FAILURES.keyRefused,
  AccessDenied: SERVICE_FAILURES.rightsMissing,
  RequestTimeTooSkewed: SERVICE_FAILURES.clockDiffers,
  TimeoutError: SERVICE_FAILURES.answerSlow,
  AbortError: SERVICE_FAILURES.answerSlow,
  StripeAuthenticationError: SERVICE_FAILURES.keyRefused,
  StripePermissionError: SERVICE_FAILURES.keyRefused,
  SyntaxError: SERVICE_FAILURES.answerUnknown,
  ZodError: SERVICE_FAILURES.answerUnknown,
};

const describeStatus = (status: unknown): string | undefined =>
  typeof status === 'number' && status >= 400 && status <= 599
    ? textOfStatus(status).replace('{status}', String(status))
    : undefined;

const textOfStatus = (status: number): string => {
  if (status === 401 || status === 403) return SERVICE_FAILURES.keyRefusedWith;
  if (status === 404 || status === 405) return SERVICE_FAILURES.addressUnknown;
  if (status === 429) return SERVICE_FAILURES.quotaUsed;
  return status >= 500 ? SERVICE_FAILURES.serverFault : SERVICE_FAILURES.callRefused;
};

/** What statuses alone would tell wrongly. */
const SEARCH_FAILURES: Readonly<Partial<Record<SearchFailure, readonly [text: string, failure: ProviderFailure]>>> = {
  quotaUsed: [SERVICE_FAILURES.quotaSpent, 'quota'],
  formatRefused: [SERVICE_FAILURES.formatRefused, 'format'],
};

/** Redis has its codes at the beginning of its messages. */
const codeOf = (error: Error): unknown =>
  error.name === 'ReplyError' ? error.message.split(' ', 1)[0] : field(error, 'code');

const s3Response = z.object({ httpStatusCode: z.number() });

const s3StatusOf = (error: Error): unknown => s3Response.safeParse(field(error, '$metadata')).data?.httpStatusCode;

/** A description from an error's fields, never its message: services repeat keys in messages. */
const describeError = (error: Error): string | undefined => {
  if (error instanceof WrongVectorLength) return describeVectorLength(error);
  if (error instanceof SearchFailed) return SEARCH_FAILURES[error.reason]?.[0];
  const code = codeOf(error);
  const byCode = typeof code === 'string' ? DESCRIPTIONS_BY_CODE[code] : undefined;
  return (
    byCode ??
    describeStatus(field(error, 'status') ?? field(error, 'statusCode')) ??
    DESCRIPTIONS_BY_NAME[error.name] ??
    describeStatus(s3StatusOf(error))
  );
};

const describeVectorLength = ({ length, expected }: WrongVectorLength): string =>
  SERVICE_FAILURES.vectorLength.replace('{count}', String(length)).replace('{expected}', String(expected));

const FAILURES_BY_STATUS: Readonly<Record<number, ProviderFailure>> = {
  401: 'key',
  402: 'quota',
  403: 'key',
  404: 'address',
  405: 'address',
  429: 'quota',
};
const KEY_CODES = ['EAUTH', 'ER_ACCESS_DENIED_ERROR'];
const UNREACHABLE_NAMES = ['TimeoutError', 'AbortError'];

const failureOf = (error: Error): ProviderFailure | undefined => {
  if (error instanceof SearchFailed) return SEARCH_FAILURES[error.reason]?.[1];
  return error instanceof PageNotAllowed ? 'address' : failureOfFields(error);
};

const failureOfFields = (error: Error): ProviderFailure | undefined => {
  const status = field(error, 'status') ?? field(error, 'statusCode');
  if (typeof status === 'number') return status >= 500 ? 'unreachable' : FAILURES_BY_STATUS[status];
  const code = field(error, 'code');
  if (typeof code === 'string' && KEY_CODES.includes(code)) return 'key';
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
    return described ?? domainMessage ?? SERVICE_FAILURES.callFailed;
  }
}
