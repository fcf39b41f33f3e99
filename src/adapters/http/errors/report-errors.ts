import type { Context, Next } from 'koa';

import { DomainError, type ErrorKind } from '../../../domain/kernel/domain-error.ts';
import { isDiskFull } from '../../../platform/disk-full.ts';
import { toOpenAiFailure, openAiRetryHeaders, isOpenAiPath } from '../openai/openai-errors.ts';
import { retryAfterSeconds } from './retry-after.ts';

const STATUS_BY_KIND: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  limit_reached: 429,
  broken: 500,
  bad_upstream: 502,
  unavailable: 503,
  timed_out: 504,
};

/** Transient refusals: a limit, a busy server or database, a full disk. */
const WITH_RETRY_AFTER: ReadonlySet<number> = new Set([429, 503, 507]);

export interface Failure {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const DISK_FULL_MESSAGE = 'The disk of this server is full. Nothing was stored; please try again later.';

interface FailureOptions {
  readonly isUpload?: boolean;
  /** Without plans no answer names one. */
  readonly sellsPlans: boolean;
}

/** The only place that maps errors to responses. Unexpected errors reveal nothing but an id that is in the log. */
export const toFailure = (error: unknown, id: string, { isUpload = false, sellsPlans }: FailureOptions): Failure => {
  if (isDiskFull(error)) return { status: isUpload ? 507 : 503, body: { error: DISK_FULL_MESSAGE, id } };
  if (error instanceof DomainError) {
    const { message, details } = sellsPlans ? error : error.withoutPlans();
    const body = { error: message, ...(error.code === undefined ? {} : { code: error.code }), ...details };
    return { status: STATUS_BY_KIND[error.kind], body };
  }
  return { status: 500, body: { error: 'Internal error', code: 'INTERNAL_ERROR', id } };
};

/** The last two: in the middle of its body, and of the answer. */
const HANG_UPS: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'HPE_INVALID_EOF_STATE',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/**
 * A listener for what Koa reports of answers under way. A caller that hung up is no failure: load balancers reset the
 * connections of their health checks.
 */
export const reportBrokenAnswers =
  (report: (error: unknown) => void) =>
  (error: unknown): void => {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    if (!HANG_UPS.has(code)) report(error);
  };

/** Koa's outermost middleware: no error reaches the socket unreported, and none ends the process. */
export const reportErrors =
  (report: (error: unknown, failure: Failure, ctx: Context) => void, nextId: () => string, sellsPlans: boolean) =>
  async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const id = nextId();
      const failure = toFailure(error, id, { isUpload: Boolean(ctx.is('multipart/form-data')), sellsPlans });
      report(error, failure, ctx);
      if (ctx.headerSent || ctx.respond === false) {
        ctx.res.destroy();
        return;
      }
      ctx.set('Cache-Control', 'no-store'); // overrides the caching of the successful response
      if (isOpenAiPath(ctx.path)) {
        const openAiFailure = toOpenAiFailure(error, failure);
        ctx.set(openAiRetryHeaders(openAiFailure, failure, Date.now()));
        ctx.status = openAiFailure.status;
        ctx.body = { error: openAiFailure.error };
        return;
      }
      ctx.status = failure.status;
      ctx.body = failure.body;
      if (WITH_RETRY_AFTER.has(failure.status)) ctx.set('Retry-After', retryAfterSeconds(failure.body, Date.now()));
    }
  };
