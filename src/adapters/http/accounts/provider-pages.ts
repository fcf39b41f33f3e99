import type { Context, Middleware } from 'koa';
import { z } from 'zod';

import { SignInAttemptLost } from '../../../domain/accounts/errors.ts';
import type { ProviderSignIn } from '../../../domain/accounts/sign-in-with-provider.ts';
import { DomainError, type ErrorKind, InvalidInput } from '../../../domain/kernel/domain-error.ts';
import { readBytes } from '../limits/raw-body.ts';
import { SANDBOX_SIGN_IN_PATH, type SandboxSignIn } from '../../../platform/sandbox-sign-in.ts';
import { retryAfterSeconds } from '../errors/retry-after.ts';
import { sandboxSignInPage, signedInPage, signInFailedPage } from './identity-html.ts';
import { type AttemptCookie, type AttemptTools, finishAttempt, startAttempt } from './sign-in-attempt.ts';

export interface ProviderPageOptions extends AttemptTools {
  readonly signIn: ProviderSignIn;
  /** The sandbox's provider; undefined otherwise. */
  readonly sandbox: SandboxSignIn | undefined;
}

type ReportCause = (what: string, error: unknown) => void;

const PATH = /^\/api\/auth\/oidc\/([a-z0-9-]{1,100})\/(start|callback)$/;
const MAX_FORM_BYTES = 32_768;

/**
 * The pages of a sign-in at a provider, in a popup: `start` leads to the provider, `callback` is the return, which
 * hands a one-time code to the waiting page. A failure is a page in plain words.
 */
export const providerPages =
  (options: ProviderPageOptions, report: ReportCause): Middleware =>
  async (ctx, next) => {
    if (ctx.path === SANDBOX_SIGN_IN_PATH && options.sandbox) return showSandbox(ctx, options.sandbox);
    const [, id, step] = PATH.exec(ctx.path) ?? [];
    if (id === undefined || !['GET', 'POST'].includes(ctx.method)) return next();
    ctx['_matchedRoute'] = `/api/auth/oidc/:id/${step}`;
    try {
      if (step === 'start') ctx.redirect(await start(ctx, id, options));
      else showPage(ctx, signedInPage(await finish(ctx, id, options)));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.cause !== undefined) report(`Sign-in with ${id}`, error.cause);
      showFailure(ctx, error);
    }
    return undefined;
  };

/** A proxy may replace the page of a status above 500, so a provider's fault has none of those. */
const PAGE_STATUS: Readonly<Partial<Record<ErrorKind, number>>> = { not_found: 404, limit_reached: 429 };

const showFailure = (ctx: Context, { kind, message, code, details }: DomainError): void => {
  ctx.status = PAGE_STATUS[kind] ?? 400;
  if (ctx.status === 429) ctx.set('Retry-After', retryAfterSeconds(details, Date.now()));
  showPage(ctx, signInFailedPage(message, code ?? ''));
};

const showPage = (ctx: Context, page: string): void => {
  ctx.type = 'html';
  ctx.body = page;
};

const cookieOf = (id: string, { signIn }: ProviderPageOptions): AttemptCookie => ({
  name: 'parley-sign-in',
  path: `/api/auth/oidc/${id}`,
  fromForm: signIn.find(id).returnsBy === 'form',
});

const start = (ctx: Context, id: string, options: ProviderPageOptions): Promise<string> =>
  options.signIn.start(id, startAttempt(ctx, options, cookieOf(id, options)));

const finish = async (ctx: Context, id: string, options: ProviderPageOptions): Promise<string> => {
  const answer = ctx.method === 'POST' ? await readForm(ctx) : new URLSearchParams(ctx.querystring);
  const attempt = finishAttempt(ctx, options, cookieOf(id, options), answer.get('state') ?? '');
  if (!attempt) throw new SignInAttemptLost();
  return options.signIn.finish(id, answer, attempt);
};

const readForm = async (ctx: Context): Promise<URLSearchParams> => {
  const { bytes, isTruncated } = await readBytes(ctx, MAX_FORM_BYTES);
  if (isTruncated || ctx.is('urlencoded') === false) throw new InvalidInput('This form cannot be read');
  return new URLSearchParams(bytes.toString('utf8'));
};

const sandboxPerson = z.object({
  name: z.string().trim().min(1).max(120),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  verified: z.string().optional(),
  groups: z.string().max(500).default(''),
});

const showSandbox = async (ctx: Context, sandbox: SandboxSignIn): Promise<void> => {
  const query = new URLSearchParams(ctx.querystring);
  if (!sandbox.accepts(query)) throw new InvalidInput('This is not a sign-in of this server');
  if (ctx.method !== 'POST') return showPage(ctx, sandboxSignInPage(`${ctx.path}?${query}`));
  const form = Object.fromEntries(await readForm(ctx));
  if (form['choice'] === 'refuse') return redirectAfterPost(ctx, sandbox.answer(query, undefined));
  const person = sandboxPerson.safeParse(form);
  if (!person.success) throw new InvalidInput('Name or address are not valid');
  const { name, email, verified, groups } = person.data;
  const names = groups.split(',').map((group) => group.trim());
  const identity = { name, email, emailVerified: verified === 'yes', groups: names.filter((group) => group !== '') };
  return redirectAfterPost(ctx, sandbox.answer(query, identity));
};

const redirectAfterPost = (ctx: Context, url: string): void => {
  ctx.redirect(url);
  ctx.status = 303;
};
