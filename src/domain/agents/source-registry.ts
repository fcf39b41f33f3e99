import type { AgentEvent, AgentTask } from '../chat/replies/ports/agents.ts';
import { toSingleLine } from '../kernel/untrusted-text.ts';
import type { WebSearchResults, WebHit, WebImage, WebPage } from './ports.ts';
import { MAX_WEB_SOURCES } from '../../shared/reply-state.ts';
import { pageKey, siteOf } from './page-key.ts';
import { isSameText, shingles } from './same-text.ts';
import { findWrittenUrls } from './written-urls.ts';

/** Per search, so that what a later one finds can be cited as well. */
const MAX_SOURCES_PER_SEARCH = 6;
const MAX_WEB_IMAGES = 6;
const MAX_SNIPPET_CHARACTERS = 200;
const MAX_TITLE_CHARACTERS = 300;
const MAX_URL_LENGTH = 2000;

type Source = Extract<AgentEvent, { type: 'sources' }>['sources'][number];

export interface StoredSources {
  readonly sources: readonly Source[];
  readonly images: readonly WebImage[];
  /** URLs that may be fetched. */
  readonly allowed: readonly string[];
}

/** Without fragment and trailing slash. Undefined when it is not a web URL. */
const normalizeUrl = (text: string): string | undefined => {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.hash = '';
  return url.href.replace(/\/$/, '');
};

/**
 * The sources of one reply, numbered as the model cites them, and the URLs that may be fetched: those of the user and
 * of searches only.
 */
export class SourceRegistry {
  private readonly sources: Source[] = [];
  private readonly images: WebImage[] = [];
  private readonly allowed = new Set<string>();
  /** Keys of pages that are a source already, at another address or on another site. */
  private readonly aliases = new Map<string, string>();
  /** Texts of sources by key, to know copies of them. */
  private readonly texts = new Map<string, ReadonlySet<string>>();
  private readonly offset: number;

  /** `messages`: URLs that the user wrote may be fetched. `sources`: the count of sources that are numbered already. */
  constructor({ messages, sources }: Pick<AgentTask, 'messages' | 'sources'>) {
    this.offset = sources;
    for (const { role, content } of messages) {
      if (role === 'user') for (const url of findWrittenUrls(content)) this.allow(url);
    }
  }

  /** For a run that waits. */
  get stored(): StoredSources {
    return { sources: this.sources, images: this.images, allowed: [...this.allowed] };
  }

  /** What an earlier process stored. */
  restore({ sources, images, allowed }: StoredSources): void {
    this.sources.push(...sources);
    this.images.push(...images);
    for (const url of allowed) this.allowed.add(url);
  }

  get hasSources(): boolean {
    return this.sources.length > 0;
  }

  canFetch(url: string): boolean {
    const normalized = normalizeUrl(url);
    return normalized !== undefined && this.allowed.has(normalized);
  }

  /** Undefined beyond the last shown source. */
  numberOf(url: string): number | undefined {
    const index = this.indexOf(url);
    return index < 0 ? undefined : this.offset + index + 1;
  }

  /** As the source of this page is listed: what was read is found by it again. */
  addressOf(url: string): string {
    return this.sources[this.indexOf(url)]?.url ?? url;
  }

  private indexOf(url: string): number {
    const own = pageKey(url);
    const key = this.aliases.get(own ?? '') ?? own;
    return key === undefined ? -1 : this.sources.findIndex((source) => pageKey(source.url) === key);
  }

  /** Returns events for what is new. */
  addSearch({ hits, images }: WebSearchResults): AgentEvent[] {
    const events: AgentEvent[] = [];
    const before = this.sources.length;
    for (const hit of hits) {
      this.allow(hit.url);
      const runs = shingles(`${hit.snippet} ${hit.content}`);
      this.addCopy(hit.url, runs);
      if (this.sources.length < before + MAX_SOURCES_PER_SEARCH) this.addSource(hit);
      this.noteText(hit.url, runs);
    }
    if (this.sources.length > before) events.push({ type: 'sources', sources: this.sources.slice(before) });
    return [...events, ...this.addImages(images)];
  }

