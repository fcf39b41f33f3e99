import { escapeMarkdown } from '../../shared/escape-markdown.ts';
import { MAX_TEXT_LENGTH, toFields, toText } from './imported-conversation.ts';

/* What stands in an imported text for what came beside it. */

/** A picture that is not in the export. */
export const IMAGE = '*(image)*';

/** A file that is not in the export. Nothing where it has no name. */
export const writeFileName = (name: string): readonly string[] => {
  const escaped = escapeMarkdown(name);
  return escaped === '' ? [] : [`*(file: ${escaped})*`];
};

const MAX_TITLE_LENGTH = 500;
const MAX_URL_LENGTH = 2048;

/** Of something with a title and a url; empty where it is no web address. */
export const writeLink = (page: unknown): string => {
  const { title, url } = toFields(page);
  const address = toText(url);
  if (address.length > MAX_URL_LENGTH || !/^https?:\/\//i.test(address)) return '';
  const encoded = address.replace(/[\s<>]/g, encodeURIComponent);
  return `[${escapeMarkdown(toText(title).slice(0, MAX_TITLE_LENGTH)) || encoded}](<${encoded}>)`;
};

/**
 * `replace` that stops where the text is longer than any that is stored: a file can name one long link in a million
 * places.
 */
export const replaceMarks = (text: string, pattern: RegExp, write: (mark: RegExpExecArray) => string): string => {
  let [result, from] = ['', 0];
  for (const mark of text.matchAll(pattern)) {
    if (result.length > MAX_TEXT_LENGTH) break;
    result += text.slice(from, mark.index) + write(mark);
    from = mark.index + mark[0].length;
  }
  return result + text.slice(from);
};

/** Empty where all are. */
export const inBrackets = (parts: readonly string[]): string => {
  const some = parts.filter((part) => part !== '');
  return some.length === 0 ? '' : `(${some.join(', ')})`;
};

/** Paragraphs, without the empty ones. */
export const writeParagraphs = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .join('\n\n')
    .trim();
