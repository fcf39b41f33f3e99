import type { Context, Middleware } from 'koa';

import { DomainError } from '../../../domain/kernel/domain-error.ts';
import { ToolServerUnreachable, ToolSignInLost } from '../../../domain/tools/errors.ts';
import type { SignInToTools } from '../../../domain/tools/servers/sign-in-to-tools.ts';
import { TOOL_SIGN_IN_PARAMETER, type ToolSignInOutcome } from '../../../shared/tools.ts';
import { type AttemptCookie, type AttemptTools, finishAttempt } from '../accounts/sign-in-attempt.ts';

const FOLDER = '/api/tools/oauth';
const CALLBACK = `${FOLDER}/callback`;
/** Where the page shows the servers of an account. */
const SECTION = '#/settings/tools';

export const TOOL_SIGN_IN_COOKIE: AttemptCookie = { name: 'parley-tools', path: FOLDER };

export interface ToolSignInPageOptions extends AttemptTools {
  readonly signIn: SignInToTools;
}

/**
 * The return from the page of a server of tools. The answer counts only in the browser where the sign-in began, so that
 * nobody can be made to give their access to another account.
 */
export const toolSignInPage =
  (options: ToolSignInPageOptions, report: (what: string, error: unknown) => void): Middleware =>
  async (ctx, next) => {
    if (ctx.path !== CALLBACK || ctx.method !== 'GET') return next();
    ctx['_matchedRoute'] = CALLBACK;
    const outcome = await finish(ctx, options, report);
    ctx.redirect(`${options.site.url}/?${TOOL_SIGN_IN_PARAMETER}=${outcome}${SECTION}`);
    return undefined;
  };

const finish = async (
  ctx: Context,
  options: ToolSignInPageOptions,
  report: (what: string, error: unknown) => void,
): Promise<ToolSignInOutcome> => {
  const answer = new URLSearchParams(ctx.querystring);
  const state = answer.get('state') ?? '';
  try {
    if (!finishAttempt(ctx, options, TOOL_SIGN_IN_COOKIE, state)) return 'lost';
    await options.signIn.finish(state, answer);
    return 'done';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.cause !== undefined) report('Access to a server of tools', error.cause);
    if (error instanceof ToolSignInLost) return 'lost';
    return error instanceof ToolServerUnreachable ? 'unreachable' : 'refused';
  }
};
