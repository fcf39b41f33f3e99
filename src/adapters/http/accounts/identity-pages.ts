import type { Context, Middleware } from 'koa';
import { z } from 'zod';

import { IdentityRejected, IdentityUnavailable } from '../../../domain/accounts/errors.ts';
import type { IdentityPopup, PopupResult } from '../../../domain/accounts/identity/ports.ts';
import { InvalidInput } from '../../../domain/kernel/domain-error.ts';
import { jsonReader } from '../limits/json-body.ts';
import { callbackPage, formPage, popupScript, popupCss } from './identity-html.ts';
import { type AttemptCookie, type AttemptTools, finishAttempt, startAttempt } from './sign-in-attempt.ts';

/** Where the page opens its popup. */
export const IDENTITY_START = '/identity/start';
const COOKIE: AttemptCookie = { name: 'parley-identity', path: '/identity' };
const MAX_BODY_BYTES = 16_384;

export interface IdentityPageOptions extends AttemptTools {
  readonly popup: IdentityPopup;
}

const shortText = (max: number) => z.string().trim().min(1).max(max);
const exchangeBody = z.union([
  z.strictObject({ idToken: z.string().min(1).max(8192), state: z.string().max(200) }),
  z.strictObject({ name: shortText(120), email: z.string().trim().toLowerCase().max(254).pipe(z.email()) }),
]);

/**
 * The pages of the sign-in popup. `/identity/start` redirects to the provider, `/identity/callback` is the return. In
 * the sandbox a form asks instead. Either way `/identity/exchange` returns the token for the waiting page.
 */
export const identityPages = (options: IdentityPageOptions): Middleware => {
  let readBody: Promise<Middleware> | undefined;
  const files: Readonly<Record<string, { type: string; body: string }>> = {
    '/identity/callback': { type: 'html', body: callbackPage },
    '/identity/popup.js': { type: 'js', body: popupScript },
    '/identity/popup.css': { type: 'css', body: popupCss },
  };
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/identity/')) return next();
    ctx.set('Cache-Control', 'no-store');
    if (ctx.method === 'POST' && ctx.path === '/identity/exchange') {
      await (
        await (readBody ??= jsonReader(MAX_BODY_BYTES))
      )(ctx, async () => undefined);
      ctx.body = { firebaseToken: await exchange(options, ctx) };
      return undefined;
    }
    if (ctx.method !== 'GET') return next();
    if (ctx.path === IDENTITY_START) return startSignIn(options, ctx);
    const file = Object.hasOwn(files, ctx.path) ? files[ctx.path] : undefined;
    if (!file) return next();
    ctx.type = file.type;
    ctx.body = file.body;
    return undefined;
  };
};

const startSignIn = ({ popup, ...tools }: IdentityPageOptions, ctx: Context): void => {
  if (popup.kind === 'none') throw new IdentityUnavailable();
  if (popup.kind === 'form') {
    ctx.type = 'html';
    ctx.body = formPage;
    return;
  }
  const { nonce, state } = startAttempt(ctx, tools, COOKIE);
  ctx.redirect(popup.buildUrl({ returnUrl: `${tools.site.url}/identity/callback`, nonce, state }));
};

const exchange = ({ popup, ...tools }: IdentityPageOptions, ctx: Context): Promise<string> => {
  const parsed = exchangeBody.safeParse('body' in ctx.request ? ctx.request.body : undefined);
  if (!parsed.success) throw new InvalidInput('What the sign-in page sent is not valid', 'body');
  return popup.exchange(
    'email' in parsed.data ? { kind: 'form', ...parsed.data } : verifyCallback(parsed.data, tools, ctx),
  );
};

const verifyCallback = (
  { idToken, state }: { idToken: string; state: string },
  tools: AttemptTools,
  ctx: Context,
): PopupResult => {
  const attempt = finishAttempt(ctx, tools, COOKIE, state);
  if (!attempt) throw new IdentityRejected();
  return { kind: 'provider', idToken, nonce: attempt.nonce };
};
