const isSpace = (letter: string | undefined): boolean =>
  letter !== undefined && (letter.trim() === '' || letter === '\ufeff');

/** The end of the construct at `at`; undefined when it is not closed. */
const endOf = (text: string, at: number, end: string): number | undefined => {
  const found = text.indexOf(end, at);
  return found < 0 ? undefined : found + end.length;
};

/** What may precede the first element, and how it ends. */
const PROLOGS = [
  ['<?xml', '>'],
  ['<!--', '-->'],
  ['<!doctype', '>'],
] as const;
const SVG = /^<(?:\w{1,100}:)?svg[\s>/]/i;
const MAX_TAG_LENGTH = 120;

/** Whether the first element is `svg`, whatever precedes it. Linear. */
export const isSvg = (text: string): boolean => {
  let at = 0;
  for (;;) {
    while (isSpace(text[at])) at += 1;
    const here = text.slice(at, at + MAX_TAG_LENGTH);
    const before = PROLOGS.find(([begin]) => here.slice(0, begin.length).toLowerCase() === begin);
    if (!before) return SVG.test(here);
    const next = endOf(text, at + before[0].length, before[1]);
    if (next === undefined) return false;
    at = next;
  }
};
