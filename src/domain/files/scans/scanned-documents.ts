import { FileUnreadable } from '../errors.ts';
import { DocumentReader, type ParsedDocument, type ReadableFile, type TextBlock } from '../ports/documents.ts';
import type { RecognizedPage, Scans, ScanState, TextRecognizer } from './ports.ts';
import { FILE_FAILURES, formatFileFailure } from '../../../shared/file-failures.ts';

/** Reads documents together with the recognised text of their scanned pages. */
export class ScannedDocuments extends DocumentReader {
  constructor(
    private readonly documents: DocumentReader,
    private readonly scans: Scans,
    private readonly recognizer: TextRecognizer,
  ) {
    super();
  }

  /** A file that is not stored yet is returned with its scanned pages, also when there is no other text. */
  async extract(file: ReadableFile, signal: AbortSignal): Promise<ParsedDocument> {
    const document = await this.documents.extract(file, signal);
    const { blocks, scannedPages = [] } = document;
    if (scannedPages.length === 0) return document;
    if (file.id === undefined) {
      if (blocks.length === 0 && !this.recognizer.available)
        throw new FileUnreadable('no text', FILE_FAILURES.probablyScan);
      return document;
    }
    const recognized = await this.scans.listPages(file.ownerId, file.id);
    const merged = mergePages(blocks, recognized);
    const state = (await this.scans.find(file.ownerId, [file.id])).get(file.id);
    if (merged.length === 0) throw new FileUnreadable('no text', reasonOf(state, recognized.length > 0));
    const unread = isUnfinished(state) ? scannedPages.length - recognized.length : 0;
    return unread > 0
      ? { ...document, blocks: [...merged, unreadNote(unread)], isPartial: true }
      : { ...document, blocks: merged };
  }
}

const isUnfinished = (state: ScanState | undefined): boolean =>
  state?.status === 'waiting' || state?.status === 'running';

const reasonOf = (state: ScanState | undefined, wasRead: boolean): string => {
  if (state === undefined) return FILE_FAILURES.probablyScan;
  if (!isUnfinished(state)) return wasRead ? FILE_FAILURES.scanWithoutLetters : FILE_FAILURES.scanUnread;
  return state.page === 0
    ? FILE_FAILURES.scanWaits
    : formatFileFailure('scanBeingRead', { page: state.page, pages: state.pages });
};

/** Said in the text itself, so that nobody takes a part for the whole. */
const unreadNote = (count: number): TextBlock =>
  block(`[${count} scanned pages of this file have not been read yet.]`, null);

const block = (text: string, page: number | null): TextBlock => ({ kind: 'text', text, level: 0, page });

const pageBlocks = ({ page, text }: RecognizedPage): TextBlock[] =>
  text
    .split(/\n\n+/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => block(paragraph, page));

/** In the order of pages; a page was either text or a picture. */
const mergePages = (blocks: readonly TextBlock[], recognized: readonly RecognizedPage[]): TextBlock[] =>
  [...blocks, ...recognized.flatMap(pageBlocks)].toSorted((a, b) => (a.page ?? 0) - (b.page ?? 0));
