import type { DocumentSection } from '../chat/ports.ts';
import { withoutCode } from './citation-marks.ts';
import { type Block, blocksOf } from './markdown-blocks.ts';
import { plainText } from './plain-text.ts';
import { isStepLabel, kindOfHeading, kindOfParagraph } from './section-words.ts';
import type { Span } from './sentences.ts';

type Kind = DocumentSection['kind'];

/** A section by its place. `body`: where its text begins once its heading has become its title. */
interface Part extends Span {
  readonly kind: Kind;
  readonly title: string | null;
  readonly body: number;
  /** Level of the heading it stands under; 7 under none. */
  readonly depth: number;
}

const FOLDED: ReadonlySet<Kind> = new Set(['reasoning', 'stepByStep', 'toolAction']);
const NO_HEADING = 7;

/** Tags in which models put what they think and call: opening at the beginning of a line, closing anywhere. */
const TAGS =
  /^[ \t]*<(think|thinking|reasoning|tool_call|tool_result)>|<\/(think|thinking|reasoning|tool_call|tool_result)>/gim;

interface Stretch extends Span {
  readonly kind: 'reasoning' | 'toolAction' | null;
  readonly isAnswer: boolean;
}

const kindOfTag = (tag: string): 'reasoning' | 'toolAction' =>
  tag.toLowerCase().startsWith('tool') ? 'toolAction' : 'reasoning';

/** A closing tag that ends nothing. */
const isStray = (inside: string | null, kind: string, before: readonly Stretch[]): boolean =>
  inside === null && (before.length > 0 || kind === 'toolAction');

/** The text in stretches inside and outside of tags, without the tags. A tag that never closes reaches to the end. */
const stretchesOf = (text: string): Stretch[] => {
  const stretches: Stretch[] = [];
  let inside: 'reasoning' | 'toolAction' | null = null;
  let from = 0;
  for (const { 0: tag, 1: opening, 2: closing, index } of withoutCode(text).matchAll(TAGS)) {
    const kind = kindOfTag(opening ?? closing ?? '');
    const opens = opening !== undefined;
    // Templates may open for the model: a first closing tag ends what began with the text.
    if (opens ? inside !== null : isStray(inside, kind, stretches)) continue;
    stretches.push({ start: from, end: index, kind: opens ? null : kind, isAnswer: stretches.length > 0 });
    inside = opens ? kind : null;
    from = index + tag.length;
  }
  return [
    ...stretches,
    { start: from, end: text.length, kind: inside, isAnswer: stretches.length > 0 && inside === null },
  ];
};

/** Reads the blocks of a stretch in order and tells which belong together. */
class Sectioner {
  readonly parts: Part[] = [];
  private readonly text: string;
  private readonly blocks: readonly Block[];
  private readonly plain: Kind;
  /** Whether a step follows a block before the next heading. */
  private readonly stepAhead: readonly boolean[];

  constructor(text: string, { start, end, isAnswer }: Stretch) {
    this.text = text;
    this.blocks = blocksOf(text.slice(start, end)).map((block) => ({
      ...block,
      start: block.start + start,
      end: block.end + start,
    }));
    this.plain = isAnswer ? 'answer' : 'content';
    const ahead: boolean[] = [];
    let seen = false;
    for (const block of this.blocks.toReversed()) {
      ahead.push(seen);
      if (block.kind === 'heading') seen = false;
      else if (block.kind === 'text' && this.said(block) === 'stepByStep') seen = true;
    }
    this.stepAhead = ahead.toReversed();
  }

  read(): Part[] {
    this.blocks.forEach((block, at) => {
      if (block.kind === 'heading') this.heading(block);
      else if (block.kind === 'fence') this.fence(block, at);
      else if (block.kind === 'text') this.paragraph(block, at);
      else this.append(block);
    });
    return this.parts;
  }

  private get last(): Part | undefined {
    return this.parts.at(-1);
  }

  private said(block: Block): Kind | undefined {
    return kindOfParagraph(this.text.slice(block.start, Math.min(block.end, block.start + 200)));
  }

  private begin(block: Block, of: { kind: Kind; title?: string | null; body?: number; depth?: number }): void {
    this.parts.push({ title: null, body: block.start, depth: NO_HEADING, start: block.start, end: block.end, ...of });
  }

