import { posix } from 'node:path';

import type { TextBlock } from '../../domain/files/ports/documents.ts';
import { decodeText } from './decode-text.ts';
import { damaged, encrypted, tooLarge } from './document-errors.ts';
import { MAX_TEXT_LENGTH } from './limits.ts';
import { parseHtml } from './parse-html.ts';
import { textBlock } from './parse-text.ts';
import { attributeOf, type XmlToken, xmlTokens } from '../../platform/xml-tokens.ts';
import { unpack, type Unpacked } from './zip.ts';

/** Pictures, fonts, styles and scripts stay packed. */
const PARTS = /^(META-INF\/(?:container|encryption)\.xml|.{1,500}\.(?:opf|ncx|xhtml|html|htm|xml))$/i;
const MAX_TITLE_LENGTH = 200;
/** XHTML may close at once what HTML would read to the end of the page. */
const CLOSED_AT_ONCE = /<(title|script|style|textarea|iframe)\b([^<>]{0,500})\/>/gi;

const partText = (parts: Unpacked, name: string): string => decodeText(parts.get(name) ?? Buffer.alloc(0)) ?? '';

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** The part that a link in another part means. */
const resolvePart = (from: string, link: string): string =>
  posix.join(posix.dirname(from), decodePath(link.split('#', 1)[0] ?? ''));

function* openTags(xml: string, ...names: readonly string[]): Generator<{ name: string; attributes: string }> {
  for (const token of xmlTokens(xml)) if (token.type === 'open' && names.includes(token.name)) yield token;
}

interface Package {
  /** The chapters in reading order. */
  readonly chapters: readonly string[];
  /** The parts with the table of contents. */
  readonly contents: readonly string[];
}

const packagePart = (parts: Unpacked): string => {
  const [root] = openTags(partText(parts, 'META-INF/container.xml'), 'rootfile');
  const name = root && attributeOf(root.attributes, 'full-path');
  if (name === undefined || !parts.has(name)) throw damaged();
  return name;
};

const readPackage = (parts: Unpacked): Package => {
  const name = packagePart(parts);
  const xml = partText(parts, name);
  const items = new Map<string, string>();
  const contents: string[] = [];
  for (const { attributes } of openTags(xml, 'item')) {
    const part = resolvePart(name, attributeOf(attributes, 'href') ?? '');
    items.set(attributeOf(attributes, 'id') ?? '', part);
    const role = `${attributeOf(attributes, 'properties')} ${attributeOf(attributes, 'media-type')}`;
    if (/\bnav\b|dtbncx/.test(role)) contents.push(part);
  }
  const spine = [...openTags(xml, 'itemref')].map(
    ({ attributes }) => items.get(attributeOf(attributes, 'idref') ?? '') ?? '',
  );
  return { chapters: [...new Set(spine)].filter((part) => parts.has(part)), contents: [...new Set(contents)] };
};

/** A link of the table of contents is open until its element ends. */
class ContentsReader {
  readonly titles = new Map<string, string>();
  private link = '';
  private label = '';

  constructor(private readonly part: string) {}

  read(token: XmlToken): void {
    if (token.type === 'text') this.label += token.text;
    else if (token.type === 'close') this.close(token.name);
    else if (token.name === 'a') this.open(token.attributes, 'href');
    else if (token.name === 'navLabel') this.label = '';
    else if (token.name === 'content') this.link = this.target(token.attributes, 'src');
  }

  private open(attributes: string, name: string): void {
    this.label = '';
    this.link = this.target(attributes, name);
  }

  private target(attributes: string, name: string): string {
    return resolvePart(this.part, attributeOf(attributes, name) ?? '');
  }

  /** A label serves one link, so that each character is handled once. */
  private close(name: string): void {
    if (name !== 'a' && name !== 'content') return;
    const title = this.label.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH);
    this.label = '';
    if (title !== '' && !this.titles.has(this.link)) this.titles.set(this.link, title);
  }
}

/** The names of the chapters by part: of links in the navigation, or of points in that of older books. */
const chapterTitles = (parts: Unpacked, contents: readonly string[]): ReadonlyMap<string, string> => {
  const titles = contents.map((part) => {
    const reader = new ContentsReader(part);
    for (const token of xmlTokens(partText(parts, part))) reader.read(token);
    return reader.titles;
  });
  return new Map(titles.toReversed().flatMap((each) => [...each]));
};

const assertReadable = (parts: Unpacked, chapters: readonly string[]): void => {
  const isChapter = new Set(chapters);
  for (const { attributes } of openTags(partText(parts, 'META-INF/encryption.xml'), 'CipherReference'))
    if (isChapter.has(decodePath(attributeOf(attributes, 'URI') ?? ''))) throw encrypted();
};

/** An e-book, chapter by chapter. Throws `FileUnreadable`. */
export const parseEpub = async (bytes: Uint8Array): Promise<TextBlock[]> => {
  const parts = await unpack(bytes, (name) => PARTS.test(name));
  const { chapters, contents } = readPackage(parts);
  assertReadable(parts, chapters);
  const titles = chapterTitles(parts, contents);
  const blocks: TextBlock[] = [];
  let length = 0;
  for (const part of chapters) {
    const chapter = parseHtml(partText(parts, part).replace(CLOSED_AT_ONCE, '<$1$2></$1>'));
    length += chapter.reduce((sum, { text }) => sum + text.length, 0);
    if (length > MAX_TEXT_LENGTH) throw tooLarge('tooMuchText');
    const title = titles.get(part);
    if (title !== undefined && chapter.length > 0 && chapter[0]?.kind !== 'heading')
      blocks.push(textBlock('heading', title, 1));
    blocks.push(...chapter);
  }
  return blocks;
};