  /** `requestedUrl`: the URL before redirects. */
  addPage(page: WebPage, requestedUrl: string): AgentEvent[] {
    this.addAlias(requestedUrl, page.url);
    if (page.canonical !== undefined && isSameSite(page.canonical, page.url))
      this.addAlias(requestedUrl, page.canonical);
    const runs = shingles(page.text);
    this.addCopy(requestedUrl, runs);
    const events =
      this.numberOf(requestedUrl) === undefined
        ? this.addNewPage(page, requestedUrl)
        : this.addDay(this.indexOf(requestedUrl), page.published);
    this.noteText(requestedUrl, runs);
    return [...events, ...this.addImages(page.images)];
  }

  private addNewPage({ title, text, published }: WebPage, url: string): AgentEvent[] {
    const before = this.sources.length;
    this.addSource({ url, title, snippet: text, content: '', published });
    const added = this.sources.slice(before);
    return added.length > 0 ? [{ type: 'sources', sources: added }] : [];
  }

  /** A page tells its day more often than a search does. */
  private addDay(index: number, published: string | undefined): AgentEvent[] {
    const source = this.sources[index];
    if (!source || published === undefined || source.published !== undefined) return [];
    const dated = { ...source, published };
    this.sources[index] = dated;
    return [{ type: 'sources', sources: [dated] }];
  }

  /** One page that was reached in several ways is one source. */
  private addAlias(requestedUrl: string, url: string): void {
    const [requested, reached] = [pageKey(requestedUrl), pageKey(url)];
    if (requested === undefined || reached === undefined || requested === reached) return;
    if (this.numberOf(url) !== undefined && this.numberOf(requestedUrl) === undefined)
      this.aliases.set(requested, this.aliases.get(reached) ?? reached);
    else if (this.numberOf(url) === undefined) this.aliases.set(reached, this.aliases.get(requested) ?? requested);
  }

  /** A copy of a source's text, as of a syndicated article, is that source. */
  private addCopy(url: string, runs: ReadonlySet<string>): void {
    const key = pageKey(url);
    if (key === undefined || this.indexOf(url) >= 0) return;
    const original = [...this.texts].find(([, known]) => isSameText(runs, known))?.[0];
    if (original !== undefined) this.aliases.set(key, original);
  }

  /** Of a source; the longest text that was seen of it. */
  private noteText(url: string, runs: ReadonlySet<string>): void {
    const key = pageKey(this.addressOf(url));
    if (key === undefined || this.indexOf(url) < 0 || runs.size <= (this.texts.get(key)?.size ?? 0)) return;
    this.texts.set(key, runs);
  }

  private allow(url: string): void {
    const normalized = normalizeUrl(url);
    if (normalized !== undefined) this.allowed.add(normalized);
  }

  private addSource({ url, title, snippet, published }: WebHit): void {
    if (this.sources.length >= MAX_WEB_SOURCES || normalizeUrl(url) === undefined || this.numberOf(url) !== undefined)
      return;
    this.sources.push({
      id: `s${this.offset + this.sources.length + 1}`,
      title: toSingleLine(title, MAX_TITLE_CHARACTERS) || url,
      url,
      snippet: toSingleLine(snippet, MAX_SNIPPET_CHARACTERS),
      ...(published !== undefined && { published }),
    });
  }

  private addImages(images: readonly WebImage[]): AgentEvent[] {
    const before = this.images.length;
    for (const image of images)
      if (this.images.length < MAX_WEB_IMAGES && this.isNewImage(image)) this.images.push(toShownImage(image));
    const added = this.images.slice(before);
    return added.length > 0 ? [{ type: 'images', images: added }] : [];
  }

  private isNewImage({ url }: WebImage): boolean {
    return normalizeUrl(url) !== undefined && !this.images.some((existing) => existing.url === url);
  }
}

/** What a page says of itself counts within its site: it must not pass for a page of another. */
const isSameSite = (a: string, b: string): boolean =>
  URL.canParse(a) && URL.canParse(b) && siteOf(new URL(a)) === siteOf(new URL(b));

const toShownImage = ({ url, alt, caption, source }: WebImage): WebImage => ({
  url,
  alt: toSingleLine(alt, MAX_TITLE_CHARACTERS),
  caption: toSingleLine(caption, MAX_TITLE_CHARACTERS),
  source: normalizeUrl(source) === undefined ? '' : source,
});

/** For display. */
export const hostnameOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : toSingleLine(url, 80);
