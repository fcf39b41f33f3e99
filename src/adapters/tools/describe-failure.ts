import { PageNotAllowed } from '../../domain/agents/errors.ts';
import { ToolServerUnreachable, ToolSignInNeeded } from '../../domain/tools/errors.ts';
import { TooMuchData } from './call-budget.ts';
import type { Sdk } from './mcp-connection.ts';

const MAX_DEPTH = 6;

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

/** Nothing of a server's own text: it could be anything, also a secret that we sent. */
const describe = (error: unknown, sdk: Sdk | undefined): string => {
  const refused = find(error, (each): each is PageNotAllowed => each instanceof PageNotAllowed);
  if (refused) return 'This address is not public';
  if (find(error, (each): each is TooMuchData => each instanceof TooMuchData)) return 'The server sent too much';
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)) return 'The server took too long';
  if (error instanceof ToolProcessFailed) return error.message;
  const status = sdk && error instanceof sdk.SdkHttpError ? error.status : undefined;
  if (status === 401 || status === 403) return `The server refuses access (${status})`;
  if (status !== undefined && status >= 300 && status < 400) return 'The server sends to another address';
  if (status !== undefined) return `The server answered ${status}`;
  if (sdk && error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.RequestTimeout)
    return 'The server took too long';
  if (sdk && (error instanceof sdk.SdkError || error instanceof sdk.ProtocolError))
    return 'The server does not speak the Model Context Protocol';
  return 'The server does not answer';
};

/** A program that cannot be started, or ended. */
export class ToolProcessFailed extends Error {}

export const isUnauthorized = (error: unknown, sdk: Sdk): boolean =>
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
