import { ContainerModule } from 'inversify';

import { Authenticator } from '../adapters/http/authenticator.ts';
import { AuthenticateApiKey } from '../domain/accounts/authenticate-api-key.ts';
import { AuthenticateSession } from '../domain/accounts/sessions.ts';
import { GetOverride } from '../domain/admin/admin-override.ts';
import { Secrets, AuditLog } from '../domain/kernel/ports.ts';
import { AppContext } from './app-context.ts';

export const httpModule = new ContainerModule(({ bind }) => {
  bind(Authenticator).toResolvedValue(
    (authenticateSession, authenticateApiKey, getOverride, secrets, auditLog, { config }) =>
      new Authenticator({
        authenticateSession,
        authenticateApiKey,
        getOverride,
        secrets,
        auditLog,
        trust: { ranges: config.TRUSTED_PROXIES, hops: config.TRUSTED_PROXY_HOPS },
      }),
    [AuthenticateSession, AuthenticateApiKey, GetOverride, Secrets, AuditLog, AppContext],
  );
});
