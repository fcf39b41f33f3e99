import type { WebFindings, WebHit, WebImage } from '../../domain/agents/ports.ts';
import { overlap, plain, shingles } from './texts.ts';

const TITLE = 300;
const SNIPPET = 400;
const CONTENT = 4000;
const ADDRESS = 2048;
const PER_SITE = 2;
const SAME = 0.8;
/** Fewer runs of words than this say too little to call two texts the same. */
const TELLING = 8;
const MOST_IMAGES = 12;
const TRACKING = /^(utm_\w+|fbclid|gclid|msclkid|mc_[ce]id)$/;

/** The address without fragment and tracking; undefined when it is no address of the web. */
const webAddress = (text: string): URL | undefined => {
  if (text.length > ADDRESS || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '')
    return undefined;
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  return url.href.length > ADDRESS ? undefined : url;
};

/** Two addresses of the same page: the scheme, `www.` and a slash at the end make no difference. */
const pageOf = (url: URL): string => `${siteOf(url)}${url.pathname.replace(/\/$/, '')}${url.search}`;

const siteOf = (url: URL): string => url.host.replace(/^www\./, '');

interface Read {
  readonly hit: WebHit;
  readonly page: string;
  readonly site: string;
  readonly runs: ReadonlySet<string>;
}

const read = (hit: WebHit): Read[] => {
  const url = webAddress(hit.url);
  if (!url) return [];
  const [snippet, content] = [plain(hit.snippet, SNIPPET), plain(hit.content, CONTENT)];
  const tidy = { url: url.href, title: plain(hit.title, TITLE) || url.host, snippet, content };
  return [{ hit: tidy, page: pageOf(url), site: siteOf(url), runs: shingles(`${snippet} ${content}`) }];
};

const isSame = (a: Read, b: Read): boolean =>
  a.page === b.page || (Math.min(a.runs.size, b.runs.size) >= TELLING && overlap(a.runs, b.runs) >= SAME);

/**
 * Hits as people and models get them: the service's order kept, except that a third page of one site comes after all
 * the others; the same page or nearly the same text once; only addresses of the web; texts plain and cut.
 */
const tidyHits = (hits: readonly WebHit[], limit: number): readonly WebHit[] => {
  const kept: Read[] = [];
  for (const one of hits.flatMap(read)) if (!kept.some((other) => isSame(one, other))) kept.push(one);
  const seen = new Map<string, number>();
  const [first, later]: [Read[], Read[]] = [[], []];
  for (const one of kept) {
    const before = seen.get(one.site) ?? 0;
    seen.set(one.site, before + 1);
    (before < PER_SITE ? first : later).push(one);
  }
  return [...first, ...later].slice(0, limit).map(({ hit }) => hit);
};

const tidyImages = (images: readonly WebImage[]): readonly WebImage[] => {
  const kept = new Map<string, WebImage>();
  for (const { url, alt, caption, source } of images) {
    const address = webAddress(url)?.href;
    if (address === undefined || kept.has(address)) continue;
    kept.set(address, {
      url: address,
      alt: plain(alt, TITLE),
      caption: plain(caption, TITLE),
      source: webAddress(source)?.href ?? '',
    });
  }
  return [...kept.values()].slice(0, MOST_IMAGES);
};

/** What every service's findings become. */
export const tidy = ({ hits, images }: WebFindings, limit: number): WebFindings => ({
  hits: tidyHits(hits, limit),
  images: tidyImages(images),
});
