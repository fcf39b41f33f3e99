import { ContainerModule } from 'inversify';

import { Doorkeeper } from '../adapters/http/principal.ts';
import { IdentifyByKey } from '../domain/accounts/identify-by-key.ts';
import { Identify } from '../domain/accounts/sessions.ts';
import { Secrets, ServerEvents } from '../domain/kernel/ports.ts';
import { Parts } from './parts.ts';

export const httpModule = new ContainerModule(({ bind }) => {
  bind(Doorkeeper).toResolvedValue(
    (identify, identifyByKey, secrets, { config }, events) =>
      new Doorkeeper(identify, identifyByKey, secrets, { ranges: config.TRUSTED_PROXIES, hops: config.TRUSTED_PROXY_HOPS }, events),
    [Identify, IdentifyByKey, Secrets, Parts, ServerEvents],
  );
});
