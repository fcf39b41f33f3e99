const NO_ASCII = /[^\x21-\x7e]/;
/** What ends an address in most texts, though it may stand in one. */
const QUOTES = /['|*。、，！？；：「」『』【】（）〈〉《》“”‘’„«»…،؛؟]/;
const SENTENCE_MARKS = /[).,;:!?\]]/;
const MARKS = /[()[\]{}.,;:!?'|*_~。、，．！？；：「」『』【】（）〈〉《》“”‘’„«»…،؛؟]/;

const upTo = (text: string, end: RegExp): string => {
  const at = text.search(end);
  return at < 0 ? text : text.slice(0, at);
};

const count = (text: string, sign: string): number => text.split(sign).length - 1;

/** Without marks at the end. `keepPairs`: a bracket stays whose other half stands before it. */
const trimMarks = (text: string, marks: RegExp, keepPairs = false): string => {
  let end = text.length;
  let unpaired = count(text, ')') - count(text, '(');
  for (; end > 0 && marks.test(text.charAt(end - 1)); end -= 1) {
    const mark = text.charAt(end - 1);
    if (mark === ')' && keepPairs && unpaired <= 0) break;
    if (mark === ')') unpaired -= 1;
    if (mark === '(') unpaired += 1;
  }
  return text.slice(0, end);
};

const withPossibleEnds = (text: string): string[] =>
  [text, upTo(text, NO_ASCII), upTo(text, QUOTES)].flatMap((cut) => [
    trimMarks(cut, SENTENCE_MARKS),
    trimMarks(cut, MARKS),
    trimMarks(cut, MARKS, true),
  ]);

const SCHEME = /https?:\/\//i;
const HOST = /(?<![\w@.-])(?:(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}|\d{1,3}(?:\.\d{1,3}){3})(?![\w-])/i;

const findInWord = (word: string): string[] => {
  const scheme = word.search(SCHEME);
  if (scheme >= 0) return [word.slice(scheme), ...word.slice(scheme).split(/(?=https?:\/\/)/i)];
  const host = word.search(HOST);
  return host < 0 ? [] : [`https://${word.slice(host)}`, `http://${word.slice(host)}`];
};

/**
 * The web addresses in a text of a person, with or without scheme. Where one ends is often open: brackets, quotes and
 * the text of other scripts may follow or belong to it, so each is there with every end that it may have.
 */
export const findWrittenUrls = (text: string): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const [word] of text.matchAll(/[^\s<>"`]+/g))
    for (const url of findInWord(word)) for (const each of withPossibleEnds(url)) found.add(each);
  return found;
};
