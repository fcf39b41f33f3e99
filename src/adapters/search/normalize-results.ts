import type { WebSearchResults, WebHit, WebImage } from '../../domain/agents/ports.ts';
import { overlap, toPlainText, shingles } from './search-text.ts';

const MAX_TITLE_LENGTH = 300;
const MAX_SNIPPET_LENGTH = 400;
const MAX_CONTENT_LENGTH = 4000;
const MAX_URL_LENGTH = 2048;
const MAX_PER_SITE = 2;
const MIN_DUPLICATE_OVERLAP = 0.8;
/** With fewer shingles than this, texts are not compared. */
const MIN_SHINGLES = 8;
const MAX_IMAGES = 12;
const TRACKING_PARAMETERS = /^(utm_\w+|fbclid|gclid|msclkid|mc_[ce]id)$/;

/** The URL without fragment and tracking parameters; undefined if it is no web address. */
const normalizeUrl = (text: string): URL | undefined => {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '')
    return undefined;
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) if (TRACKING_PARAMETERS.test(name)) url.searchParams.delete(name);
  return url.href.length > MAX_URL_LENGTH ? undefined : url;
};

/** A key for equal pages: scheme, `www.` and a trailing slash do not matter. */
const pageKey = (url: URL): string => `${siteOf(url)}${url.pathname.replace(/\/$/, '')}${url.search}`;

const siteOf = (url: URL): string => url.host.replace(/^www\./, '');

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
  const tidy = { url: url.href, title: toPlainText(hit.title, MAX_TITLE_LENGTH) || url.host, snippet, content };
  return [{ hit: tidy, page: pageKey(url), site: siteOf(url), runs: shingles(`${snippet} ${content}`) }];
};

const isDuplicate = (a: ParsedHit, b: ParsedHit): boolean =>
  a.page === b.page ||
  (Math.min(a.runs.size, b.runs.size) >= MIN_SHINGLES && overlap(a.runs, b.runs) >= MIN_DUPLICATE_OVERLAP);

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
