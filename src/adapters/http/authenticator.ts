import type { Context } from 'koa';

import type { Access, Route } from '../../contract/route.ts';
import {
  AccessDenied,
  KeyScopeRefused,
  NotAuthenticated,
  ReauthenticationRequired,
} from '../../domain/accounts/errors.ts';
import { allowsScope, type ApiKey, hasApiAccess } from '../../domain/accounts/api-key.ts';
import type { MemberRights } from '../../domain/groups/ports.ts';
import type { GetOverride } from '../../domain/admin/admin-override.ts';
import type { Override } from '../../domain/admin/ports.ts';
import type { AuthenticateApiKey } from '../../domain/accounts/authenticate-api-key.ts';
import type { AuthenticateSession } from '../../domain/accounts/sessions.ts';
import type { AuthenticatedSession, User } from '../../domain/accounts/user.ts';
import type { SecondFactorPolicy } from '../../domain/accounts/second-factor/second-factor-policy.ts';
import type { VerificationPolicy } from '../../domain/accounts/verification-policy.ts';
import { sessionFingerprint } from '../../domain/chat/replies/requester.ts';
import { SubscriptionRequired } from '../../domain/chat/errors.ts';
import type { Requester, UserRequester } from '../../domain/chat/replies/ports/requesters.ts';
import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import type { Secrets, ServerEventLog } from '../../domain/kernel/ports.ts';
import type { RequestAudit } from './request-audit.ts';
import { clientAddressKey, type ProxyTrust } from './limits/client-address.ts';
import { effectiveOverride, parseOverride } from './admin/admin-override.ts';
import type { GroupRights } from '../../shared/group-rights.ts';
import type { KeyScope } from '../../shared/api-keys.ts';
import { actingTier, type OverrideType, ownTier, type Tier } from '../../shared/tiers.ts';

export interface UserPrincipal {
  readonly kind: 'user';
  readonly user: User;
  /** By email or phone, or nobody has to be. */
  readonly verified: boolean;
  readonly token: string;
  /** The credential: a browser session or the account's API key. */
  readonly authMode: 'session' | 'apikey';
  /** Undefined for an API key. */
  readonly session: AuthenticatedSession | undefined;
  /** Of the API key; undefined for a session. */
  readonly keyScope: KeyScope | undefined;
  /** An admin's stored override. */
  readonly override: Override | undefined;
  /** The override that applies to this call. */
  readonly effectiveOverride: OverrideType | undefined;
  /** What the groups give; undefined without groups. */
  readonly rights: GroupRights | undefined;
}

/** A user in a browser. */
export interface SessionPrincipal extends UserPrincipal {
  readonly session: AuthenticatedSession;
}

/** A visitor, known by fingerprints only. */
export interface VisitorPrincipal {
  readonly kind: 'visitor';
  readonly session: string;
  readonly address: string;
}

export type Principal = UserPrincipal | VisitorPrincipal | { readonly kind: 'nobody' };

/** The principal that an access rule admits. */
export type Allowed<A extends Access> = A extends 'session' | 'auditor' | 'admin'
  ? SessionPrincipal
  : A extends 'user' | 'premium'
    ? UserPrincipal
    : A extends 'visitor'
      ? VisitorPrincipal
      : A extends 'user-or-visitor'
        ? UserPrincipal | VisitorPrincipal
        : Principal;

const SESSION_ID = /^[\w-]{8,128}$/;
const NOBODY = { kind: 'nobody' } as const;

type CallRule = Pick<Route, 'access' | 'scopes' | 'withoutSecondFactor' | 'freshProof'>;

export interface AuthenticatorDeps {
  readonly authenticateSession: AuthenticateSession;
  readonly authenticateApiKey: AuthenticateApiKey;
  readonly getOverride: GetOverride;
  readonly groupRights: MemberRights;
  readonly verification: VerificationPolicy;
  readonly secondFactors: SecondFactorPolicy;
  readonly secrets: Secrets;
  readonly serverEvents: ServerEventLog;
  readonly audit: RequestAudit;
  readonly trust: ProxyTrust;
}

/** The only reader of identity headers: authenticates the caller, or refuses, by the route's access rule. */
export class Authenticator {
  constructor(private readonly deps: AuthenticatorDeps) {}

  async authenticate(rule: CallRule, ctx: Context): Promise<Principal> {
    const { access } = rule;
    if (access === 'anyone') return NOBODY;
    if (access === 'visitor') return this.authenticateVisitor(ctx);
    if (access === 'user-or-visitor' && ctx.get('Authorization') === '') {
      if (ctx.get('X-Session-ID') === '') throw new NotAuthenticated();
      return this.authenticateVisitor(ctx);
    }
    const principal = await this.authenticateUser(ctx);
    try {
      await this.checkRule(rule, principal);
    } catch (error) {
      if (isPrivileged(access)) await this.logRefusal(principal, ctx);
      throw error;
    }
    checkFreshProof(rule, principal, ctx);
    return principal;
  }

  private async checkRule(rule: CallRule, principal: UserPrincipal): Promise<void> {
    const { access, scopes, withoutSecondFactor } = rule;
    checkAccess(access, principal);
    if (principal.keyScope !== undefined && !allowsScope(principal.keyScope, scopes)) throw new KeyScopeRefused();
    if (withoutSecondFactor !== true) await this.deps.secondFactors.check(principal.user);
  }

