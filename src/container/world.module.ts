import { ContainerModule } from 'inversify';

import { ProcessCodeRunner } from '../adapters/code/process-code-runner.ts';
import { ProxiedPictures } from '../adapters/pictures/proxied-pictures.ts';
import { GuardedFetch } from '../adapters/web-pages/guarded-fetch.ts';
import { PublicAddresses } from '../adapters/web-pages/public-address.ts';
import { ReadingThreads } from '../adapters/web-pages/reading-threads.ts';
import { GuardedWebPages } from '../adapters/web-pages/web-pages.ts';
import { PictureLinks } from '../domain/agents/picture-links.ts';
import { PictureRates } from '../domain/agents/picture-rates.ts';
import { CodeRunner, Pictures, WebPages, WebSearch } from '../domain/agents/ports.ts';
import { ShowPicture } from '../domain/agents/show-picture.ts';
import { Clock, Secrets } from '../domain/kernel/ports.ts';
import { Parts } from './parts.ts';

/** What agents reach of the world: a search, public pages, and a place where code runs. */
export const worldModule = new ContainerModule(({ bind }) => {
  bind(WebSearch).toResolvedValue(({ search }) => search.connect({}), [Parts]);
  bind(GuardedFetch).toResolvedValue(
    ({ config }) => new GuardedFetch(new PublicAddresses(config.OUTBOUND_ALLOWED)),
    [Parts],
  );
  bind(ReadingThreads).toResolvedValue(() => new ReadingThreads());
  bind(WebPages).toResolvedValue((net, reader) => new GuardedWebPages(net, reader), [GuardedFetch, ReadingThreads]);
  bind(CodeRunner).toResolvedValue(() => new ProcessCodeRunner());
  bind(Pictures).toResolvedValue(
    (net, clock, { config }) => new ProxiedPictures(net, clock, config.FAVICON_URL),
    [GuardedFetch, Clock, Parts],
  );
  bind(PictureLinks).toResolvedValue((secrets, clock) => new PictureLinks(secrets, clock), [Secrets, Clock]);
  bind(PictureRates).toResolvedValue((clock) => new PictureRates(clock), [Clock]);
  bind(ShowPicture).toResolvedValue(
    (links, pictures, rates) => new ShowPicture({ links, pictures, rates }),
    [PictureLinks, Pictures, PictureRates],
  );
});
