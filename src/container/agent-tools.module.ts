import { ContainerModule } from 'inversify';

import { ProcessCodeRunner } from '../adapters/code/process-code-runner.ts';
import { GuardedImageProxy } from '../adapters/images/guarded-image-proxy.ts';
import { GuardedFetch } from '../adapters/web-pages/guarded-fetch.ts';
import { PublicAddresses } from '../adapters/web-pages/public-addresses.ts';
import { ArticleWorkerPool } from '../adapters/web-pages/article-worker-pool.ts';
import { GuardedPageFetcher } from '../adapters/web-pages/guarded-page-fetcher.ts';
import { ImageUrlSigner } from '../domain/agents/image-proxy/image-url-signer.ts';
import { ImageRateLimiter } from '../domain/agents/image-proxy/image-rate-limiter.ts';
import { CodeRunner, ImageProxy, PageFetcher, WebSearch } from '../domain/agents/ports.ts';
import { ShowImage } from '../domain/agents/image-proxy/show-image.ts';
import { Clock, Secrets } from '../domain/kernel/ports.ts';
import { AppContext } from './app-context.ts';

/** What agents reach of the world: a search, public pages, and a place where code runs. */
export const agentToolsModule = new ContainerModule(({ bind }) => {
  bind(WebSearch).toResolvedValue(({ search }) => search.connect({}), [AppContext]);
  bind(GuardedFetch).toResolvedValue(
    ({ config }) => new GuardedFetch(new PublicAddresses(config.OUTBOUND_ALLOWED)),
    [AppContext],
  );
  bind(ArticleWorkerPool).toResolvedValue(() => new ArticleWorkerPool());
  bind(PageFetcher).toResolvedValue(
    (net, reader) => new GuardedPageFetcher(net, reader),
    [GuardedFetch, ArticleWorkerPool],
  );
  bind(CodeRunner).toResolvedValue(() => new ProcessCodeRunner());
  bind(ImageProxy).toResolvedValue(
    (net, clock, { config }) => new GuardedImageProxy(net, clock, config.FAVICON_URL),
    [GuardedFetch, Clock, AppContext],
  );
  bind(ImageUrlSigner).toResolvedValue((secrets, clock) => new ImageUrlSigner(secrets, clock), [Secrets, Clock]);
  bind(ImageRateLimiter).toResolvedValue((clock) => new ImageRateLimiter(clock), [Clock]);
  bind(ShowImage).toResolvedValue(
    (signer, images, rateLimiter) => new ShowImage({ signer, images, rateLimiter }),
    [ImageUrlSigner, ImageProxy, ImageRateLimiter],
  );
});
