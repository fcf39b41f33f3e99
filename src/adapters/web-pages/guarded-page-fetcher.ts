import { PageUnavailable } from '../../domain/agents/errors.ts';
import { type PageRequest, type WebPage, PageFetcher } from '../../domain/agents/ports.ts';
import { QueueFull } from '../../platform/semaphore.ts';
import { decodeText, detectTextKind } from './charset.ts';
import type { FetchResult, GuardedFetch } from './guarded-fetch.ts';
import type { Article, PageMarkup } from './article.ts';
import { isFeed } from './feed.ts';
import { contentFailure, refreshTarget } from './no-content.ts';
import type { WebDocuments } from './web-documents.ts';
import { STEP_FAILURES } from '../../shared/step-texts.ts';

const MAX_BYTES = 2 * 1024 * 1024;
/** A document cannot be read in part. */
const MAX_DOCUMENT_BYTES = 12 * 1024 * 1024;
const ACCEPT =
  'text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.9,text/*;q=0.8,' +
  'application/rss+xml;q=0.8,application/atom+xml;q=0.8,application/xml;q=0.7,application/json;q=0.7';

/** Extracts the readable text of a page's markup. */
export interface ArticleExtractor {
  extract(reading: PageMarkup, signal: AbortSignal): Promise<Article>;
}

/** Public pages and documents, fetched through the guard and parsed in threads. What they are, their bytes say. */
export class GuardedPageFetcher extends PageFetcher {
  constructor(
    private readonly fetcher: Pick<GuardedFetch, 'get'>,
    private readonly extractor: ArticleExtractor,
    private readonly documents: WebDocuments,
  ) {
    super();
  }

  async fetch(request: PageRequest, signal: AbortSignal): Promise<WebPage> {
    const page = await this.fetchOnce(request, signal);
    if (typeof page !== 'string') return page;
    const reached = await this.fetchOnce({ ...request, url: page }, signal);
    if (typeof reached === 'string') throw new PageUnavailable(STEP_FAILURES.siteInCircles);
    return reached;
  }

  /** Or the address that a page without text of its own leads to. */
  private async fetchOnce(request: PageRequest, signal: AbortSignal): Promise<WebPage | string> {
    const slot = new DocumentSlot(this.documents, request.owner);
    try {
      const response = await this.fetcher.get({
        url: request.url,
        accept: ACCEPT,
        signal,
        bytes: (beginning, limited) => slot.limitFor(beginning, limited),
        longer: 'cut',
      });
      if (slot.isTaken) return await this.readDocument(response, request, signal);
      return await this.readText(response, request, signal);
    } finally {
      slot.release();
    }
  }

  private async readDocument(response: FetchResult, request: PageRequest, signal: AbortSignal): Promise<WebPage> {
    const { bytes, isTruncated, url } = response;
    if (isTruncated) throw new PageUnavailable(STEP_FAILURES.pageTooLarge);
    const kind = await this.documents.kindOf(bytes);
    if (!kind) throw new PageUnavailable(STEP_FAILURES.pageWithoutText);
    const document = await this.documents.read({ ...request, kind, bytes }, signal);
    return { ...document, url, title: document.title || nameOf(url), images: [] };
  }

  private async readText(response: FetchResult, request: PageRequest, signal: AbortSignal): Promise<WebPage | string> {
    const { url, type, bytes } = response;
    const { maxCharacters } = request;
    const kind = detectTextKind(type, bytes);
    if (!kind) throw new PageUnavailable(STEP_FAILURES.pageWithoutText);
    const text = decodeText(bytes, type);
    if (isFeed(text)) return this.readMarkup({ html: text, url, maxCharacters }, signal);
    if (kind === 'html') return refreshTarget(text, url) ?? this.readMarkup({ html: text, url, maxCharacters }, signal);
    return { url, title: nameOf(url), text: normalizeText(text).slice(0, maxCharacters), images: [] };
  }

  private async readMarkup(markup: PageMarkup, signal: AbortSignal): Promise<WebPage> {
    const article = await this.extractor.extract(markup, signal);
    const failure = contentFailure(article);
    if (failure !== undefined) throw new PageUnavailable(failure);
    return { url: markup.url, ...article };
  }
}

/** Room for a document, taken when the first bytes say that it is one. */
class DocumentSlot {
  release: () => void = () => undefined;
  isTaken = false;

  constructor(
    private readonly documents: WebDocuments,
    private readonly owner: string,
  ) {}

  async limitFor(beginning: Buffer, signal: AbortSignal): Promise<number> {
    if (!this.documents.isDocument(beginning)) return MAX_BYTES;
    this.release = await this.documents.acquire(this.owner, signal).catch((error: unknown) => {
      throw error instanceof QueueFull ? new PageUnavailable(STEP_FAILURES.siteTooSlow, { cause: error }) : error;
    });
    this.isTaken = true;
    return MAX_DOCUMENT_BYTES;
  }
}

/** A text file as it is, without characters that databases refuse. */
const normalizeText = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\0', '').trim();

const nameOf = (url: string): string => {
  const { hostname, pathname } = new URL(url);
  return fileNameOf(pathname) || hostname;
};

const fileNameOf = (path: string): string => {
  try {
    return decodeURIComponent(path.split('/').at(-1) ?? '');
  } catch {
    return '';
  }
};
