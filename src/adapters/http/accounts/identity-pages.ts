import { randomBytes } from 'node:crypto';

import type { Context, Middleware } from 'koa';
import { z } from 'zod';

import { IdentityRejected, IdentityUnavailable } from '../../../domain/accounts/errors.ts';
import type { IdentityPopup, PopupResult } from '../../../domain/accounts/ports.ts';
import { InvalidInput } from '../../../domain/kernel/domain-error.ts';
import type { Clock, Secrets } from '../../../domain/kernel/ports.ts';
import { jsonReader } from '../limits/json-body.ts';
import { callbackPage, formPage, popupScript, popupCss } from './identity-html.ts';

/** Where the page opens its popup. */
export const IDENTITY_START = '/identity/start';
const COOKIE = 'parley-identity';
const STATE_TTL_MS = 10 * 60_000;
const MAX_BODY_BYTES = 16_384;

export interface IdentityPageOptions {
  readonly popup: IdentityPopup;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly site: { readonly url: string };
}

const shortText = (max: number) => z.string().trim().min(1).max(max);
const exchangeBody = z.union([
  z.strictObject({ idToken: z.string().min(1).max(8192), state: z.string().max(200) }),
  z.strictObject({ name: shortText(120), email: z.string().trim().toLowerCase().max(254).pipe(z.email()) }),
]);

/**
 * The pages of the sign-in popup. `/identity/start` redirects to the provider, `/identity/callback` is the return; a
 * cookie binds both to one browser, so that nobody can give a user somebody else's sign-in. In the sandbox a form asks
 * instead. Either way `/identity/exchange` returns the token for the waiting page.
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

const startSignIn = ({ popup, secrets, clock, site }: IdentityPageOptions, ctx: Context): void => {
  if (popup.kind === 'none') throw new IdentityUnavailable();
  if (popup.kind === 'form') {
    ctx.type = 'html';
    ctx.body = formPage;
    return;
  }
  const browser = randomBytes(32).toString('base64url');
  const expiresAt = clock.now() + STATE_TTL_MS;
  const secure = site.url.startsWith('https:');
  // Lax, because the return comes from the provider's page. It grants nothing: it only identifies the popup.
  ctx.set(
    'Set-Cookie',
    `${COOKIE}=${browser}; Path=/identity; HttpOnly; SameSite=Lax; Max-Age=${STATE_TTL_MS / 1000}${secure ? '; Secure' : ''}`,
  );
  const state = `${expiresAt}.${signState(secrets, browser, expiresAt)}`;
  ctx.redirect(
    popup.buildUrl({ returnUrl: `${site.url}/identity/callback`, nonce: deriveNonce(secrets, browser), state }),
  );
};

const exchange = ({ popup, secrets, clock }: IdentityPageOptions, ctx: Context): Promise<string> => {
  const parsed = exchangeBody.safeParse('body' in ctx.request ? ctx.request.body : undefined);
  if (!parsed.success) throw new InvalidInput('What the sign-in page sent is not valid', 'body');
  return popup.exchange(
    'email' in parsed.data ? { kind: 'form', ...parsed.data } : verifyCallback(parsed.data, { secrets, clock }, ctx),
  );
};

const verifyCallback = (
  callback: { idToken: string; state: string },
  { secrets, clock }: Pick<IdentityPageOptions, 'secrets' | 'clock'>,
  ctx: Context,
): PopupResult => {
  const browser = /(?:^|;\s*)parley-identity=([\w-]{43})(?:;|$)/.exec(ctx.get('Cookie'))?.[1];
  const [, expiry = '', signature = ''] = /^(\d{1,15})\.([0-9a-f]{64})$/.exec(callback.state) ?? [];
  const expiresAt = Number(expiry);
  const isValid =
    browser !== undefined &&
    expiresAt > clock.now() &&
    secrets.digest(signature) === secrets.digest(signState(secrets, browser, expiresAt));
  if (!isValid) throw new IdentityRejected();
  ctx.set('Set-Cookie', `${COOKIE}=; Path=/identity; HttpOnly; SameSite=Lax; Max-Age=0`);
  return { kind: 'provider', idToken: callback.idToken, nonce: deriveNonce(secrets, browser) };
};

const signState = (secrets: Secrets, browser: string, expiresAt: number): string =>
  secrets.fingerprint(`identity state ${expiresAt} ${browser}`);
const deriveNonce = (secrets: Secrets, browser: string): string => secrets.fingerprint(`identity nonce ${browser}`);
