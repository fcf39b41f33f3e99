import type { Context } from 'koa';

import type { Access } from '../../contract/route.ts';
import { AccessDenied, NotAuthenticated } from '../../domain/accounts/errors.ts';
import { hasApiAccess } from '../../domain/accounts/api-key.ts';
import type { IdentifyByKey } from '../../domain/accounts/identify-by-key.ts';
import type { Identify } from '../../domain/accounts/sessions.ts';
import { isVerified, type User } from '../../domain/accounts/user.ts';
import { SubscriptionRequired } from '../../domain/chat/errors.ts';
import type { Asker } from '../../domain/chat/ports.ts';
import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import type { Secrets, ServerEvents } from '../../domain/kernel/ports.ts';
import { addressKey, type ProxyTrust } from './address.ts';

export interface Person {
  readonly kind: 'user';
  readonly user: User;
  readonly token: string;
  /** How they proved who they are: as a signed-in browser or as a program with the account's key. */
  readonly authMode: 'session' | 'apikey';
}

/** A visitor, known by fingerprints only. */
export interface Visitor {
  readonly kind: 'visitor';
  readonly session: string;
  readonly address: string;
}

export type Principal = Person | Visitor | { readonly kind: 'nobody' };

/** The principal that a rule lets in. */
export type Allowed<A extends Access> = A extends 'user' | 'session' | 'premium' | 'admin'
  ? Person
  : A extends 'visitor'
    ? Visitor
    : A extends 'user-or-visitor'
      ? Person | Visitor
      : Principal;

const SESSION_ID = /^[\w-]{8,128}$/;
const LONGEST_PATH = 200;
const nobody = { kind: 'nobody' } as const;

/** The only reader of identity headers: it says who calls, or refuses, by the access rule of the route. */
export class Doorkeeper {
  private readonly identify: Identify;
  private readonly identifyByKey: IdentifyByKey;
  private readonly secrets: Secrets;
  private readonly trust: ProxyTrust;
  private readonly events: ServerEvents;

  constructor(identify: Identify, identifyByKey: IdentifyByKey, secrets: Secrets, trust: ProxyTrust, events: ServerEvents) {
    this.identify = identify;
    this.identifyByKey = identifyByKey;
    this.secrets = secrets;
    this.trust = trust;
    this.events = events;
  }

  async admit(access: Access, ctx: Context): Promise<Principal> {
    if (access === 'anyone') return nobody;
    if (access === 'visitor') return this.visitor(ctx);
    if (access === 'user-or-visitor' && ctx.get('Authorization') === '') return this.visitor(ctx);
    const person = await this.person(ctx);
    if (access === 'admin') this.noteRefusal(person, ctx);
    checkRule(access, person);
    return person;
  }

  /** Who tries the door of the admins is remembered. */
  private noteRefusal({ user, authMode }: Person, ctx: Context): void {
    if (user.isAdmin && authMode === 'session') return;
    const why = user.isAdmin ? 'by an API key' : 'no admin';
    this.events.add({ kind: 'refused admin call', level: 'warn', uid: user.uid, detail: `${ctx.method} ${ctx.path.slice(0, LONGEST_PATH)} (${why})` });
  }

  /** The caller's network address as limits count it. */
  address(ctx: Context): string {
    return addressKey(ctx.req, this.trust);
  }

  private async person(ctx: Context): Promise<Person> {
    const token = /^Bearer ([\w.~+/=-]{1,512})$/i.exec(ctx.get('Authorization'))?.[1];
    if (token === undefined) throw new NotAuthenticated();
    const owner = await this.identifyByKey.execute(token);
    if (owner) return { kind: 'user', user: owner, token, authMode: 'apikey' };
    const user = await this.identify.execute(token); // by chance a session's token may look like a key
    if (!user) throw new NotAuthenticated();
    return { kind: 'user', user, token, authMode: 'session' };
  }

  private visitor(ctx: Context): Visitor {
    const session = ctx.get('X-Session-ID');
    if (!SESSION_ID.test(session)) throw new InvalidInput('X-Session-ID must be 8 to 128 letters, digits, _ or -', 'X-Session-ID');
    return {
      kind: 'visitor',
      session: this.secrets.fingerprint(`session ${session}`),
      address: this.secrets.fingerprint(`address ${this.address(ctx)}`),
    };
  }
}

/** Signed in is not enough for every rule. Throws `AccessDenied` or `SubscriptionRequired`. */
const checkRule = (access: Access, { user, authMode }: Person): void => {
  if ((access === 'session' || access === 'admin') && authMode !== 'session') throw new AccessDenied();
  if (access === 'admin' && !user.isAdmin) throw new AccessDenied();
  if (access === 'premium' && !hasApiAccess(user)) throw new SubscriptionRequired('API access is part of the Premium plan');
};

/** The same person in the words of the chat module. */
export const askerOf = (principal: Person | Visitor): Asker => {
  if (principal.kind === 'visitor') return principal;
  const { uid, subscription, isAdmin } = principal.user;
  return { kind: 'user', uid, tier: subscription, isAdmin, verified: isVerified(principal.user) };
};
