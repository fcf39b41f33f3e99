import { ContainerModule } from 'inversify';

import { Doorkeeper } from '../adapters/http/principal.ts';
import { Identify } from '../domain/accounts/sessions.ts';
import { Secrets } from '../domain/kernel/ports.ts';
import { Parts } from './parts.ts';

export const httpModule = new ContainerModule(({ bind }) => {
  bind(Doorkeeper).toResolvedValue(
    (identify, secrets, { config }) =>
      new Doorkeeper(identify, secrets, { ranges: config.TRUSTED_PROXIES, hops: config.TRUSTED_PROXY_HOPS }),
    [Identify, Secrets, Parts],
  );
});
