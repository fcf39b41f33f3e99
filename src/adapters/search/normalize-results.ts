import type { WebSearchResults, WebHit, WebImage } from '../../domain/agents/ports.ts';
import { pageKey, siteOf, withoutTracking } from '../../domain/agents/page-key.ts';
import { toDay } from '../../domain/agents/publication-day.ts';
import { isSameText, shingles } from '../../domain/agents/same-text.ts';
import { toPlainText } from './search-text.ts';

const MAX_TITLE_LENGTH = 300;
const MAX_SNIPPET_LENGTH = 400;
const MAX_CONTENT_LENGTH = 4000;
const MAX_URL_LENGTH = 2048;
const MAX_PER_SITE = 2;
const MAX_IMAGES = 12;

/** The URL without fragment and tracking parameters; undefined if it is no web address. */
const normalizeUrl = (text: string): URL | undefined => {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '')
    return undefined;
  url.hash = '';
  const cleaned = withoutTracking(url);
  return cleaned.href.length > MAX_URL_LENGTH ? undefined : cleaned;
};

interface ParsedHit {
  readonly hit: WebHit;
  readonly page: string;
  readonly site: string;
  readonly runs: ReadonlySet<string>;
}

const parseHit = (hit: WebHit): ParsedHit[] => {
  const url = normalizeUrl(hit.url);
  if (!url) return [];
  const [snippet, content] = [
    toPlainText(hit.snippet, MAX_SNIPPET_LENGTH),
    toPlainText(hit.content, MAX_CONTENT_LENGTH),
  ];
  const published = toDay(hit.published ?? '');
  const title = toPlainText(hit.title, MAX_TITLE_LENGTH) || url.host;
  const tidy = { url: url.href, title, snippet, content, ...(published !== undefined && { published }) };
  const page = pageKey(url.href) ?? url.href;
  return [{ hit: tidy, page, site: siteOf(url), runs: shingles(`${snippet} ${content}`) }];
};

const isDuplicate = (a: ParsedHit, b: ParsedHit): boolean => a.page === b.page || isSameText(a.runs, b.runs);

/**
 * Normalizes hits: the service's order, except that a third page of one site goes to the end; duplicates and near
 * duplicates once; web addresses only; texts plain and truncated.
 */
const normalizeHits = (hits: readonly WebHit[], limit: number): readonly WebHit[] => {
  const unique: ParsedHit[] = [];
  for (const one of hits.flatMap(parseHit)) if (!unique.some((other) => isDuplicate(one, other))) unique.push(one);
  const seen = new Map<string, number>();
  const [first, overflow]: [ParsedHit[], ParsedHit[]] = [[], []];
  for (const one of unique) {
    const before = seen.get(one.site) ?? 0;
    seen.set(one.site, before + 1);
    (before < MAX_PER_SITE ? first : overflow).push(one);
  }
  return [...first, ...overflow].slice(0, limit).map(({ hit }) => hit);
};

const normalizeImages = (images: readonly WebImage[]): readonly WebImage[] => {
  const unique = new Map<string, WebImage>();
  for (const { url, alt, caption, source } of images) {
    const address = normalizeUrl(url)?.href;
    if (address === undefined || unique.has(address)) continue;
    unique.set(address, {
      url: address,
      alt: toPlainText(alt, MAX_TITLE_LENGTH),
      caption: toPlainText(caption, MAX_TITLE_LENGTH),
      source: normalizeUrl(source)?.href ?? '',
    });
  }
  return [...unique.values()].slice(0, MAX_IMAGES);
};

/** Normalizes the results of any service. */
export const normalizeResults = ({ hits, images }: WebSearchResults, limit: number): WebSearchResults => ({
  hits: normalizeHits(hits, limit),
  images: normalizeImages(images),
});
