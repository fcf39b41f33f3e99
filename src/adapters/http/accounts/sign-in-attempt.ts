import { randomBytes } from 'node:crypto';

import type { Context } from 'koa';

import type { SignInAttempt } from '../../../domain/accounts/identity/ports.ts';
import type { Clock, Secrets } from '../../../domain/kernel/ports.ts';

const TTL_MS = 10 * 60_000;
const COOKIE_VALUE = /^[\w-]{43}$/;
const STATE = /^(\d{1,15})\.([0-9a-f]{64})$/;

export interface AttemptTools {
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly site: { readonly url: string };
  /** Each step makes this server call a provider. Throws `TooManySignIns`. */
  readonly limit: (ctx: Context) => void;
}

/**
 * The cookie that binds a sign-in at a provider to one browser, so that nobody can give a user somebody else's sign-in.
 * It grants nothing: state, nonce and PKCE verifier are derived from it, and are kept nowhere.
 */
export interface AttemptCookie {
  readonly name: string;
  /** Also what the derived values are bound to. */
  readonly path: string;
  /** The provider posts its answer from its own page, so the cookie has to come along. Needs https. */
  readonly fromForm?: boolean;
}

const toAttempt = (secrets: Secrets, path: string, browser: string, expiresAt: number): SignInAttempt => ({
  state: `${expiresAt}.${secrets.fingerprint(`sign-in state ${path} ${expiresAt} ${browser}`)}`,
  nonce: secrets.fingerprint(`sign-in nonce ${path} ${browser}`),
  verifier: secrets.fingerprint(`sign-in verifier ${path} ${browser}`),
});

const setCookie = (ctx: Context, { site }: AttemptTools, cookie: AttemptCookie, value: string): void => {
  const { name, path, fromForm = false } = cookie;
  const attributes = [
    `${name}=${value}`,
    `Path=${path}`,
    'HttpOnly',
    `SameSite=${fromForm ? 'None' : 'Lax'}`,
    `Max-Age=${value === '' ? 0 : TTL_MS / 1000}`,
    ...(fromForm || site.url.startsWith('https:') ? ['Secure'] : []),
  ];
  ctx.set('Set-Cookie', attributes.join('; '));
};

const readCookie = (ctx: Context, name: string): string | undefined => {
  const pairs = ctx.get('Cookie').split(';');
  const value = pairs.find((pair) => pair.trim().startsWith(`${name}=`))?.trim();
  const browser = value?.slice(name.length + 1) ?? '';
  return COOKIE_VALUE.test(browser) ? browser : undefined;
};

/** Throws `TooManySignIns`. */
export const startAttempt = (ctx: Context, tools: AttemptTools, cookie: AttemptCookie): SignInAttempt => {
  tools.limit(ctx);
  const browser = randomBytes(32).toString('base64url');
  setCookie(ctx, tools, cookie, browser);
  return toAttempt(tools.secrets, cookie.path, browser, tools.clock.now() + TTL_MS);
};

/**
 * The attempt that a provider's answer belongs to; undefined when it is not this browser's, or too
 * old. Throws `TooManySignIns`.
 */
export const finishAttempt = (
  ctx: Context,
  tools: AttemptTools,
  cookie: AttemptCookie,
  state: string,
): SignInAttempt | undefined => {
  const { secrets, clock, limit } = tools;
  limit(ctx);
  const browser = readCookie(ctx, cookie.name);
  const expiresAt = Number(STATE.exec(state)?.[1]);
  if (browser === undefined || !(expiresAt > clock.now())) return undefined;
  const attempt = toAttempt(secrets, cookie.path, browser, expiresAt);
  if (secrets.digest(attempt.state) !== secrets.digest(state)) return undefined;
  setCookie(ctx, tools, cookie, '');
  return attempt;
};