  /**
   * Applies the override once the body is parsed: the only place that does. A non-admin stays as they are, and the
   * attempt is logged. Throws `InvalidInput` for an unknown type.
   */
  applyOverride(principal: Principal, ctx: Context, body: unknown): Principal {
    if (principal.kind !== 'user') return principal;
    const overrideRequest = parseOverride(ctx, body);
    if (principal.user.isAdmin)
      return { ...principal, effectiveOverride: effectiveOverride(overrideRequest, principal.override) };
    if (overrideRequest?.enabled) {
      const detail = `ignored: ${routeName(ctx)} came with an override, and the account is no admin`;
      this.deps.serverEvents.add({ kind: 'override', level: 'warn', uid: principal.user.uid, detail });
    }
    return principal;
  }

  /** The caller's network address as limits count it. */
  address(ctx: Context): string {
    return clientAddressKey(ctx.req, this.deps.trust);
  }

  private async authenticateUser(ctx: Context): Promise<UserPrincipal> {
    const token = /^Bearer ([\w.~+/=-]{1,512})$/i.exec(ctx.get('Authorization'))?.[1];
    if (token === undefined) throw new NotAuthenticated();
    const owner = await this.deps.authenticateApiKey.execute(token);
    if (owner) return this.toPrincipal(owner.user, token, owner);
    const found = await this.deps.authenticateSession.execute(token); // a session token may look like a key by chance
    if (!found) throw new NotAuthenticated();
    return this.toPrincipal(found.user, token, found);
  }

  private async toPrincipal(
    user: User,
    token: string,
    credential: { readonly session: AuthenticatedSession } | { readonly key: ApiKey },
  ): Promise<UserPrincipal> {
    const override = await this.deps.getOverride.execute(user);
    const verified = this.deps.verification.countsAsVerified(user);
    const rights = await this.deps.groupRights.resolve(user);
    const effectiveOverride = override?.type;
    const principal = { kind: 'user', user, verified, token, override, effectiveOverride, rights } as const;
    return 'session' in credential
      ? { ...principal, authMode: 'session', session: credential.session, keyScope: undefined }
      : { ...principal, authMode: 'apikey', session: undefined, keyScope: credential.key.scope };
  }

  private async logRefusal(principal: UserPrincipal, ctx: Context): Promise<void> {
    const [uid, detail] = [principal.user.uid, routeName(ctx)];
    this.deps.serverEvents.add({ kind: 'refused admin call', level: 'warn', uid, detail });
    await this.deps.audit.refuseCall(principal, ctx, detail);
  }

  private authenticateVisitor(ctx: Context): VisitorPrincipal {
    const session = ctx.get('X-Session-ID');
    if (!SESSION_ID.test(session))
      throw new InvalidInput('X-Session-ID must be 8 to 128 letters, digits, _ or -', 'X-Session-ID');
    return {
      kind: 'visitor',
      session: sessionFingerprint(this.deps.secrets, session),
      address: this.deps.secrets.fingerprint(`address ${this.address(ctx)}`),
    };
  }
}

/** A call without its parameters: `POST /api/admin/user/:uid/limits`. */
const routeName = (ctx: Context): string => `${ctx.method} ${String(ctx['_matchedRoute'] ?? ctx.path)}`;

type PrivilegedAccess = 'auditor' | 'admin';
type SessionAccess = PrivilegedAccess | 'session';

const isPrivileged = (access: Access): access is PrivilegedAccess => access === 'auditor' || access === 'admin';

const hasRole = (access: PrivilegedAccess, { isAdmin, isAuditor }: User): boolean =>
  isAdmin || (access === 'auditor' && isAuditor);

export const needsSession = (access: Access): access is SessionAccess => access === 'session' || isPrivileged(access);

/** Checks rules beyond being signed in. Throws `AccessDenied`, `SubscriptionRequired`. */
const checkAccess = (access: Access, { user, session }: UserPrincipal): void => {
  if (needsSession(access) && session === undefined) throw new AccessDenied();
  if (isPrivileged(access) && !hasRole(access, user)) throw new AccessDenied();
  if (access === 'premium' && !hasApiAccess(user))
    throw new SubscriptionRequired('API access is part of the Premium plan');
};

/** Throws `ReauthenticationRequired`. */
const checkFreshProof = ({ freshProof = false }: CallRule, { session }: UserPrincipal, ctx: Context): void => {
  const isNeeded = typeof freshProof === 'function' ? freshProof(ctx['params']) : freshProof;
  if (isNeeded && !session?.isRecent) throw new ReauthenticationRequired();
};

/** The tier that applies to this call. */
export const effectiveTier = ({
  user,
  effectiveOverride: acting,
}: Pick<UserPrincipal, 'user' | 'effectiveOverride'>): Tier => {
  return acting === undefined ? ownTier(user) : actingTier(acting);
};

/** The principal as the chat module's requester. */
export const toRequester = (principal: UserPrincipal | VisitorPrincipal): Requester =>
  principal.kind === 'visitor' ? principal : toUserRequester(principal);

/** The same for calls of users only. */
export const toUserRequester = (principal: UserPrincipal): UserRequester => {
  const { user, verified, effectiveOverride: acting, rights } = principal;
  return {
    kind: 'user',
    uid: user.uid,
    tier: effectiveTier(principal),
    isAdmin: user.isAdmin,
    verified,
    override: acting,
    rights: acting === undefined ? rights : undefined,
  };
};
