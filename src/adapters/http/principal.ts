import type { Context } from 'koa';

import type { Access } from '../../contract/route.ts';
import { AccessDenied, NotAuthenticated } from '../../domain/accounts/errors.ts';
import type { Identify } from '../../domain/accounts/sessions.ts';
import { isVerified, type User } from '../../domain/accounts/user.ts';
import type { Asker } from '../../domain/chat/ports.ts';
import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import type { Secrets } from '../../domain/kernel/ports.ts';
import { addressKey, type ProxyTrust } from './address.ts';

export interface Person {
  readonly kind: 'user';
  readonly user: User;
  readonly token: string;
}

/** A visitor, known by fingerprints only. */
export interface Visitor {
  readonly kind: 'visitor';
  readonly session: string;
  readonly address: string;
}

export type Principal = Person | Visitor | { readonly kind: 'nobody' };

/** The principal that a rule lets in. */
export type Allowed<A extends Access> = A extends 'user' | 'admin'
  ? Person
  : A extends 'visitor'
    ? Visitor
    : A extends 'user-or-visitor'
      ? Person | Visitor
      : Principal;

const SESSION_ID = /^[\w-]{8,128}$/;
const nobody = { kind: 'nobody' } as const;

/** The only reader of identity headers: it says who calls, or refuses, by the access rule of the route. */
export class Doorkeeper {
  private readonly identify: Identify;
  private readonly secrets: Secrets;
  private readonly trust: ProxyTrust;

  constructor(identify: Identify, secrets: Secrets, trust: ProxyTrust) {
    this.identify = identify;
    this.secrets = secrets;
    this.trust = trust;
  }

  async admit(access: Access, ctx: Context): Promise<Principal> {
    if (access === 'anyone') return nobody;
    if (access === 'visitor') return this.visitor(ctx);
    if (access === 'user-or-visitor' && ctx.get('Authorization') === '') return this.visitor(ctx);
    const person = await this.person(ctx);
    if (access === 'admin' && !person.user.isAdmin) throw new AccessDenied();
    return person;
  }

  /** The caller's network address as limits count it. */
  address(ctx: Context): string {
    return addressKey(ctx.req, this.trust);
  }

  private async person(ctx: Context): Promise<Person> {
    const token = /^Bearer ([\w.~+/=-]{1,512})$/i.exec(ctx.get('Authorization'))?.[1];
    const user = token === undefined ? undefined : await this.identify.execute(token);
    if (token === undefined || !user) throw new NotAuthenticated();
    return { kind: 'user', user, token };
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

/** The same person in the words of the chat module. */
export const askerOf = (principal: Person | Visitor): Asker => {
  if (principal.kind === 'visitor') return principal;
  const { uid, subscription, isAdmin } = principal.user;
  return { kind: 'user', uid, tier: subscription, isAdmin, verified: isVerified(principal.user) };
};
