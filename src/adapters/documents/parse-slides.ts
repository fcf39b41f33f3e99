import type { TextBlock } from '../../domain/files/ports/documents.ts';
import { decodeText } from './decode-text.ts';
import { damaged, tooLarge } from './document-errors.ts';
import { MAX_CELLS, MAX_PAGES } from './limits.ts';
import { tableBlocks, textBlock } from './parse-text.ts';
import { attributeOf, type XmlToken, xmlTokens } from '../../platform/xml-tokens.ts';
import { assertNoDeclarations, unpack, type Unpacked } from './zip.ts';

const PARTS =
  /^ppt\/(presentation\.xml|_rels\/presentation\.xml\.rels|(?:slides|notesSlides)\/(?:_rels\/)?[^/]+\.(?:xml|rels))$/;
/** Placeholders that every slide repeats. */
const REPEATED = new Set(['ftr', 'dt', 'sldNum', 'hdr', 'sldImg']);

const partText = (parts: Unpacked, name: string): string => decodeText(parts.get(name) ?? Buffer.alloc(0)) ?? '';

/** The targets of a part's relationships by id, and the first of each type. */
const relationsOf = (parts: Unpacked, name: string): ReadonlyMap<string, string> => {
  const at = name.lastIndexOf('/');
  const targets = new Map<string, string>();
  for (const token of xmlTokens(partText(parts, `${name.slice(0, at)}/_rels/${name.slice(at + 1)}.rels`))) {
    if (token.type !== 'open' || token.name !== 'Relationship') continue;
    const target = (attributeOf(token.attributes, 'Target') ?? '').replace(/^\/?(\.\.\/)?(ppt\/)?/, '');
    targets.set(attributeOf(token.attributes, 'Id') ?? '', `ppt/${target}`);
    const type = (attributeOf(token.attributes, 'Type') ?? '').split('/').at(-1) ?? '';
    if (!targets.has(type)) targets.set(type, `ppt/${target}`);
  }
  return targets;
};

/** The slides in the order in which they are shown, each once. */
const slideNames = (parts: Unpacked): ReadonlySet<string> => {
  const relations = relationsOf(parts, 'ppt/presentation.xml');
  const names = new Set<string>();
  for (const token of xmlTokens(partText(parts, 'ppt/presentation.xml'))) {
    if (token.type !== 'open' || token.name !== 'sldId') continue;
    const part = relations.get(relationId(token.attributes)) ?? '';
    if (parts.has(part)) names.add(part);
  }
  return names;
};

/** `r:id`, which stands beside an `id` without prefix. */
const relationId = (attributes: string): string =>
  /\s[\w.-]{1,40}:id\s?=\s?["']([^"']{1,200})/.exec(attributes)?.[1] ?? '';

/** Collects what the shapes of one slide say. */
class SlideReader {
  readonly blocks: TextBlock[] = [];
  title = '';
  private placeholder = '';
  private lines: string[] = [];
  private paragraph = '';
  private rows: string[][] | undefined;
  private cells = 0;
  private isText = false;
  /** Depth within alternatives for older programs, which repeat the text. */
  private fallback = 0;

  constructor(private readonly page: number) {}

  read(token: XmlToken): void {
    if (token.type !== 'text' && token.name === 'Fallback') this.fallback += token.type === 'open' ? 1 : -1;
    else if (this.fallback > 0) return;
    else if (token.type === 'open') this.open(token.name, token.attributes);
    else if (token.type === 'close') this.close(token.name);
    else if (this.isText) this.paragraph += token.text;
  }

  private open(name: string, attributes: string): void {
    if (name === 'sp') this.placeholder = '';
    else if (name === 'ph') this.placeholder = attributeOf(attributes, 'type') ?? 'body';
    else if (name === 't') this.isText = true;
    else if (name === 'br') this.paragraph += '\n';
    else if (name === 'tbl') this.rows = [];
    else if (name === 'tr') this.rows?.push([]);
    else if (name === 'tc') this.addCell();
  }

  private addCell(): void {
    this.cells += 1;
    if (this.cells > MAX_CELLS) throw tooLarge('tooManyCells', { limit: MAX_CELLS });
    this.rows?.at(-1)?.push('');
  }

  private close(name: string): void {
    if (name === 't') this.isText = false;
    else if (name === 'p') this.endParagraph();
    else if (name === 'sp') this.endShape();
    else if (name === 'tbl') this.endTable();
  }

  private endParagraph(): void {
    const text = this.paragraph.trim();
    this.paragraph = '';
    if (text === '') return;
    const row = this.rows?.at(-1);
    const before = row?.pop();
    if (row === undefined || before === undefined) this.lines.push(text);
    else row.push(before === '' ? text : `${before} ${text}`);
  }

  private endShape(): void {
    const lines = this.lines;
    this.lines = [];
    if (lines.length === 0 || REPEATED.has(this.placeholder)) return;
    const isTitle = /^(?:ctrT|t)itle$/.test(this.placeholder);
    if (isTitle && this.title === '') this.title = lines.join(' ').replace(/\s+/g, ' ');
    else this.blocks.push(textBlock('text', lines.join('\n'), 0, this.page));
  }

  private endTable(): void {
    this.blocks.push(...tableBlocks(this.rows ?? []).map((block) => ({ ...block, page: this.page })));
    this.rows = undefined;
  }
}

const readPart = (parts: Unpacked, name: string, page: number): SlideReader => {
  const reader = new SlideReader(page);
  for (const token of xmlTokens(partText(parts, name))) reader.read(token);
  return reader;
};

/** `unread`: parts that no slide had as its notes before. */
const slideBlocks = (parts: Unpacked, unread: Set<string>, name: string, page: number): TextBlock[] => {
  const { title, blocks } = readPart(parts, name, page);
  const notesName = relationsOf(parts, name).get('notesSlide') ?? '';
  const notes = unread.delete(notesName) ? readPart(parts, notesName, page).blocks : [];
  return [
    ...(title === '' ? [] : [textBlock('heading', title, 1, page)]),
    ...blocks,
    ...(notes.length === 0 ? [] : [textBlock('heading', 'Notes', 2, page), ...notes]),
  ];
};

/** A PowerPoint presentation; its slides are pages. Throws `FileUnreadable`. */
export const parsePptx = async (bytes: Uint8Array): Promise<{ blocks: TextBlock[]; pages: number }> => {
  const parts = await unpack(bytes, (name) => PARTS.test(name));
  assertNoDeclarations(parts);
  const names = slideNames(parts);
  if (names.size === 0) throw damaged();
  if (names.size > MAX_PAGES) throw tooLarge('tooManySlides', { limit: MAX_PAGES });
  const unread = new Set(parts.keys());
  return {
    blocks: [...names].flatMap((name, index) => slideBlocks(parts, unread, name, index + 1)),
    pages: names.size,
  };
};
