import type { TextBlock } from '../../domain/files/ports/documents.ts';
import { decodeText } from './decode-text.ts';
import { damaged, tooLarge } from './document-errors.ts';
import { MAX_CELLS, MAX_TEXT_LENGTH } from './limits.ts';
import { tableBlocks, textBlock } from './parse-text.ts';
import { attributeOf, type XmlToken, xmlTokens } from '../../platform/xml-tokens.ts';
import { assertNoDeclarations, unpack } from './zip.ts';

/** Deleted text, remarks of reviewers, and what is drawn for programs that cannot show an object. */
const SKIPPED = new Set(['tracked-changes', 'annotation', 'desc', 'title', 'binary-data']);
const CELLS = new Set(['table-cell', 'covered-table-cell']);
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['s', ' '],
  ['tab', '\t'],
  ['line-break', '\n'],
]);

const repeated = (attributes: string, name: string): number => Math.max(1, Number(attributeOf(attributes, name)) || 1);

/** The rows of an open table. Cells and rows may say that they are repeated; empty ones count only before others. */
class OpenTable {
  readonly rows: string[][] = [];
  private cell = '';
  private cellRepeat = 1;
  private rowRepeat = 1;
  private emptyCells = 0;
  private cells = 0;
  private length = 0;

  openRow(attributes: string): void {
    this.rows.push([]);
    this.rowRepeat = repeated(attributes, 'number-rows-repeated');
    this.emptyCells = 0;
  }

  openCell(attributes: string): void {
    this.cell = '';
    this.cellRepeat = repeated(attributes, 'number-columns-repeated');
  }

  add(text: string): void {
    this.cell = this.cell === '' ? text : `${this.cell} ${text}`;
  }

  closeCell(): void {
    if (this.cell === '') {
      this.emptyCells += this.cellRepeat;
      return;
    }
    this.count(this.emptyCells + this.cellRepeat, this.cell.length * this.cellRepeat);
    this.rows
      .at(-1)
      ?.push(...Array<string>(this.emptyCells).fill(''), ...Array<string>(this.cellRepeat).fill(this.cell));
    this.emptyCells = 0;
  }

  closeRow(): void {
    const row = this.rows.at(-1) ?? [];
    const copies = this.rowRepeat - 1;
    if (row.length === 0 || copies === 0) return;
    this.count(copies * row.length, copies * row.join('').length);
    for (let copy = 0; copy < copies; copy += 1) this.rows.push(row);
  }

  private count(cells: number, length: number): void {
    this.cells += cells;
    this.length += length;
    if (this.cells > MAX_CELLS) throw tooLarge('tooManyCells', { limit: MAX_CELLS });
    if (this.length > MAX_TEXT_LENGTH) throw tooLarge('tooMuchText');
  }
}

/** Collects headings, paragraphs, lists and tables. Tables within a cell are text of the cell. */
class OdtReader {
  readonly blocks: TextBlock[] = [];
  private text = '';
  private level = 0;
  private isListItem = false;
  private list: string[] = [];
  private lists = 0;
  private table: OpenTable | undefined;
  private tables = 0;
  private skipped = 0;
  private isBody = false;

  read(token: XmlToken): void {
    if (token.type !== 'text' && SKIPPED.has(token.name)) this.skipped += token.type === 'open' ? 1 : -1;
    else if (this.skipped > 0 || (!this.isBody && !(token.type === 'open' && token.name === 'body'))) return;
    else if (token.type === 'open') this.open(token.name, token.attributes);
    else if (token.type === 'close') this.close(token.name);
    else this.text += token.text.replace(/\s+/g, ' ');
  }

  private open(name: string, attributes: string): void {
    this.text += LETTERS.get(name) ?? '';
    if (name === 'body') this.isBody = true;
    else if (name === 'p' || name === 'h') {
      this.endText();
      this.level = name === 'h' ? Math.min(6, repeated(attributes, 'outline-level')) : 0;
    } else if (name === 'list') this.lists += 1;
    else if (name === 'list-item') this.isListItem = true;
    else this.openTablePart(name, attributes);
  }

  private openTablePart(name: string, attributes: string): void {
    if (name === 'table') {
      this.tables += 1;
      if (this.tables === 1) this.startTable();
    } else if (this.tables !== 1) return;
    else if (name === 'table-row') this.table?.openRow(attributes);
    else if (CELLS.has(name)) this.table?.openCell(attributes);
  }

  private startTable(): void {
    this.endText();
    this.endList();
    this.table = new OpenTable();
  }

  private close(name: string): void {
    if (name === 'p' || name === 'h') this.endText();
    else if (name === 'list') this.closeList();
    else if (name === 'table') this.closeTable();
    else if (this.tables === 1) this.closeTablePart(name);
  }

  private closeList(): void {
    this.lists -= 1;
    if (this.lists === 0) this.endList();
  }

  private closeTablePart(name: string): void {
    if (CELLS.has(name)) this.table?.closeCell();
    else if (name === 'table-row') this.table?.closeRow();
  }

  private closeTable(): void {
    this.tables -= 1;
    if (this.tables > 0 || !this.table) return;
    this.blocks.push(...tableBlocks(this.table.rows));
    this.table = undefined;
  }

  finish(): TextBlock[] {
    this.endText();
    this.endList();
    return this.blocks;
  }

  private endText(): void {
    const [text, level] = [this.text.trim(), this.level];
    [this.text, this.level] = ['', 0];
    if (text === '') return;
    if (this.table) this.table.add(text);
    else if (this.lists > 0 && level === 0) this.addListLine(text);
    else this.blocks.push(level > 0 ? textBlock('heading', text.replace(/\s+/g, ' '), level) : textBlock('text', text));
  }

  private addListLine(text: string): void {
    this.list.push(`${'  '.repeat(Math.min(this.lists, 9) - 1)}${this.isListItem ? '- ' : '  '}${text}`);
    this.isListItem = false;
  }

  private endList(): void {
    if (this.list.length > 0) this.blocks.push(textBlock('text', this.list.join('\n')));
    this.list = [];
  }
}

/** An OpenDocument text. Throws `FileUnreadable`. */
export const parseOdt = async (bytes: Uint8Array): Promise<TextBlock[]> => {
  const parts = await unpack(bytes, (name) => name === 'content.xml');
  assertNoDeclarations(parts);
  const xml = decodeText(parts.get('content.xml') ?? Buffer.from([0]));
  if (xml === undefined) throw damaged(); // also what a password leaves of it
  const reader = new OdtReader();
  for (const token of xmlTokens(xml)) reader.read(token);
  return reader.finish();
};
