import type { StoredFile } from '../files/ports/file-repository.ts';
import { measureTokens } from '../kernel/estimate-tokens.ts';
import { toSingleLine, UNTRUSTED_TEXT_RULE, wrapUntrustedText } from '../kernel/untrusted-text.ts';
import type { FileUsage } from './ports.ts';
import { formatFileUrl } from './redact-file.ts';
import type { FilePassage } from './to-passages.ts';

/** Characters of a source's snippet: enough to recognise it in the list; the page has the file itself. */
const MAX_SNIPPET_LENGTH = 200;
const MAX_HEADING_LENGTH = 300;
const MAX_NAME_LENGTH = 120;
const MAX_NOTE_LENGTH = 240;

/** The part of the context for one file. */
export interface FileContextPart {
  readonly file: StoredFile;
  readonly passages: readonly FilePassage[];
  readonly how: FileUsage['how'];
  /** For the user and the model. */
  readonly note: string;
  /** The chunks that are given, of how many. */
  readonly given: number;
  readonly total: number;
  /** It stands before what differs by question. */
  readonly isWhole: boolean;
}

export interface NumberedPassage extends FilePassage {
  readonly number: number;
  readonly fileId: string;
  /** The page's link to it; unique per number. */
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
}

const nameOf = ({ name }: StoredFile): string => toSingleLine(name, MAX_NAME_LENGTH);

/** `Rules.pdf, page 2` or `Rules.md › Fees`. */
const titleOf = (file: StoredFile, { page, heading }: FilePassage): string => {
  if (page !== null) return `${nameOf(file)}, page ${page}`;
  const innermost = heading.split(' › ').at(-1) ?? '';
  return innermost === '' ? nameOf(file) : `${nameOf(file)} › ${toSingleLine(innermost, MAX_NAME_LENGTH)}`;
};

/** Two files may have one name: the second one gets a number, in marks as in what the model is told. */
export const withDistinctNames = (parts: readonly FileContextPart[]): FileContextPart[] => {
  const seen = new Map<string, number>();
  return parts.map((part) => {
    const name = nameOf(part.file);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1
      ? part
      : { ...part, file: { ...part.file, name: `${toSingleLine(name, MAX_NAME_LENGTH - 6)} (${count})` } };
  });
};

/** From 1. */
export const numberPassages = (parts: readonly FileContextPart[]): NumberedPassage[] => {
  const used = new Set<string>();
  const all: NumberedPassage[] = [];
  for (const { file, passages } of parts) {
    for (const passage of passages) {
      const { page, ordinals } = passage;
      const baseUrl = `${formatFileUrl(file.id)}${page === null ? '' : `&page=${page}`}`;
      const url = used.has(baseUrl) ? `${baseUrl}&part=${(ordinals[0] ?? 0) + 1}` : baseUrl;
      used.add(url);
      all.push({
        ...passage,
        fileId: file.id,
        number: all.length + 1,
        url,
        title: titleOf(file, passage),
        snippet: toSingleLine(passage.text, MAX_SNIPPET_LENGTH),
      });
    }
  }
  return all;
};

const PASSAGE_MARKER = '=== ';

/** No line of a file may look like a passage marker. */
const stripMarkers = (text: string): string => text.replace(/^=+ *(?=\[)/gm, '');

/** One file in the prompt: its name, its numbered texts, or a note. */
export const formatFile = ({ file, note }: FileContextPart, passages: readonly NumberedPassage[]): string => {
  const lines = passages.map(({ number, page, heading, text }) => {
    const where = [page === null ? '' : `page ${page}`, toSingleLine(heading, MAX_HEADING_LENGTH)]
      .filter(Boolean)
      .join(', ');
    return `${PASSAGE_MARKER}[${number}]${where === '' ? '' : ` ${where}`} ===\n${stripMarkers(text)}`;
  });
  const body = [`File name: ${nameOf(file)}`, toSingleLine(note, MAX_NOTE_LENGTH), ...lines].filter(Boolean);
  const text = body.join('\n\n');
  return wrapUntrustedText('file', text, text.length);
};

/** What a file costs in the prompt at most without its passages. */
export const fileHeadTokens = (file: StoredFile): number =>
  measureTokens(wrapUntrustedText('file', `File name: ${nameOf(file)}\n\n`, Infinity)) + MAX_NOTE_LENGTH / 2;

/** Placed before the texts of files. */
const FILE_CITATION_RULE =
  'The person has attached files. Their texts follow; each passage begins with a line such as ' +
  `"${PASSAGE_MARKER}[1] page 2 ===". ` +
  'Answer from them where they speak of the question, and cite every statement that comes from one with its number ' +
  'in square brackets, such as [1] or [2][3], directly after the statement. Use only these numbers, and say so ' +
  'where the files do not answer the question.';

/** The first lines of the file part: the same in every prompt. */
export const FILE_RULES = `${FILE_CITATION_RULE}\n\n${UNTRUSTED_TEXT_RULE}`;
