import type { ReadDocument, StoredFile } from '../files/ports.ts';
import { asData } from '../kernel/data-text.ts';
import type { Passage } from './find-passages.ts';
import type { FileUse } from './ports.ts';

/** What is quoted in a card, in characters. */
const SNIPPET = 300;
const LONGEST_NAME = 200;

/** A text of a file under one number. */
export interface NumberedText {
  readonly page: number | null;
  readonly heading: string;
  readonly text: string;
  /** Of chunks: the first one's place. */
  readonly ordinal: number | null;
}

/** What one file brings to an answer. */
export interface FilePart {
  readonly file: StoredFile;
  readonly texts: readonly NumberedText[];
  readonly how: FileUse['how'];
  /** In words for people and for the model alike. */
  readonly note: string;
}

/** A file's text up to `room` characters: in one piece, or page by page while there are numbers left for its pages. */
export const textsOf = (
  { blocks, pages }: ReadDocument,
  room: number,
  numbers: number,
): { readonly texts: NumberedText[]; readonly cut: boolean } => {
  const byPage = new Map<number | null, string[]>();
  for (const { kind, text, page, level } of blocks) {
    const said = kind === 'heading' ? `${'#'.repeat(Math.max(1, level))} ${text}` : text;
    byPage.set(page, [...(byPage.get(page) ?? []), said]);
  }
  const parts = [...byPage]
    .map(([page, texts]) => ({ page, text: texts.join('\n\n').trim() }))
    .filter(({ text }) => text !== '');
  const texts: NumberedText[] = [];
  let left = room;
  for (const { page, text } of parts) {
    if (left <= 0) return { texts: inNumbers(texts, pages, numbers), cut: true };
    texts.push({ page, heading: '', text: text.slice(0, left), ordinal: null });
    left -= text.length;
  }
  return { texts: inNumbers(texts, pages, numbers), cut: left < 0 };
};

/** More pages than numbers become one text: its sentences are found in it all the same. */
const inNumbers = (texts: NumberedText[], pages: number, numbers: number): NumberedText[] => {
  if (texts.length <= Math.max(1, numbers)) return texts;
  const all = texts
    .map(({ page, text }) => (pages > 0 && page !== null ? `(page ${page})\n${text}` : text))
    .join('\n\n');
  return [{ page: null, heading: '', text: all, ordinal: null }];
};

/** Neighbouring chunks as one text, without what they repeat of each other. */
export const textOfPassage = (passage: Passage): NumberedText => {
  const [first, ...rest] = passage;
  let text = first.text;
  for (const chunk of rest) text += joined(text, chunk.text);
  return { page: first.page, heading: first.heading, text, ordinal: first.ordinal };
};

const joined = (before: string, next: string): string => {
  for (let shared = Math.min(before.length, next.length, 200); shared >= 20; shared -= 1) {
    if (before.endsWith(next.slice(0, shared))) return next.slice(shared);
  }
  return `\n\n${next}`;
};

const plain = (text: string, most: number): string => {
  const line = text.replaceAll('\0', '').replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line;
};

export interface Numbered extends NumberedText {
  readonly number: number;
  readonly file: StoredFile;
  /** Where the page shows it; never the same for two numbers. */
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
}

/** Gives the texts of all files their numbers, from 1 on. */
export const numbered = (parts: readonly FilePart[]): Numbered[] => {
  const used = new Set<string>();
  const all: Numbered[] = [];
  for (const { file, texts } of parts) {
    for (const text of texts) {
      const { page, ordinal } = text;
      const name = plain(file.name, LONGEST_NAME);
      const near = `/?file=${encodeURIComponent(file.id)}${page === null ? '' : `&page=${page}`}`;
      const url = used.has(near) ? `${near}&part=${(ordinal ?? used.size) + 1}` : near;
      used.add(url);
      all.push({
        ...text,
        file,
        number: all.length + 1,
        url,
        title: page === null ? name : `${name}, page ${page}`,
        snippet: plain(text.text, SNIPPET),
      });
    }
  }
  return all;
};

const MARK = '=== ';

/** Nothing in a file may look like the line that a number stands in. */
const harmless = (text: string): string => text.replace(/^=+ *(?=\[)/gm, '');

/** One file as the model is told of it: its name, its numbered texts, or why there is none. */
export const fileAsData = ({ file, note }: FilePart, texts: readonly Numbered[]): string => {
  const lines = texts.map(({ number, page, heading, text }) => {
    const where = [page === null ? '' : `page ${page}`, plain(heading, SNIPPET)].filter(Boolean).join(', ');
    return `${MARK}[${number}]${where === '' ? '' : ` ${where}`} ===\n${harmless(text)}`;
  });
  const body = [`File name: ${plain(file.name, LONGEST_NAME)}`, note, ...lines].filter(Boolean).join('\n\n');
  return asData('file', body, body.length + 100);
};

/** How the files' texts are to be used; stands before them. */
export const FILE_RULE =
  `The person has attached files. Their texts follow; each passage begins with a line such as "${MARK}[1] page 2 ===". ` +
  'Answer from them where they speak of the question, and cite every statement that comes from one with its number in square brackets, ' +
  'such as [1] or [2][3], directly after the statement. Use only these numbers, and say so where the files do not answer the question.';
