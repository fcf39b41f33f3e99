import type { RetrievalTrace } from './ports.ts';
import type { Citations, ReplyDetails, Source } from '../../shared/reply-details.ts';

/** Stands in stored replies where the name of a file stood; the page says it in the reader's language. */
const DELETED_FILE_NAME = 'Deleted file';

/** How sources of a reply name a file, whatever page of it they mean. */
export const formatFileUrl = (fileId: string): string => `/?file=${encodeURIComponent(fileId)}`;

/** The file that an address names, if it names one. */
export const parseFileUrl = (address: string): string | undefined => /^\/\?file=([\w-]+)/.exec(address)?.[1];

const isFromFile = ({ url }: Source, fileId: string): boolean => {
  const address = formatFileUrl(fileId);
  return url === address || url.startsWith(`${address}&`);
};

/** Sources keep their number and place, so that the marks stay right; of the file itself nothing stays. */
export const redactSources = (sources: readonly Source[], fileId: string): readonly Source[] =>
  sources.map((source) =>
    isFromFile(source, fileId)
      ? { ...source, title: DELETED_FILE_NAME, url: formatFileUrl(fileId), snippet: '' }
      : source,
  );

/** What was found of the marks stays; what they quote of the file goes. */
export const redactCitations = (citations: Citations, sources: readonly Source[], fileId: string): Citations => ({
  ...citations,
  marks: citations.marks.map((mark) => {
    const source = sources[mark.source - 1];
    return source && isFromFile(source, fileId) ? { ...mark, passage: '' } : mark;
  }),
});

export const redactDetails = (details: ReplyDetails, fileId: string): ReplyDetails => ({
  ...details,
  sources: redactSources(details.sources, fileId),
  citations: details.citations && redactCitations(details.citations, details.sources, fileId),
});

/** How the answer came about can still be followed, without a word of the file. */
export const redactTrace = (trace: RetrievalTrace, fileId: string): RetrievalTrace => ({
  ...trace,
  considered: trace.considered.map((one) =>
    one.fileId === fileId ? { ...one, fileName: DELETED_FILE_NAME, heading: '', excerpt: '' } : one,
  ),
  files: trace.files.map((one) => (one.fileId === fileId ? { ...one, fileName: DELETED_FILE_NAME, note: '' } : one)),
});
