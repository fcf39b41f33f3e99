import { PageUnavailable } from '../../domain/agents/errors.ts';
import { type WebPage, PageFetcher } from '../../domain/agents/ports.ts';
import { decodeText, detectTextKind } from './charset.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import type { Article, PageMarkup } from './article.ts';
import { STEP_FAILURES } from '../../shared/step-texts.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const ACCEPT = 'text/html,application/xhtml+xml,text/plain;q=0.9,text/*;q=0.8,application/json;q=0.7';

/** Extracts the readable text of a page's markup. */
export interface ArticleExtractor {
  extract(reading: PageMarkup, signal: AbortSignal): Promise<Article>;
}

/** Public pages, fetched through the guard and parsed in a thread. */
export class GuardedPageFetcher extends PageFetcher {
  constructor(
    private readonly fetcher: Pick<GuardedFetch, 'get'>,
    private readonly extractor: ArticleExtractor,
  ) {
    super();
  }

  async fetch(url: string, maxCharacters: number, signal: AbortSignal): Promise<WebPage> {
    const response = await this.fetcher.get({ url, accept: ACCEPT, signal, bytes: MAX_BYTES, longer: 'cut' });
    const kind = detectTextKind(response.type, response.bytes);
    if (!kind) throw new PageUnavailable(STEP_FAILURES.pageWithoutText);
    const text = decodeText(response.bytes, response.type);
    if (kind === 'html')
      return {
        url: response.url,
        ...(await this.extractor.extract({ html: text, url: response.url, maxCharacters }, signal)),
      };
    const { hostname, pathname } = new URL(response.url);
    return {
      url: response.url,
      title: fileNameOf(pathname) || hostname,
      text: normalizeText(text).slice(0, maxCharacters),
      images: [],
    };
  }
}

/** A text file as it is, without characters that databases refuse. */
const normalizeText = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\0', '').trim();

const fileNameOf = (path: string): string => {
  try {
    return decodeURIComponent(path.split('/').at(-1) ?? '');
  } catch {
    return '';
  }
};
