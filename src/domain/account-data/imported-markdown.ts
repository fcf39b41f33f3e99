import { escapeMarkdown } from '../../shared/escape-markdown.ts';
import { toFields, toText } from './imported-conversation.ts';

/* What stands in an imported text for what came beside it. */

/** A picture that is not in the export. */
export const IMAGE = '*(image)*';

/** A file that is not in the export. Nothing where it has no name. */
export const writeFileName = (name: string): readonly string[] => {
  const escaped = escapeMarkdown(name);
  return escaped === '' ? [] : [`*(file: ${escaped})*`];
};

/** Of something with a title and a url; empty where it is no web address. */
export const writeLink = (page: unknown): string => {
  const { title, url } = toFields(page);
  const address = toText(url);
  if (!/^https?:\/\//i.test(address)) return '';
  const encoded = address.replace(/[\s<>]/g, encodeURIComponent);
  return `[${escapeMarkdown(toText(title)) || encoded}](<${encoded}>)`;
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
