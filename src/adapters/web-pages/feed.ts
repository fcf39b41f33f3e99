import { parseHTML } from 'linkedom';

import { toDay } from '../../domain/agents/publication-day.ts';
import { shallowMarkup } from '../../platform/shallow-markup.ts';
import { attributeOf, type XmlToken, xmlTokens } from '../../platform/xml-tokens.ts';
import type { Article } from './article.ts';
import { textOf } from './markup-text.ts';

/** A feed names itself with its first element. */
const HEAD_CHARACTERS = 4096;
const ROOTS = new Set(['rss', 'feed', 'RDF']);

const MAX_ENTRIES = 100;
const MAX_LINE_CHARACTERS = 300;
const MAX_FIELD_CHARACTERS = 20_000;
const MAX_SUMMARY_CHARACTERS = 2000;
const SUMMARY_LIMITS = { depth: 32, children: 200 };

/** Elements that hold an entry, of RSS and of Atom. */
const ENTRIES = new Set(['item', 'entry']);
/** Fields by element; of several of one field the first that is filled counts. */
const FIELDS: ReadonlyMap<string, keyof FeedFields> = new Map([
  ['title', 'title'],
  ['link', 'link'],
  ['pubDate', 'date'],
  ['published', 'date'],
  ['date', 'date'],
  ['updated', 'updated'],
  ['lastBuildDate', 'updated'],
  ['description', 'summary'],
  ['subtitle', 'summary'],
  ['summary', 'summary'],
  ['encoded', 'content'],
  ['content', 'content'],
]);

interface FeedFields {
  title: string;
  link: string;
  date: string;
  updated: string;
  summary: string;
  content: string;
}

const noFields = (): FeedFields => ({ title: '', link: '', date: '', updated: '', summary: '', content: '' });

/** Whether a text is an RSS or Atom feed, by its first element. */
export const isFeed = (text: string): boolean => {
  for (const token of xmlTokens(text.slice(0, HEAD_CHARACTERS).replace(/^\ufeff/, ''))) {
    if (token.type === 'open') return ROOTS.has(token.name);
    if (token.type === 'text' && token.text.trim() !== '') return false;
  }
  return false;
};

/** Reads the fields of a feed and of its entries, each character once. */
class FeedReader {
  readonly feed = noFields();
  readonly entries: FeedFields[] = [];
  /** The open elements; those of an entry and of a field decide where text belongs. */
  private readonly path: string[] = [];
  private entryDepth = 0;
  private field: { readonly name: keyof FeedFields; readonly depth: number; text: string } | undefined;

  read(token: XmlToken): void {
    if (token.type === 'open') this.open(token.name, token.attributes);
    else if (token.type === 'close') this.close();
    else if (this.field && this.field.text.length < MAX_FIELD_CHARACTERS) this.field.text += token.text;
  }

  private open(name: string, attributes: string): void {
    this.path.push(name);
    const depth = this.path.length;
    if (this.field) {
      this.field.text += ' '; // markup within a field, of XHTML
      return;
    }
    if (ENTRIES.has(name) && this.entryDepth === 0) {
      this.entries.push(noFields());
      this.entryDepth = depth;
      return;
    }
    const field = FIELDS.get(name);
    if (field === undefined || !this.isOwnField(depth)) return;
    if (field === 'link') this.addAtomLink(attributes);
    this.field = { name: field, depth, text: '' };
  }

  /** An image of the feed, or the source of an entry, has a title as well. */
  private isOwnField(depth: number): boolean {
    return this.entryDepth > 0 ? depth === this.entryDepth + 1 : ['channel', 'feed'].includes(this.path.at(-2) ?? '');
  }

  private addAtomLink(attributes: string): void {
    const { target } = this;
    const relation = attributeOf(attributes, 'rel') ?? 'alternate';
    if (target.link === '' && relation === 'alternate') target.link = attributeOf(attributes, 'href') ?? '';
  }

  private close(): void {
    const depth = this.path.length;
    const { field, target } = this;
    if (field?.depth === depth) {
      if (target[field.name] === '') target[field.name] = field.text.trim();
      this.field = undefined;
    }
    if (this.entryDepth === depth) this.entryDepth = 0;
    this.path.pop();
  }

  private get target(): FeedFields {
    return (this.entryDepth > 0 && this.entries.at(-1)) || this.feed;
  }
}

/** Summaries are markup, which feeds escape. */
const plain = (markup: string, maxCharacters: number): string => {
  if (!/[<&]/.test(markup))
    return markup
      .replace(/[^\S\n]+/g, ' ')
      .trim()
      .slice(0, maxCharacters);
  const html = shallowMarkup(`<html><body>${markup}</body></html>`, SUMMARY_LIMITS);
  return textOf(parseHTML(html).document.body, maxCharacters).slice(0, maxCharacters);
};

const oneLine = (markup: string): string => plain(markup, MAX_LINE_CHARACTERS).replace(/\s+/g, ' ').trim();

const dayOf = ({ date, updated }: FeedFields): string => toDay(date || updated) ?? '';

const linkOf = ({ link }: FeedFields, base: string): string =>
  link !== '' && URL.canParse(link, base) ? new URL(link, base).href : '';

const entryText = (entry: FeedFields, base: string): string => {
  const facts = [dayOf(entry), linkOf(entry, base)].filter(Boolean).join(' · ');
  const body = plain(entry.summary || entry.content, MAX_SUMMARY_CHARACTERS);
  return [oneLine(entry.title), facts, body].filter(Boolean).join('\n');
};

/** A feed as a document: its title, then each entry with its date, address and summary. Undefined: it has none. */
export const extractFeed = (xml: string, url: string, maxCharacters: number): Article | undefined => {
  const reader = new FeedReader();
  for (const token of xmlTokens(xml)) {
    if (reader.entries.length > MAX_ENTRIES) break;
    reader.read(token);
  }
  const { feed } = reader;
  const entries = reader.entries.slice(0, MAX_ENTRIES);
  const title = oneLine(feed.title) || new URL(url).hostname;
  const texts = entries.map((entry) => entryText(entry, url)).filter((text) => text !== '');
  if (texts.length === 0) return undefined;
  const published = [dayOf(feed), ...entries.map(dayOf)].toSorted().at(-1);
  const text = [plain(feed.summary, MAX_SUMMARY_CHARACTERS), ...texts].filter(Boolean).join('\n\n');
  return { title, text: text.slice(0, maxCharacters), images: [], ...(published && { published }) };
};
