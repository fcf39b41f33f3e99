import type { RetrievalTrace, Wording } from './ports.ts';
import { type Citations, type ReplyDetails, type Source, withoutQuotes } from '../../shared/reply-details.ts';

/** Stored in place of the name; the page translates it. */
const DELETED_FILE_NAME = 'Deleted file';

/** The URL of a file in sources; pages add parameters. */
export const formatFileUrl = (fileId: string): string => `/?file=${encodeURIComponent(fileId)}`;

/** Undefined for other URLs. */
export const parseFileUrl = (address: string): string | undefined => /^\/\?file=([\w-]+)/.exec(address)?.[1];

const isFromFile = ({ url }: Source, fileId: string): boolean => {
  const address = formatFileUrl(fileId);
  return url === address || url.startsWith(`${address}&`);
};

/** Sources stay at their position, so that the marks stay correct. */
export const redactSources = (sources: readonly Source[], fileId: string): readonly Source[] =>
  sources.map((source) =>
    isFromFile(source, fileId)
      ? { ...source, title: DELETED_FILE_NAME, url: formatFileUrl(fileId), snippet: '' }
      : source,
  );

/** The verdicts stay; quotes of the file are removed. */
export const redactCitations = (citations: Citations, sources: readonly Source[], fileId: string): Citations => ({
  ...citations,
  marks: citations.marks.map((mark) => {
    const source = sources[mark.source - 1];
    return source && isFromFile(source, fileId) ? withoutQuotes(mark) : mark;
  }),
});

export const redactDetails = (details: ReplyDetails, fileId: string): ReplyDetails => ({
  ...details,
  sources: redactSources(details.sources, fileId),
  citations: details.citations && redactCitations(details.citations, details.sources, fileId),
});

/** A model words a question with the files' names and headings at hand. */
const redactWording = (wording: Wording): Wording =>
  wording.kind === 'question' || wording.kind === 'previous' ? wording : { ...wording, text: '' };

const isOf = ({ considered, files }: RetrievalTrace, fileId: string): boolean =>
  [...considered, ...files].some((one) => one.fileId === fileId);

/** Removes the file's name and excerpts from a trace. */
export const redactTrace = (trace: RetrievalTrace, fileId: string): RetrievalTrace => ({
  ...trace,
  wordings: isOf(trace, fileId) ? trace.wordings.map(redactWording) : trace.wordings,
  considered: trace.considered.map((one) =>
    one.fileId === fileId ? { ...one, fileName: DELETED_FILE_NAME, heading: '', excerpt: '' } : one,
  ),
  files: trace.files.map((one) => (one.fileId === fileId ? { ...one, fileName: DELETED_FILE_NAME, note: '' } : one)),
});
