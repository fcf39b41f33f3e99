import { ProcessCodeRunner } from '../adapters/code/process-code-runner.ts';
import { ProcessPythonRunner } from '../adapters/code/python/process-python-runner.ts';
import { GuardedImageProxy } from '../adapters/images/guarded-image-proxy.ts';
import { GuardedFetch } from '../adapters/web-pages/guarded-fetch.ts';
import { PublicAddresses } from '../platform/public-addresses.ts';
import { ArticleWorkerPool } from '../adapters/web-pages/article-worker-pool.ts';
import { GuardedPageFetcher } from '../adapters/web-pages/guarded-page-fetcher.ts';
import { WebDocuments } from '../adapters/web-pages/web-documents.ts';
import { DocumentWorkerPool } from '../adapters/documents/document-worker-pool.ts';
import { CurrentSearch } from '../adapters/search/switchable-search.ts';
import { ImageUrlSigner } from '../domain/agents/image-proxy/image-url-signer.ts';
import { ImageRateLimiter } from '../domain/agents/image-proxy/image-rate-limiter.ts';
import { CodeRunner, ImageProxy, OwnImages, PageFetcher, PythonRunner, WebSearch } from '../domain/agents/ports.ts';
import { BlobReferences } from '../domain/files/blob-references.ts';
import { StoredOwnImages } from '../domain/files/own-images.ts';
import { FileTypeDetector } from '../domain/files/ports/documents.ts';
import { FileRepository } from '../domain/files/ports/file-repository.ts';
import { ShowImage } from '../domain/agents/image-proxy/show-image.ts';
import { Clock, Secrets } from '../domain/kernel/ports.ts';
import { AppContext } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';

export const agentToolsModule = defineModule(({ bind, bindClass, bindPort }) => {
  bind(WebSearch).toResolvedValue(({ search }) => new CurrentSearch(search), [AppContext]);
  bindClass(
    GuardedFetch,
    derive(AppContext, ({ config }) => new PublicAddresses(config.OUTBOUND_ALLOWED)),
  );
  bindClass(ArticleWorkerPool);
  bindClass(WebDocuments, DocumentWorkerPool, FileTypeDetector);
  bindPort(PageFetcher, GuardedPageFetcher, GuardedFetch, ArticleWorkerPool, WebDocuments);
  bindPort(CodeRunner, ProcessCodeRunner);
  bindPort(
    PythonRunner,
    ProcessPythonRunner,
    derive(AppContext, ({ config }) => ({ packages: config.PYTHON_PACKAGES })),
  );
  bindPort(
    ImageProxy,
    GuardedImageProxy,
    GuardedFetch,
    Clock,
    derive(AppContext, ({ config }) => config.FAVICON_URL),
  );
  bindClass(ImageUrlSigner, Secrets, Clock);
  bindClass(ImageRateLimiter, Clock);
  bindPort(OwnImages, StoredOwnImages, FileRepository, BlobReferences);
  bindClass(ShowImage, {
    signer: ImageUrlSigner,
    images: ImageProxy,
    ownImages: OwnImages,
    rateLimiter: ImageRateLimiter,
  });
});
