import type { Context } from 'koa';

import type { Access } from '../../contract/route.ts';
import { AccessDenied, NotAuthenticated } from '../../domain/accounts/errors.ts';
import { hasApiAccess } from '../../domain/accounts/api-key.ts';
import type { ReadOverride } from '../../domain/admin/override.ts';
import type { Override, OverrideType } from '../../domain/admin/ports.ts';
import type { IdentifyByKey } from '../../domain/accounts/identify-by-key.ts';
import type { Identify } from '../../domain/accounts/sessions.ts';
import { isVerified, type User } from '../../domain/accounts/user.ts';
import { sessionPrint } from '../../domain/chat/asker.ts';
import { SubscriptionRequired } from '../../domain/chat/errors.ts';
import type { Asker } from '../../domain/chat/ports.ts';
import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import type { Secrets, ServerEvents } from '../../domain/kernel/ports.ts';
import type { Tier } from '../../domain/kernel/tier.ts';
import { addressKey, type ProxyTrust } from './address.ts';
import { actingAs, overrideWords } from './override.ts';

export interface Person {
  readonly kind: 'user';
  readonly user: User;
  readonly token: string;
  /** How they proved who they are: as a signed-in browser or as a program with the account's key. */
  readonly authMode: 'session' | 'apikey';
  /** An admin's stored override. */
  readonly override: Override | undefined;
  /** As what an admin acts in this call. */
  readonly acting: OverrideType | undefined;
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
const nobody = { kind: 'nobody' } as const;

export interface DoorTools {
  readonly identify: Identify;
  readonly identifyByKey: IdentifyByKey;
  readonly readOverride: ReadOverride;
  readonly secrets: Secrets;
  readonly events: ServerEvents;
  readonly trust: ProxyTrust;
}

/** The only reader of identity headers: it says who calls, or refuses, by the access rule of the route. */
export class Doorkeeper {
  private readonly tools: DoorTools;

  constructor(tools: DoorTools) {
    this.tools = tools;
  }

  async admit(access: Access, ctx: Context): Promise<Principal> {
    if (access === 'anyone') return nobody;
    if (access === 'visitor') return this.visitor(ctx);
    if (access === 'user-or-visitor' && ctx.get('Authorization') === '') return this.visitor(ctx);
    const person = await this.person(ctx);
    try {
      checkRule(access, person);
    } catch (error) {
      if (access === 'admin') this.tellRefusal(person, ctx);
      throw error;
    }
    return person;
  }

  /**
   * The same caller as they act in this call, now that its body is known: the one place where an admin's override is
   * read. Whoever is no admin is who they are; that they tried is told. Throws `InvalidInput` for an unknown type.
   */
  acting(principal: Principal, ctx: Context, body: unknown): Principal {
    if (principal.kind !== 'user') return principal;
    const words = overrideWords(ctx, body);
    if (principal.user.isAdmin) return { ...principal, acting: actingAs(words, principal.override) };
    if (words?.enabled) {
      const detail = `ignored: ${nameOf(ctx)} came with an override, and the account is no admin`;
      this.tools.events.add({ kind: 'override', level: 'warn', uid: principal.user.uid, detail });
    }
    return principal;
  }

  /** The caller's network address as limits count it. */
  address(ctx: Context): string {
    return addressKey(ctx.req, this.tools.trust);
  }

  private async person(ctx: Context): Promise<Person> {
    const token = /^Bearer ([\w.~+/=-]{1,512})$/i.exec(ctx.get('Authorization'))?.[1];
    if (token === undefined) throw new NotAuthenticated();
    const owner = await this.tools.identifyByKey.execute(token);
    if (owner) return this.known(owner, token, 'apikey');
    const user = await this.tools.identify.execute(token); // by chance a session's token may look like a key
    if (!user) throw new NotAuthenticated();
    return this.known(user, token, 'session');
  }

  private async known(user: User, token: string, authMode: Person['authMode']): Promise<Person> {
    const override = await this.tools.readOverride.of(user);
    return { kind: 'user', user, token, authMode, override, acting: override?.type };
  }

  private tellRefusal({ user: { uid } }: Person, ctx: Context): void {
    this.tools.events.add({ kind: 'refused admin call', level: 'warn', uid, detail: nameOf(ctx) });
  }

  private visitor(ctx: Context): Visitor {
    const session = ctx.get('X-Session-ID');
    if (!SESSION_ID.test(session))
      throw new InvalidInput('X-Session-ID must be 8 to 128 letters, digits, _ or -', 'X-Session-ID');
    return {
      kind: 'visitor',
      session: sessionPrint(this.tools.secrets, session),
      address: this.tools.secrets.fingerprint(`address ${this.address(ctx)}`),
    };
  }
}

/** A call without what it names: `POST /api/admin/user/:uid/limits`. */
const nameOf = (ctx: Context): string => `${ctx.method} ${String(ctx['_matchedRoute'] ?? ctx.path)}`;

/** Signed in is not enough for every rule. Throws `AccessDenied` or `SubscriptionRequired`. */
const checkRule = (access: Access, { user, authMode }: Person): void => {
  if ((access === 'session' || access === 'admin') && authMode !== 'session') throw new AccessDenied();
  if (access === 'admin' && !user.isAdmin) throw new AccessDenied();
  if (access === 'premium' && !hasApiAccess(user))
    throw new SubscriptionRequired('API access is part of the Premium plan');
};

/** The plan that counts in this call. */
export const tierOf = ({ user: { subscription }, acting }: Person): Tier => {
  if (acting === undefined) return subscription;
  return acting === 'unlimited' ? 'premium' : acting;
};

/** The same person in the words of the chat module. */
export const askerOf = (principal: Person | Visitor): Asker =>
  principal.kind === 'visitor' ? principal : personOf(principal);

/** The same for calls of people alone. */
export const personOf = (principal: Person): Extract<Asker, { kind: 'user' }> => {
  const { user, acting } = principal;
  return {
    kind: 'user',
    uid: user.uid,
    tier: tierOf(principal),
    isAdmin: user.isAdmin,
    verified: isVerified(user),
    override: acting,
  };
};
