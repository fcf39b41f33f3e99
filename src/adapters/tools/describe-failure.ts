import { PageNotAllowed } from '../../domain/agents/errors.ts';
import { ToolServerUnreachable, ToolSignInNeeded } from '../../domain/tools/errors.ts';
import { TooMuchData } from './call-budget.ts';
import type { Sdk } from './mcp-connection.ts';

const MAX_DEPTH = 6;
const TIMEOUTS = ['TimeoutError', 'AbortError'];
const NO_ANSWER = 'The server does not answer';
const TOO_SLOW = 'The server took too long';
const WRONG_PROTOCOL = 'The server does not speak the Model Context Protocol';

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
const describeConnection = (error: unknown): string | undefined => {
  if (find(error, (each): each is PageNotAllowed => each instanceof PageNotAllowed))
    return 'This address is not public';
  if (find(error, (each): each is TooMuchData => each instanceof TooMuchData)) return 'The server sent too much';
  const ended = find(error, (each): each is ToolProcessFailed => each instanceof ToolProcessFailed);
  if (ended) return ended.message;
  if (find(error, isNetworkError)) return NO_ANSWER;
  return isTimeout(error) ? TOO_SLOW : undefined;
};

const describeStatus = (status: number): string => {
  if (status === 401 || status === 403) return `The server refuses access (${status})`;
  return status >= 300 && status < 400 ? 'The server sends to another address' : `The server answered ${status}`;
};

const describeAnswer = (error: unknown, sdk: Sdk): string | undefined => {
  if (error instanceof sdk.SdkHttpError) return describeStatus(error.status);
  if (error instanceof sdk.OAuthError || error instanceof sdk.OAuthClientFlowError)
    return 'The page of the server refuses this installation';
  if (error instanceof sdk.ProtocolError) return WRONG_PROTOCOL;
  if (!(error instanceof sdk.SdkError)) return undefined;
  if (error.code === sdk.SdkErrorCode.ConnectionClosed) return 'The server closed the connection';
  return error.code === sdk.SdkErrorCode.RequestTimeout ? TOO_SLOW : WRONG_PROTOCOL;
};

/** Nothing of a server's own text: it could be anything, also a secret that we sent. */
const describe = (error: unknown, sdk: Sdk | undefined): string =>
  describeConnection(error) ?? (sdk && describeAnswer(error, sdk)) ?? NO_ANSWER;

/** A program that cannot be started, or ended. */
export class ToolProcessFailed extends Error {}

export class ToolProcessEnded extends ToolProcessFailed {
  constructor(options?: ErrorOptions) {
    super('The program has ended', options);
  }
}

/** Depending on what is noticed first, a program that ends fails a write or closes the connection. */
export const isEnd = (error: unknown, sdk: Sdk): boolean =>
  error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.ConnectionClosed;

const isUnauthorized = (error: unknown, sdk: Sdk): boolean =>
  error instanceof sdk.UnauthorizedError ||
  error instanceof sdk.InsufficientScopeError ||
  (error instanceof sdk.SdkHttpError && error.status === 401);

/** `ToolSignInNeeded` for a server whose page gives access, else `ToolServerUnreachable` with a reason for people. */
export const toDomainError = (error: unknown, sdk: Sdk | undefined, hasPage: boolean): Error => {
  if (error instanceof ToolSignInNeeded || error instanceof ToolServerUnreachable) return error;
  if (sdk && isUnauthorized(error, sdk))
    return hasPage
      ? new ToolSignInNeeded()
      : new ToolServerUnreachable(new Error('The server refuses access (401)', { cause: error }));
  return new ToolServerUnreachable(new Error(describe(error, sdk), { cause: error }));
};
