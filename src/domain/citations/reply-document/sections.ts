import { maskCode } from '../markdown/citation-marks.ts';
import { type Block, parseBlocks } from '../markdown/blocks.ts';
import { toPlainText } from '../markdown/plain-text.ts';
import { isStepLabel, kindOfHeading, kindOfParagraph } from './section-keywords.ts';
import type { Span } from '../markdown/sentences.ts';
import type { DocumentSection } from '../../../shared/reply-details.ts';

type Kind = DocumentSection['kind'];

/** A section as a range. `body`: where its text starts after the heading that became its title. */
interface SectionSpan extends Span {
  readonly kind: Kind;
  readonly title: string | null;
  readonly body: number;
  /** Level of its heading; 7 without one. */
  readonly depth: number;
}

const COLLAPSIBLE_KINDS: ReadonlySet<Kind> = new Set(['reasoning', 'stepByStep', 'toolAction']);
const NO_HEADING = 7;

/** Tags of models for thoughts and tool calls: opening at the start of a line, closing anywhere. */
const TAGS =
  /^[ \t]*<(think|thinking|reasoning|tool_call|tool_result)>|<\/(think|thinking|reasoning|tool_call|tool_result)>/gim;

interface TaggedSpan extends Span {
  readonly kind: 'reasoning' | 'toolAction' | null;
  readonly isAnswer: boolean;
}

const kindOfTag = (tag: string): 'reasoning' | 'toolAction' =>
  tag.toLowerCase().startsWith('tool') ? 'toolAction' : 'reasoning';

/** A closing tag without an opening one. */
const isStrayTag = (inside: string | null, kind: string, before: readonly TaggedSpan[]): boolean =>
  inside === null && (before.length > 0 || kind === 'toolAction');

/** Splits the text at tags and drops the tags. An unclosed tag ends with the text. */
const splitByTags = (text: string): TaggedSpan[] => {
  const stretches: TaggedSpan[] = [];
  let inside: 'reasoning' | 'toolAction' | null = null;
  let from = 0;
  for (const { 0: tag, 1: opening, 2: closing, index } of maskCode(text).matchAll(TAGS)) {
    const kind = kindOfTag(opening ?? closing ?? '');
    const opens = opening !== undefined;
    // Chat templates may omit the opening tag: a first closing tag then ends a span from the start of the text.
    if (opens ? inside !== null : isStrayTag(inside, kind, stretches)) continue;
    stretches.push({ start: from, end: index, kind: opens ? null : kind, isAnswer: stretches.length > 0 });
    inside = opens ? kind : null;
    from = index + tag.length;
  }
  return [
    ...stretches,
    { start: from, end: text.length, kind: inside, isAnswer: stretches.length > 0 && inside === null },
  ];
};

/** Groups the blocks of a span into sections. */
class SectionParser {
  readonly parts: SectionSpan[] = [];
  private readonly blocks: readonly Block[];
  private readonly defaultKind: Kind;
  /** Whether a step follows each block before the next heading. */
  private readonly stepAhead: readonly boolean[];

  constructor(
    private readonly text: string,
    { start, end, isAnswer }: TaggedSpan,
  ) {
    this.blocks = parseBlocks(text.slice(start, end)).map((block) => ({
      ...block,
      start: block.start + start,
      end: block.end + start,
    }));
    this.defaultKind = isAnswer ? 'answer' : 'content';
    const ahead: boolean[] = [];
    let seen = false;
    for (const block of this.blocks.toReversed()) {
      ahead.push(seen);
      if (block.kind === 'heading') seen = false;
      else if (block.kind === 'text' && this.kindOf(block) === 'stepByStep') seen = true;
    }
    this.stepAhead = ahead.toReversed();
  }

  parse(): SectionSpan[] {
    this.blocks.forEach((block, at) => {
      if (block.kind === 'heading') this.addHeading(block);
      else if (block.kind === 'fence') this.addFence(block, at);
      else if (block.kind === 'text') this.addParagraph(block, at);
      else this.appendToLast(block);
    });
    return this.parts;
  }

  private get last(): SectionSpan | undefined {
    return this.parts.at(-1);
  }

  private kindOf(block: Block): Kind | undefined {
    return kindOfParagraph(this.text.slice(block.start, Math.min(block.end, block.start + 200)));
  }

  private openSection(block: Block, of: { kind: Kind; title?: string | null; body?: number; depth?: number }): void {
    this.parts.push({ title: null, body: block.start, depth: NO_HEADING, start: block.start, end: block.end, ...of });
  }

