import { ForwardSearch } from './literal-spans.ts';

/** A formula in a text, with its delimiters. */
interface Formula {
  readonly start: number;
  readonly end: number;
  readonly tex: string;
  /** Written to be set apart: `\[…\]` or `$$…$$`. */
  readonly isDisplay: boolean;
}

/** `$5, or 3$` is about money: what begins with a digit must look like a formula to be one. */
const isPrice = (tex: string): boolean => /^\d/.test(tex) && !/[\\^_=+*/{}<>]/.test(tex);

const STARTS = /[`\\$]/g;

/** Where code in a line ends: at the next run of as many ticks. */
class CodeEnds {
  private readonly ends = new Map<number, number>();

  constructor(text: string) {
    const open = new Map<number, number>();
    for (const { 0: run, index } of text.matchAll(/`+/g)) {
      const before = open.get(run.length);
      if (before !== undefined) this.ends.set(before, index + run.length);
      open.set(run.length, index);
    }
  }

  /** Undefined for ticks that open none. */
  endOf(start: number): number | undefined {
    return this.ends.get(start);
  }
}

/** Reads a text once from its beginning: what is looked for further on is looked for once. */
class FormulaScanner {
  private readonly square: ForwardSearch;
  private readonly round: ForwardSearch;
  private readonly double: ForwardSearch;
  private readonly dollar: ForwardSearch;
  private readonly line: ForwardSearch;

  constructor(private readonly text: string) {
    this.square = new ForwardSearch(text, '\\]');
    this.round = new ForwardSearch(text, '\\)');
    this.double = new ForwardSearch(text, '$$');
    this.dollar = new ForwardSearch(text, '$');
    this.line = new ForwardSearch(text, '\n');
  }

  *formulas(): Generator<Formula> {
    const code = new CodeEnds(this.text);
    const starts = new RegExp(STARTS);
    for (let found = starts.exec(this.text); found; found = starts.exec(this.text)) {
      const at = found.index;
      const formula = found[0] === '`' ? undefined : this.at(at);
      if (formula) yield formula;
      starts.lastIndex = formula?.end ?? (found[0] === '`' ? (code.endOf(at) ?? this.skipBackticks(at)) : at + 1);
    }
  }

  private skipBackticks(at: number): number {
    let end = at;
    while (this.text[end] === '`') end += 1;
    return end;
  }

  private at(at: number): Formula | undefined {
    const [before, next] = [this.text.charAt(at - 1), this.text.charAt(at + 1)];
    if (before === '\\') return undefined;
    if (this.text[at] === '$') return this.dollars(at, before, next);
    if (next === '[') return this.delimited(at, this.square.from(at + 3), true);
    return next === '(' && this.round.from(at + 3) < this.line.from(at)
      ? this.delimited(at, this.round.from(at + 3), false)
      : undefined;
  }

  private dollars(at: number, before: string, next: string): Formula | undefined {
    if (before === '$') return undefined;
    if (next === '$') return this.delimited(at, this.double.from(at + 3), true);
    if (/\w/.test(before)) return undefined;
    const end = this.dollar.from(at + 1);
    if (end > this.line.from(at) || end === Infinity || /[\w$]/.test(this.text.charAt(end + 1))) return undefined;
    const tex = this.text.slice(at + 1, end);
    if (/^\s/.test(tex) || (tex.length > 1 && /[\s\\]/.test(tex.charAt(tex.length - 1)))) return undefined;
    return { start: at, end: end + 1, tex, isDisplay: false };
  }

  /** Between two signs of two letters each. */
  private delimited(start: number, close: number, isDisplay: boolean): Formula | undefined {
    return close === Infinity
      ? undefined
      : { start, end: close + 2, tex: this.text.slice(start + 2, close), isDisplay };
  }
}

const toInlineFormula = (tex: string): string =>
  `$$${tex
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')}$$`;

/** A formula on its own lines is displayed as a block; any other, inline. `before`: its line up to it. */
const toDisplayFormula = (tex: string, before: string, after: string): string => {
  if (before.trim() !== '' || !/^[ .,;]*$/.test(after)) return toInlineFormula(tex);
  const lines = tex
    .trim()
    .split('\n')
    .map((line) => before + line.trim())
    .join('\n');
  return `$$\n${lines}\n${before}$$${after.trim() === '' ? '' : '\n'}`;
};

/** Money, which is text. */
const isMoney = (text: string, { start, tex, isDisplay }: Formula): boolean =>
  !isDisplay && text[start] === '$' && isPrice(tex);

/** Rewrites every formula as `$$…$$`, the one form that the parser takes. Prices and code are unchanged. */
export const normalizeFormulas = (text: string): string => {
  let result = '';
  let from = 0;
  let lineStart = 0;
  const lines = new ForwardSearch(text, '\n');
  for (const formula of new FormulaScanner(text).formulas()) {
    const { start, end, tex, isDisplay } = formula;
    while (lines.from(lineStart) < start) lineStart = lines.from(lineStart) + 1;
    // After another formula on the same line, the line is not blank.
    const before = lineStart < from ? 'x' : text.slice(lineStart, start);
    const replacement = isMoney(text, formula)
      ? text.slice(start, end)
      : isDisplay
        ? toDisplayFormula(tex, before, restOfLine(text, end))
        : toInlineFormula(tex);
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
};

/** Enough of the line to see whether anything but punctuation follows. */
const restOfLine = (text: string, from: number): string => text.slice(from, from + 200).split('\n', 1)[0] ?? '';

/** The letters of all formulas of a text. */
export const countFormulaCharacters = (text: string): number => {
  let count = 0;
  if (/\$|\\[[(]/.test(text)) for (const { tex } of new FormulaScanner(text).formulas()) count += tex.length;
  return count;
};

/** Whether a text has a formula. Cheap for text without dollar signs and backslashes. */
export const hasFormulas = (text: string): boolean => {
  if (!/\$|\\[[(]/.test(text)) return false;
  for (const formula of new FormulaScanner(text).formulas()) if (!isMoney(text, formula)) return true;
  return false;
};
