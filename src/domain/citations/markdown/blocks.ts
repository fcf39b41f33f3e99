/** A run of whole lines. The blocks of a text concatenate to the text. */
export interface Block {
  readonly kind: 'fence' | 'heading' | 'item' | 'row' | 'blank' | 'text';
  readonly start: number;
  readonly end: number;
  /** Level of a heading; indentation of a list item or fence; else 0. */
  readonly depth: number;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const splitLines = (text: string): Line[] => {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const stop = text.indexOf('\n', start);
    const end = stop < 0 ? text.length : stop + 1;
    lines.push({ start, end, text: text.slice(start, stop < 0 ? end : stop).replace(/\r$/, '') });
    start = end;
  }
  return lines;
};

const FENCE = /^( *)(?:[-*+] +)?(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const ITEM = /^([ \t]*)(?:[-*+•]|\d{1,3}[.)])[ \t]+\S/;
const ROW = /^ {0,3}\|.*\|/;
const LIST_MARKER = /^[ \t]*(?:[-*+•]|\d{1,3}[.)])/;

const indentOf = (line: string): number => line.length - line.trimStart().length;

const classifyLine = (line: string): { kind: Block['kind']; depth: number } => {
  if (line.trim() === '') return { kind: 'blank', depth: 0 };
  const heading = HEADING.exec(line);
  if (heading) return { kind: 'heading', depth: heading[1]?.length ?? 1 };
  if (ITEM.test(line)) return { kind: 'item', depth: indentOf(line) };
  return { kind: ROW.test(line) ? 'row' : 'text', depth: 0 };
};

/** The index after the fence that opens in line `from`; an unclosed one ends with the text. */
const findFenceEnd = (lines: readonly Line[], from: number, fence: string): number => {
  const closing = new RegExp(`^ *${fence.charAt(0)}{${fence.length},}\\s*$`);
  for (let at = from + 1; at < lines.length; at += 1) if (closing.test(lines[at]?.text ?? '')) return at + 1;
  return lines.length;
};

/** How many characters the marker of a list item takes; 0 for other blocks. */
export const markerLength = (text: string, { kind, start, end }: Block): number =>
  kind === 'item' ? (LIST_MARKER.exec(text.slice(start, end))?.[0].length ?? 0) : 0;

/** A plain line continues the paragraph or list item above it. */
const continuesBlock = (last: Block | undefined, kind: Block['kind']): boolean =>
  kind === 'text' && (last?.kind === 'text' || last?.kind === 'item');

const appendBlock = (blocks: Block[], block: Block): void => {
  const last = blocks.at(-1);
  if (last && continuesBlock(last, block.kind)) blocks[blocks.length - 1] = { ...last, end: block.end };
  else blocks.push(block);
};

/** The blocks of a Markdown text, in one pass. Accepts any text. */
export const parseBlocks = (text: string): Block[] => {
  const lines = splitLines(text);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at];
    if (!line) break;
    const fence = FENCE.exec(line.text);
    const next = fence?.[2] === undefined ? at + 1 : findFenceEnd(lines, at, fence[2]);
    const what = fence ? { kind: 'fence' as const, depth: indentOf(line.text) } : classifyLine(line.text);
    appendBlock(blocks, { ...what, start: line.start, end: lines[next - 1]?.end ?? text.length });
    at = next;
  }
  return blocks;
};
