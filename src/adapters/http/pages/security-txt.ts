import type { Middleware } from 'koa';

import type { Clock } from '../../../domain/kernel/ports.ts';

const PATH = '/.well-known/security.txt';
const DAY_MS = 86_400_000;
/** RFC 9116 wants less than a year. A day's answers are equal, so caches may keep them. */
const VALID_DAYS = 180;

export interface SecurityContact {
  /** The preferred one first; empty: there is no such file. */
  readonly contacts: readonly string[];
  readonly languages: string;
  readonly policy: string | undefined;
}

const expiryOf = (now: number): string => {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  return new Date(midnight + VALID_DAYS * DAY_MS).toISOString().replace('.000', '');
};

/** The fields of RFC 9116. `Canonical` has to be https, so a server without it has none. */
const render = ({ contacts, languages, policy }: SecurityContact, origin: string, now: number): string =>
  [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expiryOf(now)}`,
    `Preferred-Languages: ${languages}`,
    ...(origin.startsWith('https://') ? [`Canonical: ${origin}${PATH}`] : []),
    ...(policy === undefined ? [] : [`Policy: ${policy}`]),
    '',
  ].join('\n');

/**
 * Tells whom to report a weakness to, where the operator says so. `origin` is asked each time, as
 * the port may be chosen late.
 */
export const securityTxt =
  (contact: SecurityContact, origin: () => string, clock: Clock): Middleware =>
  async (ctx, next) => {
    if (ctx.path !== PATH || contact.contacts.length === 0 || !['GET', 'HEAD'].includes(ctx.method)) return next();
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.type = 'text/plain; charset=utf-8';
    ctx.body = render(contact, origin(), clock.now());
    return undefined;
  };