  /** Blank lines go to whatever is above them; all else opens a plain section where none is open. */
  private append(block: Block): void {
    const last = this.last;
    const isOpen = last && (block.kind === 'blank' || (last.kind !== 'heading' && last.kind !== 'code'));
    if (isOpen) this.parts[this.parts.length - 1] = { ...last, end: block.end };
    else this.begin(block, { kind: this.underAnswer() ? 'answer' : this.plain });
  }

  /** The last heading, if it promised the answer. */
  private underAnswer(): boolean {
    const heading = this.parts.findLast(({ kind }) => kind === 'heading');
    return heading?.title !== undefined && heading.title !== null && kindOfHeading(heading.title) === 'answer';
  }

  private heading(block: Block): void {
    const title = plainText(this.text.slice(block.start, block.end));
    const kind = kindOfHeading(title);
    const last = this.last;
    if (last && FOLDED.has(last.kind) && last.depth < block.depth) this.append(block);
    else if (kind !== undefined && FOLDED.has(kind))
      this.begin(block, { kind, title, body: block.end, depth: block.depth });
    else this.begin(block, { kind: 'heading', title, depth: block.depth });
  }

  private fence(block: Block, at: number): void {
    const last = this.last;
    const before = this.blocks.slice(Math.max(0, at - 2), at).findLast(({ kind }) => kind !== 'blank');
    const ofItem = before?.kind === 'item' && block.depth >= 2;
    if (last && (ofItem || FOLDED.has(last.kind))) return this.append(block);
    const language =
      /^\s*(?:`{3,}|~{3,})[ \t]*([\w+#.-]{1,30})/.exec(this.text.slice(block.start, block.start + 60))?.[1] ?? null;
    return this.begin(block, { kind: 'code', title: language });
  }

  private paragraph(block: Block, at: number): void {
    const last = this.last;
    const said = this.said(block);
    if (last && FOLDED.has(last.kind) && last.depth < NO_HEADING)
      return said === 'answer' ? this.begin(block, { kind: said }) : this.append(block);
    if (last?.kind === 'stepByStep') return this.afterStep(block, at, said);
    if (said !== undefined) return this.begin(block, { kind: said });
    return last && FOLDED.has(last.kind) ? this.begin(block, { kind: this.plain }) : this.append(block);
  }

  /** Between two steps all is theirs; after the last one the answer comes. */
  private afterStep(block: Block, at: number, said: Kind | undefined): void {
    const before = this.blocks.slice(Math.max(0, at - 2), at).findLast(({ kind }) => kind === 'text');
    const explains = before !== undefined && isStepLabel(this.text.slice(before.start, before.end));
    if (said === 'stepByStep' || (said !== 'answer' && (explains || this.stepAhead[at] === true))) this.append(block);
    else this.begin(block, { kind: 'answer' });
  }
}

const partsOf = (text: string, stretch: Stretch): Part[] => {
  if (stretch.kind === null) return new Sectioner(text, stretch).read();
  return [
    {
      start: stretch.start,
      end: stretch.end,
      body: stretch.start,
      kind: stretch.kind,
      title: stretch.kind === 'reasoning' ? 'Reasoning' : 'Tools',
      depth: 0,
    },
  ];
};

const isBlank = (text: string): boolean => text.trim() === '';

/**
 * A reply in sections, in its order and its own words. What is read straight on keeps its headings in its text, so that
 * these texts together are the reply; what is folded has its heading as its title. Steps are not folded when there is
 * nothing else to read.
 */
export const sectionsOf = (text: string): DocumentSection[] => {
  const parts = stretchesOf(text).flatMap((stretch) => partsOf(text, stretch));
  const isRead = ({ kind, start, end }: Part): boolean =>
    !FOLDED.has(kind) && kind !== 'heading' && !isBlank(text.slice(start, end));
  const folds = parts.some(isRead);
  return parts
    .map(({ kind, title, start, body, end }): DocumentSection => {
      const collapsible = FOLDED.has(kind) && (folds || kind === 'toolAction');
      return { kind, title, text: text.slice(collapsible ? body : start, end), collapsible };
    })
    .filter((section) => !isBlank(section.text));
};
