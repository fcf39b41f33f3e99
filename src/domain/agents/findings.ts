import { type AgentEvent, type AgentTask } from '../chat/ports.ts';
import { withoutEnding } from '../kernel/text-ends.ts';
import type { WebFindings, WebHit, WebImage, WebPage } from './ports.ts';

const MOST_SOURCES = 6;
const MOST_IMAGES = 6;
const SNIPPET = 200;
const TITLE = 300;
const ADDRESS = 2000;

type Source = Extract<AgentEvent, { type: 'sources' }>['sources'][number];

const cut = (text: string, most: number): string => {
  const plain = text.replaceAll('\0', '').replace(/\s+/g, ' ').trim();
  return plain.length > most ? `${plain.slice(0, most - 1).trimEnd()}…` : plain;
};

/** The same page under one name: no fragment, no trailing slash. Undefined for what is no web address. */
const addressOf = (text: string): string | undefined => {
  if (text.length > ADDRESS || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.hash = '';
  return url.href.replace(/\/$/, '');
};

/**
 * What the searches and pages of one reply brought: sources under the numbers by which the model cites them, and the
 * addresses that may be read, which are those of the person and of searches and nobody else's.
 */
export class Findings {
  private readonly sources: Source[] = [];
  private readonly images: WebImage[] = [];
  private readonly allowed = new Set<string>();
  private readonly known: number;

  /** `messages`: the conversation; what a person wrote in it may be read. `sources`: how many are numbered already. */
  constructor({ messages, sources }: Pick<AgentTask, 'messages' | 'sources'>) {
    this.known = sources;
    for (const { role, content } of messages) {
      if (role !== 'user') continue;
      for (const [text] of content.matchAll(/https?:\/\/[^\s<>"'`]+/g)) this.allow(withoutEnding(text, /[).,;:!?\]]/));
    }
  }

  get found(): boolean {
    return this.sources.length > 0;
  }

  mayRead(url: string): boolean {
    const address = addressOf(url);
    return address !== undefined && this.allowed.has(address);
  }

  /** The number of a source; undefined beyond the last one that is shown. */
  numberOf(url: string): number | undefined {
    const address = addressOf(url);
    const index = this.sources.findIndex((source) => addressOf(source.url) === address);
    return index < 0 ? undefined : this.known + index + 1;
  }

  /** Takes in what a search brought; answers what is new of it to tell. */
  addSearch({ hits, images }: WebFindings): AgentEvent[] {
    const told: AgentEvent[] = [];
    const before = this.sources.length;
    for (const hit of hits) {
      this.allow(hit.url);
      this.addSource(hit);
    }
    if (this.sources.length > before) told.push({ type: 'sources', sources: this.sources.slice(before) });
    return [...told, ...this.addImages(images)];
  }

  /** Takes in a page that was read; `asked` is the address it was asked for by. */
  addPage(page: WebPage, asked: string): AgentEvent[] {
    if (this.numberOf(asked) !== undefined) return this.addImages(page.images);
    const before = this.sources.length;
    this.addSource({ url: asked, title: page.title, snippet: page.text, content: '' });
    const added = this.sources.slice(before);
    return [
      ...(added.length > 0 ? [{ type: 'sources', sources: added } as const] : []),
      ...this.addImages(page.images),
    ];
  }

  private allow(url: string): void {
    const address = addressOf(url);
    if (address !== undefined) this.allowed.add(address);
  }

  private addSource({ url, title, snippet }: WebHit): void {
    if (this.sources.length >= MOST_SOURCES || addressOf(url) === undefined || this.numberOf(url) !== undefined) return;
    this.sources.push({
      id: `s${this.known + this.sources.length + 1}`,
      title: cut(title, TITLE) || url,
      url,
      snippet: cut(snippet, SNIPPET),
    });
  }

  private addImages(images: readonly WebImage[]): AgentEvent[] {
    const before = this.images.length;
    for (const image of images)
      if (this.images.length < MOST_IMAGES && this.isNewImage(image)) this.images.push(shown(image));
    const added = this.images.slice(before);
    return added.length > 0 ? [{ type: 'images', images: added }] : [];
  }

  private isNewImage({ url }: WebImage): boolean {
    return addressOf(url) !== undefined && !this.images.some((known) => known.url === url);
  }
}

const shown = ({ url, alt, caption, source }: WebImage): WebImage => ({
  url,
  alt: cut(alt, TITLE),
  caption: cut(caption, TITLE),
  source: addressOf(source) === undefined ? '' : source,
});

/** Short enough to be shown in one line. */
export const inOneLine = cut;

/** The site of an address, for people. */
export const siteOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : cut(url, 80);
