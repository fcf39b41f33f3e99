import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';

import type { Route } from '../../contract/route.ts';
import type { AuditOrigin } from '../../domain/audit/entry.ts';
import type { AuditContext, RefusalLog, RequestClient } from '../../domain/audit/ports.ts';
import { ApprovalPending } from '../../domain/accounts/registration/errors.ts';
import { SecondFactorNeeded } from '../../domain/accounts/second-factor/errors.ts';
import { DomainError, type ErrorKind, InvalidInput } from '../../domain/kernel/domain-error.ts';
import type { Secrets } from '../../domain/kernel/ports.ts';
import type { AuditWay } from '../../shared/audit.ts';
import { isLanguage, LANGUAGE_TAGS } from '../../shared/languages.ts';
import { clientAddress, type ProxyTrust } from './limits/client-address.ts';

/** How network addresses are stored in the audit log. */
export type AuditAddresses = 'full' | 'shortened' | 'hashed';

export interface RequestAuditDeps {
  readonly context: AuditContext;
  readonly refusals: RefusalLog;
  readonly secrets: Secrets;
  readonly trust: ProxyTrust;
  readonly addresses: AuditAddresses;
}

/** What is recorded of a `Principal`. */
type Caller =
  | { readonly kind: 'user'; readonly user: { readonly uid: string }; readonly authMode: 'session' | 'apikey' }
  | { readonly kind: 'visitor' | 'nobody' };

const IPV4_BITS = 24;
const IPV6_BITS = 48;
const HASH_LENGTH = 16;

/** `192.0.2.0/24`, `2001:db8:1::/48`. */
const shorten = (address: ipaddr.IPv4 | ipaddr.IPv6): string =>
  'octets' in address
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${IPV4_BITS}`).toString()}/${IPV4_BITS}`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_BITS}`).toString()}/${IPV6_BITS}`;

const REFUSALS: ReadonlySet<ErrorKind> = new Set(['unauthenticated', 'forbidden', 'limit_reached', 'invalid']);

/**
 * An attempt that was turned down: not a malformed body, a first proof that is asked for a
 * second, nor a stored request.
 */
const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError &&
  REFUSALS.has(error.kind) &&
  !(error instanceof InvalidInput) &&
  !(error instanceof SecondFactorNeeded) &&
  !(error instanceof ApprovalPending);

/** Gives audited calls their context (who, which way, from where), and records the refused ones. */
export class RequestAudit {
  constructor(private readonly deps: RequestAuditDeps) {}

  run<T>(route: Pick<Route, 'audit' | 'way'>, principal: Caller, ctx: Context, work: () => Promise<T>): Promise<T> {
    const [action] = route.audit ?? [];
    if (action === undefined) return work();
    const { context, refusals } = this.deps;
    const audited = async (): Promise<T> => {
      const uid: unknown = ctx['params']?.uid;
      if (typeof uid === 'string') context.setTarget({ kind: 'user', id: uid });
      try {
        return await work();
      } catch (error) {
        if (isRefusal(error)) refusals.refuse(action, error.name);
        throw error;
      }
    };
    return context.run(this.originOf(principal, ctx, route.way), audited, clientOf(ctx));
  }

  /** A call that only admins may make, by another account. */
  refuseCall(principal: Caller, ctx: Context, call: string): Promise<void> {
    const { context, refusals } = this.deps;
    return context.run(this.originOf(principal, ctx), async () => {
      context.setTarget({ kind: 'call', id: call });
      refusals.refuse('admin.call', 'AccessDenied');
    });
  }

  private originOf(principal: Caller, ctx: Context, way: AuditWay = 'web'): AuditOrigin {
    const address = this.addressOf(ctx);
    if (principal.kind !== 'user')
      return { actor: { kind: way === 'webhook' ? 'system' : 'stranger', uid: null }, way, address };
    const { user, authMode } = principal;
    return { actor: { kind: 'user', uid: user.uid }, way: authMode === 'apikey' ? 'api-key' : 'session', address };
  }

  private addressOf(ctx: Context): string {
    const { addresses, secrets, trust } = this.deps;
    const text = clientAddress(ctx.req, trust);
    if (!ipaddr.isValid(text)) return 'unknown';
    const address = ipaddr.process(text);
    if (addresses === 'full') return address.toString();
    if (addresses === 'shortened') return shorten(address);
    return secrets.fingerprint(`audit address ${address.toString()}`).slice(0, HASH_LENGTH);
  }
}

/** The page names its own language; a browser's are its person's. A program that takes any names none. */
const clientOf = (ctx: Context): RequestClient => {
  const named = ctx.get('Accept-Language');
  const preferred = named !== '' && named !== '*' && ctx.acceptsLanguages([...LANGUAGE_TAGS]);
  const language = typeof preferred === 'string' && isLanguage(preferred) ? preferred : undefined;
  return { userAgent: ctx.get('User-Agent'), language };
};
