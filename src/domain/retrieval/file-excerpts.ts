import type { Citations, ReplyDetails, Source } from '../chat/ports.ts';
import type { RetrievalTrace } from './ports.ts';

/** Stands in stored replies where the name of a file stood; the page says it in the reader's language. */
export const DELETED_FILE = 'Deleted file';

/** How sources of a reply name a file, whatever page of it they mean. */
export const addressOfFile = (fileId: string): string => `/?file=${encodeURIComponent(fileId)}`;

/** The file that an address names, if it names one. */
export const fileOfAddress = (address: string): string | undefined => /^\/\?file=([\w-]+)/.exec(address)?.[1];

const isOf = ({ url }: Source, fileId: string): boolean => {
  const address = addressOfFile(fileId);
  return url === address || url.startsWith(`${address}&`);
};

/** Sources keep their number and place, so that the marks stay right; of the file itself nothing stays. */
export const sourcesWithoutFile = (sources: readonly Source[], fileId: string): readonly Source[] =>
  sources.map((source) =>
    isOf(source, fileId) ? { ...source, title: DELETED_FILE, url: addressOfFile(fileId), snippet: '' } : source,
  );

/** What was found of the marks stays; what they quote of the file goes. */
export const citationsWithoutFile = (citations: Citations, sources: readonly Source[], fileId: string): Citations => ({
  ...citations,
  marks: citations.marks.map((mark) => {
    const source = sources[mark.source - 1];
    return source && isOf(source, fileId) ? { ...mark, passage: '' } : mark;
  }),
});

export const detailsWithoutFile = (details: ReplyDetails, fileId: string): ReplyDetails => ({
  ...details,
  sources: sourcesWithoutFile(details.sources, fileId),
  citations: details.citations && citationsWithoutFile(details.citations, details.sources, fileId),
});

/** How the answer came about can still be followed, without a word of the file. */
export const traceWithoutFile = (trace: RetrievalTrace, fileId: string): RetrievalTrace => ({
  ...trace,
  considered: trace.considered.map((one) =>
    one.fileId === fileId ? { ...one, fileName: DELETED_FILE, heading: '', excerpt: '' } : one,
  ),
  files: trace.files.map((one) => (one.fileId === fileId ? { ...one, fileName: DELETED_FILE, note: '' } : one)),
});
