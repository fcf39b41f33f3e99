import { PageUnavailable } from '../../domain/agents/errors.ts';
import type { DocumentPage } from '../../domain/agents/ports.ts';
import { DocumentReaderBusy, FileRefused, FileUnreadable, type UnreadableReason } from '../../domain/files/errors.ts';
import type { DocumentReader, FileTypeDetector, ReadableFile, TextBlock } from '../../domain/files/ports/documents.ts';
import { FairSemaphore } from '../../platform/semaphore.ts';
import { STEP_FAILURES, type StepFailure } from '../../shared/step-texts.ts';

/** Together with what the pages themselves may hold: so many documents are in memory at a time. */
const MAX_DOCUMENTS = { permits: 4, permitsPerOwner: 2, maxQueued: 40, maxQueuedPerOwner: 10 };
const TIMEOUT_MS = 12_000;
const MAX_TITLE_CHARACTERS = 200;

const PDF = /^[\s\ufeff]{0,16}%PDF-/;
const ZIP = /^PK\u0003\u0004/;
/** Formats that are zip archives, each told by its parts. */
const ARCHIVES = ['docx', 'odt', 'pptx', 'xlsx', 'epub'];

/** Whose title is a stamp and not the document's. */
const STAMP = /^arXiv:/i;

export interface WebDocument {
  readonly title: string;
  readonly text: string;
  readonly pages?: readonly DocumentPage[];
}

export interface DocumentRequest extends Pick<ReadableFile, 'kind' | 'bytes'> {
  /** Whose documents are read one after another. */
  readonly owner: string;
  readonly maxCharacters: number;
}

/** Documents among what was fetched: told by their bytes, and read as attached files are, in the same threads. */
export class WebDocuments {
  private readonly slots = new FairSemaphore(MAX_DOCUMENTS);

  constructor(
    private readonly reader: DocumentReader,
    private readonly types: FileTypeDetector,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /** By the first bytes. */
  isDocument(beginning: Buffer): boolean {
    const text = beginning.subarray(0, 64).toString('latin1');
    return PDF.test(text) || ZIP.test(text);
  }

  /** Room for one document; the returned function gives it back. */
  acquire(owner: string, signal: AbortSignal): Promise<() => void> {
    return this.slots.acquire(owner, signal);
  }

  /** Undefined: an archive of something else. */
  async kindOf(bytes: Buffer): Promise<ReadableFile['kind'] | undefined> {
    if (PDF.test(bytes.subarray(0, 64).toString('latin1'))) return 'pdf';
    for (const extension of ARCHIVES) {
      const found = await this.types.detect(`page.${extension}`, bytes).catch(ifRefused);
      if (found) return found.kind;
    }
    return undefined;
  }

  /** Throws `PageUnavailable`. */
  async read({ kind, bytes, owner, maxCharacters }: DocumentRequest, signal: AbortSignal): Promise<WebDocument> {
    const timeout = AbortSignal.timeout(this.timeoutMs);
    const file = { kind, bytes, ownerId: owner, name: '', maxCharacters };
    try {
      const { blocks } = await this.reader.extract(file, AbortSignal.any([signal, timeout]));
      return toDocument(blocks, maxCharacters);
    } catch (error) {
      if (timeout.aborted && !signal.aborted) throw new PageUnavailable(STEP_FAILURES.pageTooSlow);
      throw toPageError(error);
    }
  }
}

const ifRefused = (error: unknown): undefined => {
  if (!(error instanceof FileRefused)) throw error;
};

const REASONS: Readonly<Record<UnreadableReason, StepFailure>> = {
  encrypted: STEP_FAILURES.siteUnreadable,
  damaged: STEP_FAILURES.siteUnreadable,
  'no text': STEP_FAILURES.pageWithoutText,
  'too large': STEP_FAILURES.pageTooLarge,
  'too slow': STEP_FAILURES.pageTooSlow,
};

const toPageError = (error: unknown): unknown => {
  if (error instanceof DocumentReaderBusy) return new PageUnavailable(STEP_FAILURES.pageTooSlow, { cause: error });
  if (!(error instanceof FileUnreadable)) return error;
  return new PageUnavailable(REASONS[error.reason], { cause: error });
};

/** A line of prose ends where the page ends; one of a table is shorter, or mostly of figures. */
const MIN_PROSE_LINE = 35;
const isProse = (line: string): boolean =>
  line.length >= MIN_PROSE_LINE && line.replace(/[^\d]/g, '').length * 3 < line.length;

const endLine = (line: string, next: string | undefined): string => {
  if (next === undefined) return line;
  if (!isProse(line)) return `${line}\n`;
  return /\p{L}-$/u.test(line) && /^\p{Ll}/u.test(next) ? line.slice(0, -1) : `${line} `;
};

/**
 * Lines of a paragraph as the sentences that they were, with the words that were parted at their ends. Each line is
 * read once, however many a hostile page has.
 */
const joinLines = (text: string): string =>
  text
    .split('\n')
    .map((line, at, lines) => endLine(line, lines[at + 1]))
    .join('');

/** At least the first characters, if there are as many: a page of a hostile document has millions. */
const plain = ({ kind, text, page }: TextBlock, maxCharacters: number): string => {
  const written = text.slice(0, 2 * maxCharacters).replaceAll('\0', '');
  return kind === 'text' && page !== null ? joinLines(written) : written;
};

const titleOf = (blocks: readonly TextBlock[]): string => {
  const first = blocks[0]?.page ?? null;
  const heading = blocks.find(({ kind, page, text }) => kind === 'heading' && page === first && !STAMP.test(text));
  return heading?.text.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARACTERS) ?? '';
};

const toDocument = (blocks: readonly TextBlock[], maxCharacters: number): WebDocument => {
  const pages = new Map<number, string>();
  let text = '';
  for (const block of blocks) {
    const gap = text === '' ? '' : '\n\n';
    const room = maxCharacters - text.length - gap.length;
    if (room <= 0) break;
    const added = plain(block, room).slice(0, room);
    text += gap + added;
    if (block.page === null) continue;
    const before = pages.get(block.page);
    pages.set(block.page, before === undefined ? added : `${before}\n\n${added}`);
  }
  if (text.trim() === '') throw new PageUnavailable(STEP_FAILURES.pageWithoutText);
  const document = { title: titleOf(blocks), text };
  return pages.size > 0
    ? { ...document, pages: [...pages].map(([number, each]) => ({ number, text: each })) }
    : document;
};
