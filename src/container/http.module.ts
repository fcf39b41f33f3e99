import { ContainerModule } from 'inversify';

import { Doorkeeper } from '../adapters/http/principal.ts';
import { IdentifyByKey } from '../domain/accounts/identify-by-key.ts';
import { Identify } from '../domain/accounts/sessions.ts';
import { ReadOverride } from '../domain/admin/override.ts';
import { Secrets, ServerEvents } from '../domain/kernel/ports.ts';
import { Parts } from './parts.ts';

export const httpModule = new ContainerModule(({ bind }) => {
  bind(Doorkeeper).toResolvedValue(
    (identify, identifyByKey, readOverride, secrets, events, { config }) =>
      new Doorkeeper({
        identify,
        identifyByKey,
        readOverride,
        secrets,
        events,
        trust: { ranges: config.TRUSTED_PROXIES, hops: config.TRUSTED_PROXY_HOPS },
      }),
    [Identify, IdentifyByKey, ReadOverride, Secrets, ServerEvents, Parts],
  );
});
