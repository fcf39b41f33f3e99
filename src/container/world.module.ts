import { ContainerModule } from 'inversify';

import { ProcessCodeRunner } from '../adapters/code/process-code-runner.ts';
import { GuardedFetch } from '../adapters/web-pages/guarded-fetch.ts';
import { PublicAddresses } from '../adapters/web-pages/public-address.ts';
import { ReadingThreads } from '../adapters/web-pages/reading-threads.ts';
import { GuardedWebPages } from '../adapters/web-pages/web-pages.ts';
import { CodeRunner, WebPages, WebSearch } from '../domain/agents/ports.ts';
import { Parts } from './parts.ts';

/** What agents reach of the world: a search, public pages, and a place where code runs. */
export const worldModule = new ContainerModule(({ bind }) => {
  bind(WebSearch).toResolvedValue(({ search }) => search.connect({}), [Parts]);
  bind(GuardedFetch).toResolvedValue(({ config }) => new GuardedFetch(new PublicAddresses(config.OUTBOUND_ALLOWED)), [Parts]);
  bind(ReadingThreads).toResolvedValue(() => new ReadingThreads());
  bind(WebPages).toResolvedValue((net, reader) => new GuardedWebPages(net, reader), [GuardedFetch, ReadingThreads]);
  bind(CodeRunner).toResolvedValue(() => new ProcessCodeRunner());
});