  /** Blank lines belong to the block above; other blocks open a plain section when none is open. */
  private appendToLast(block: Block): void {
    const last = this.last;
    const isOpen = last && (block.kind === 'blank' || (last.kind !== 'heading' && last.kind !== 'code'));
    if (isOpen) this.parts[this.parts.length - 1] = { ...last, end: block.end };
    else this.openSection(block, { kind: this.isUnderAnswerHeading() ? 'answer' : this.defaultKind });
  }

  private isUnderAnswerHeading(): boolean {
    const heading = this.parts.findLast(({ kind }) => kind === 'heading');
    return heading?.title !== undefined && heading.title !== null && kindOfHeading(heading.title) === 'answer';
  }

  private addHeading(block: Block): void {
    const title = toPlainText(this.text.slice(block.start, block.end));
    const kind = kindOfHeading(title);
    const last = this.last;
    if (last && COLLAPSIBLE_KINDS.has(last.kind) && last.depth < block.depth) this.appendToLast(block);
    else if (kind !== undefined && COLLAPSIBLE_KINDS.has(kind))
      this.openSection(block, { kind, title, body: block.end, depth: block.depth });
    else this.openSection(block, { kind: 'heading', title, depth: block.depth });
  }

  private addFence(block: Block, at: number): void {
    const last = this.last;
    const before = this.blocks.slice(Math.max(0, at - 2), at).findLast(({ kind }) => kind !== 'blank');
    const ofItem = before?.kind === 'item' && block.depth >= 2;
    if (last && (ofItem || COLLAPSIBLE_KINDS.has(last.kind))) return this.appendToLast(block);
    const language =
      /^\s*(?:`{3,}|~{3,})[ \t]*([\w+#.-]{1,30})/.exec(this.text.slice(block.start, block.start + 60))?.[1] ?? null;
    return this.openSection(block, { kind: 'code', title: language });
  }

  private addParagraph(block: Block, at: number): void {
    const last = this.last;
    const paragraphKind = this.kindOf(block);
    if (last && COLLAPSIBLE_KINDS.has(last.kind) && last.depth < NO_HEADING)
      return paragraphKind === 'answer' ? this.openSection(block, { kind: paragraphKind }) : this.appendToLast(block);
    if (last?.kind === 'stepByStep') return this.addAfterStep(block, at, paragraphKind);
    if (paragraphKind !== undefined) return this.openSection(block, { kind: paragraphKind });
    return last && COLLAPSIBLE_KINDS.has(last.kind)
      ? this.openSection(block, { kind: this.defaultKind })
      : this.appendToLast(block);
  }

  /** Paragraphs between two steps belong to them; the answer follows the last step. */
  private addAfterStep(block: Block, at: number, paragraphKind: Kind | undefined): void {
    const before = this.blocks.slice(Math.max(0, at - 2), at).findLast(({ kind }) => kind === 'text');
    const explains = before !== undefined && isStepLabel(this.text.slice(before.start, before.end));
    if (paragraphKind === 'stepByStep' || (paragraphKind !== 'answer' && (explains || this.stepAhead[at] === true)))
      this.appendToLast(block);
    else this.openSection(block, { kind: 'answer' });
  }
}

const parseSection = (text: string, span: TaggedSpan): SectionSpan[] => {
  const { start, end, kind } = span;
  if (kind === null) return new SectionParser(text, span).parse();
  return [{ start, end, body: start, kind, title: kind === 'reasoning' ? 'Reasoning' : 'Tools', depth: 0 }];
};

const isBlank = (text: string): boolean => text.trim() === '';

/**
 * The sections of a reply, in order. Visible sections include their headings, so that their texts concatenate to the
 * reply; collapsible ones have the heading as title. Steps are only collapsible when there is something else to read.
 */
export const parseSections = (text: string): DocumentSection[] => {
  const parts = splitByTags(text).flatMap((span) => parseSection(text, span));
  const isVisible = ({ kind, start, end }: SectionSpan): boolean =>
    !COLLAPSIBLE_KINDS.has(kind) && kind !== 'heading' && !isBlank(text.slice(start, end));
  const hasVisible = parts.some(isVisible);
  return parts
    .map(({ kind, title, start, body, end }): DocumentSection => {
      const collapsible = COLLAPSIBLE_KINDS.has(kind) && (hasVisible || kind === 'toolAction');
      return { kind, title, text: text.slice(collapsible ? body : start, end), collapsible };
    })
    .filter((section) => !isBlank(section.text));
};
