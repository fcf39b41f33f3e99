import { Authenticator } from '../adapters/http/authenticator.ts';
import { RequestAudit } from '../adapters/http/request-audit.ts';
import { AuthenticateApiKey } from '../domain/accounts/authenticate-api-key.ts';
import { AuthenticateSession } from '../domain/accounts/sessions.ts';
import { SecondFactorPolicy } from '../domain/accounts/second-factor/second-factor-policy.ts';
import { VerificationPolicy } from '../domain/accounts/verification-policy.ts';
import { AuditContext, RefusalLog } from '../domain/audit/ports.ts';
import { MemberRights } from '../domain/groups/ports.ts';
import { GetOverride } from '../domain/admin/admin-override.ts';
import { Secrets, ServerEventLog } from '../domain/kernel/ports.ts';
import { AppContext } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';

const trust = derive(AppContext, ({ config }) => ({ ranges: config.TRUSTED_PROXIES, hops: config.TRUSTED_PROXY_HOPS }));

export const httpModule = defineModule(({ bindClass }) => {
  bindClass(RequestAudit, {
    context: AuditContext,
    refusals: RefusalLog,
    secrets: Secrets,
    trust,
    addresses: derive(AppContext, ({ config }) => config.AUDIT_ADDRESSES),
  });
  bindClass(Authenticator, {
    authenticateSession: AuthenticateSession,
    authenticateApiKey: AuthenticateApiKey,
    getOverride: GetOverride,
    groupRights: MemberRights,
    verification: VerificationPolicy,
    secondFactors: SecondFactorPolicy,
    secrets: Secrets,
    serverEvents: ServerEventLog,
    audit: RequestAudit,
    trust,
  });
});
