import type { Context, Next } from 'koa';

import { DomainError, type ErrorKind } from '../../domain/kernel/domain-error.ts';
import { openAiFailureOf, openAiHeaders, speaksOpenAi } from './openai-errors.ts';

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  limit_reached: 429,
  broken: 500,
  bad_upstream: 502,
  unavailable: 503,
  timed_out: 504,
};

export interface Failure {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The one place where failures become answers. What is not expected says nothing but an id that stands in the log. */
export const failureOf = (error: unknown, id: string): Failure => {
  if (error instanceof DomainError) {
    const body = { error: error.message, ...(error.code === undefined ? {} : { code: error.code }), ...error.details };
    return { status: STATUS[error.kind], body };
  }
  const status = statusOf(error);
  if (status === 413) return { status, body: { error: 'The request is too large', code: 'VALIDATION_ERROR' } };
  if (status !== undefined) return { status, body: { error: 'The body is not valid JSON', code: 'VALIDATION_ERROR', field: 'body' } };
  return { status: 500, body: { error: 'Internal error', code: 'INTERNAL_ERROR', id } };
};

/** The status that a body parser gave its refusal; anything else is unexpected. */
const statusOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  return error.status >= 400 && error.status < 500 ? error.status : undefined;
};

/** Koa's outermost layer: no failure reaches the socket unreported, and none ends the process. */
export const reportErrors =
  (report: (error: unknown, failure: Failure, ctx: Context) => void, nextId: () => string) =>
  async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const id = nextId();
      const failure = failureOf(error, id);
      report(error, failure, ctx);
      if (ctx.headerSent || ctx.respond === false) {
        ctx.res.destroy();
        return;
      }
      if (speaksOpenAi(ctx.path)) {
        const refusal = openAiFailureOf(error, failure);
        ctx.set(openAiHeaders(refusal, failure, Date.now()));
        ctx.status = refusal.status;
        ctx.body = { error: refusal.error };
        return;
      }
      ctx.status = failure.status;
      ctx.body = failure.body;
      const wait = failure.body['retryAfterMs'];
      if (typeof wait === 'number') ctx.set('Retry-After', String(Math.ceil(wait / 1000)));
    }
  };
