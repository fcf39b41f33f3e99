import { PageNotAllowed } from '../../domain/agents/errors.ts';
import { ToolServerUnreachable, ToolSignInNeeded } from '../../domain/tools/errors.ts';
import { toolProblem, type ToolProblem, type ToolProblemCode } from '../../shared/tools.ts';
import { TooMuchData } from './call-budget.ts';
import type { Sdk } from './mcp-connection.ts';

const MAX_DEPTH = 6;
const TIMEOUTS = ['TimeoutError', 'AbortError'];

/** The first error in the chain of causes that is of this kind. */
const find = <T extends Error>(error: unknown, matches: (error: Error) => error is T, depth = 0): T | undefined => {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return undefined;
  if (matches(error)) return error;
  const inner: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  for (const one of inner) {
    const found = find(one, matches, depth + 1);
    if (found) return found;
  }
  return undefined;
};

/** `ECONNREFUSED`, `UND_ERR_SOCKET` and the like. */
const isNetworkError = (error: Error): error is Error =>
  error.message === 'fetch failed' ||
  ('code' in error && typeof error.code === 'string' && /^(E[A-Z]+|UND_ERR_\w+|CERT_\w+)$/.test(error.code));

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && TIMEOUTS.includes(String(error.name));

/** What went wrong before anything was answered. */
const problemOfConnection = (error: unknown): ToolProblem | undefined => {
  if (find(error, (each): each is PageNotAllowed => each instanceof PageNotAllowed)) return toolProblem('not-public');
  if (find(error, (each): each is TooMuchData => each instanceof TooMuchData)) return toolProblem('too-much');
  const ended = find(error, (each): each is ToolProcessFailed => each instanceof ToolProcessFailed);
  if (ended) return toolProblem(ended.problem);
  if (find(error, isNetworkError)) return toolProblem('no-answer');
  return isTimeout(error) ? toolProblem('too-slow') : undefined;
};

const problemOfStatus = (status: number): ToolProblem => {
  if (status === 401 || status === 403) return toolProblem('no-access', status);
  return status >= 300 && status < 400 ? toolProblem('redirect') : toolProblem('status', status);
};

const problemOfAnswer = (error: unknown, sdk: Sdk): ToolProblem | undefined => {
  if (error instanceof sdk.SdkHttpError) return problemOfStatus(error.status);
  if (error instanceof sdk.InsufficientScopeError) return problemOfStatus(403);
  if (error instanceof sdk.OAuthError || error instanceof sdk.OAuthClientFlowError) return toolProblem('page-refuses');
  if (error instanceof sdk.ProtocolError) return toolProblem('protocol');
  if (!(error instanceof sdk.SdkError)) return undefined;
  if (error.code === sdk.SdkErrorCode.ConnectionClosed) return toolProblem('closed');
  return toolProblem(error.code === sdk.SdkErrorCode.RequestTimeout ? 'too-slow' : 'protocol');
};

const problemOf = (error: unknown, sdk: Sdk | undefined): ToolProblem =>
  problemOfConnection(error) ?? (sdk && problemOfAnswer(error, sdk)) ?? toolProblem('no-answer');

/** A program that cannot be started, or ended. */
export class ToolProcessFailed extends Error {
  constructor(
    readonly problem: Extract<ToolProblemCode, `program-${string}`>,
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}

export class ToolProcessEnded extends ToolProcessFailed {
  constructor(options?: ErrorOptions) {
    super('program-ended', options);
  }
}

/** Depending on what is noticed first, a program that ends fails a write or closes the connection. */
export const isEnd = (error: unknown, sdk: Sdk): boolean =>
  error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.ConnectionClosed;

const isUnauthorized = (error: unknown, sdk: Sdk): boolean =>
  error instanceof sdk.UnauthorizedError || (error instanceof sdk.SdkHttpError && error.status === 401);

/** `ToolSignInNeeded` for a server whose page gives access, else `ToolServerUnreachable`. */
export const toDomainError = (error: unknown, sdk: Sdk | undefined, hasPage: boolean): Error => {
  if (error instanceof ToolSignInNeeded || error instanceof ToolServerUnreachable) return error;
  if (sdk && isUnauthorized(error, sdk))
    return hasPage
      ? new ToolSignInNeeded()
      : new ToolServerUnreachable(toolProblem('no-access', 401), { cause: error });
  return new ToolServerUnreachable(problemOf(error, sdk), { cause: error });
};
