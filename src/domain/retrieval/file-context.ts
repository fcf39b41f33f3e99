import type { ParsedDocument, StoredFile } from '../files/ports.ts';
import { toSingleLine, wrapUntrustedText } from '../kernel/untrusted-text.ts';
import type { Passage } from './passage.ts';
import type { FileUsage } from './ports.ts';

/** Characters of a source's snippet. */
const MAX_SNIPPET_LENGTH = 300;
const MAX_NAME_LENGTH = 200;

/** A text of a file with its own source number. */
export interface FilePassage {
  readonly page: number | null;
  readonly heading: string;
  readonly text: string;
  /** Of the first chunk; null for texts that are not chunks. */
  readonly ordinal: number | null;
}

/** The part of the context for one file. */
export interface FileContextPart {
  readonly file: StoredFile;
  readonly texts: readonly FilePassage[];
  readonly how: FileUsage['how'];
  /** For the user and the model. */
  readonly note: string;
}

/**
 * A file's text up to `maxLength` characters: page by page, or in one piece when there are more pages than
 * `maxSources`.
 */
export const toPassages = (
  { blocks, pages }: ParsedDocument,
  maxLength: number,
  maxSources: number,
): { readonly texts: FilePassage[]; readonly cut: boolean } => {
  const byPage = new Map<number | null, string[]>();
  for (const { kind, text, page, level } of blocks) {
    const blockText = kind === 'heading' ? `${'#'.repeat(Math.max(1, level))} ${text}` : text;
    byPage.set(page, [...(byPage.get(page) ?? []), blockText]);
  }
  const parts = [...byPage]
    .map(([page, texts]) => ({ page, text: texts.join('\n\n').trim() }))
    .filter(({ text }) => text !== '');
  const texts: FilePassage[] = [];
  let left = maxLength;
  for (const { page, text } of parts) {
    if (left <= 0) return { texts: fitToSourceLimit(texts, pages, maxSources), cut: true };
    texts.push({ page, heading: '', text: text.slice(0, left), ordinal: null });
    left -= text.length;
  }
  return { texts: fitToSourceLimit(texts, pages, maxSources), cut: left < 0 };
};

/** Merges the pages when there are more than source numbers. */
const fitToSourceLimit = (texts: FilePassage[], pages: number, maxSources: number): FilePassage[] => {
  if (texts.length <= Math.max(1, maxSources)) return texts;
  const all = texts
    .map(({ page, text }) => (pages > 0 && page !== null ? `(page ${page})\n${text}` : text))
    .join('\n\n');
  return [{ page: null, heading: '', text: all, ordinal: null }];
};

/** Merges neighbouring chunks without their overlap. */
export const mergePassage = (passage: Passage): FilePassage => {
  const [first, ...rest] = passage;
  let text = first.text;
  for (const chunk of rest) text += withoutOverlap(text, chunk.text);
  return { page: first.page, heading: first.heading, text, ordinal: first.ordinal };
};

const withoutOverlap = (before: string, next: string): string => {
  for (let shared = Math.min(before.length, next.length, 200); shared >= 20; shared -= 1) {
    if (before.endsWith(next.slice(0, shared))) return next.slice(shared);
  }
  return `\n\n${next}`;
};

export interface NumberedPassage extends FilePassage {
  readonly number: number;
  readonly file: StoredFile;
  /** The page's link to it; unique per number. */
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
}

/** From 1. */
export const numberPassages = (parts: readonly FileContextPart[]): NumberedPassage[] => {
  const used = new Set<string>();
  const all: NumberedPassage[] = [];
  for (const { file, texts } of parts) {
    for (const text of texts) {
      const { page, ordinal } = text;
      const name = toSingleLine(file.name, MAX_NAME_LENGTH);
      const baseUrl = `/?file=${encodeURIComponent(file.id)}${page === null ? '' : `&page=${page}`}`;
      const url = used.has(baseUrl) ? `${baseUrl}&part=${(ordinal ?? used.size) + 1}` : baseUrl;
      used.add(url);
      all.push({
        ...text,
        file,
        number: all.length + 1,
        url,
        title: page === null ? name : `${name}, page ${page}`,
        snippet: toSingleLine(text.text, MAX_SNIPPET_LENGTH),
      });
    }
  }
  return all;
};

const PASSAGE_MARKER = '=== ';

/** No line of a file may look like a passage marker. */
const stripMarkers = (text: string): string => text.replace(/^=+ *(?=\[)/gm, '');

/** One file in the prompt: its name, its numbered texts, or a note. */
export const formatFile = ({ file, note }: FileContextPart, texts: readonly NumberedPassage[]): string => {
  const lines = texts.map(({ number, page, heading, text }) => {
    const where = [page === null ? '' : `page ${page}`, toSingleLine(heading, MAX_SNIPPET_LENGTH)]
      .filter(Boolean)
      .join(', ');
    return `${PASSAGE_MARKER}[${number}]${where === '' ? '' : ` ${where}`} ===\n${stripMarkers(text)}`;
  });
  const body = [`File name: ${toSingleLine(file.name, MAX_NAME_LENGTH)}`, note, ...lines].filter(Boolean).join('\n\n');
  return wrapUntrustedText('file', body, body.length + 100);
};

/** Placed before the texts of files. */
export const FILE_CITATION_RULE =
  `The person has attached files. Their texts follow; each passage begins with a line such as "${PASSAGE_MARKER}[1] page 2 ===". ` +
  'Answer from them where they speak of the question, and cite every statement that comes from one with its number in square brackets, ' +
  'such as [1] or [2][3], directly after the statement. Use only these numbers, and say so where the files do not answer the question.';
