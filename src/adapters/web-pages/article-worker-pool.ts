import { PageUnavailable } from '../../domain/agents/errors.ts';
import { type ThreadLimits, ThreadFailed, ThreadPool } from '../../platform/thread-pool.ts';
import { type Article, parseArticle, type PageMarkup } from './article.ts';
import type { ArticleExtractor } from './guarded-page-fetcher.ts';
import { STEP_FAILURES } from '../../shared/step-texts.ts';

const DEFAULT_LIMITS: ThreadLimits = { timeoutMs: 8000, heapMb: 160, threads: 2 };

const toPageError = (error: unknown): PageUnavailable => {
  if (error instanceof ThreadFailed && error.reason === 'timeout')
    return new PageUnavailable(STEP_FAILURES.pageTooSlow);
  return new PageUnavailable(STEP_FAILURES.siteUnreadable, { cause: error });
};

/** Parses pages in threads: hostile markup costs one thread. */
export class ArticleWorkerPool implements ArticleExtractor {
  private readonly pool: ThreadPool;

  constructor(limits: ThreadLimits = DEFAULT_LIMITS) {
    this.pool = new ThreadPool('article-worker', import.meta.url, limits);
  }

  async extract(markup: PageMarkup, signal: AbortSignal): Promise<Article> {
    const message = await this.pool.run(markup, signal).catch((error: unknown) => Promise.reject(toPageError(error)));
    const article = parseArticle(message);
    if (!article) throw new PageUnavailable(STEP_FAILURES.pageWithoutText);
    return article;
  }

  /** Terminates idle threads. */
  close(): Promise<void> {
    return this.pool.close();
  }
}
