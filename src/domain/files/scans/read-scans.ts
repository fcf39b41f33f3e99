import { backoffMs } from '../../kernel/backoff.ts';
import { isOutage } from '../../kernel/domain-error.ts';
import type { Clock, UnitOfWork } from '../../kernel/ports.ts';
import { BlobMissing, BlobUnreadable, FileUnreadable } from '../errors.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { DocumentReader, ReadableFile } from '../ports/documents.ts';
import type { FileIndex } from '../ports/embedding.ts';
import type { FileRepository, StoredFile } from '../ports/file-repository.ts';
import type { PagePictures, ScanClaim, Scans, TextRecognizer } from './ports.ts';
import type { ReadPage } from './read-page.ts';
import { FILE_FAILURES } from '../../../shared/file-failures.ts';

const POLL_INTERVAL_MS = 1000;
/** Renewed with each page; no page takes as long. */
const LEASE_MS = 600_000;
const MAX_ATTEMPTS = 3;
const BACKOFF = { baseMs: 10_000, jitter: [0.5, 1.5] } as const;
/** While the file storage or the database does not answer, or the reader of documents is busy. */
const OUTAGE_BACKOFF = { baseMs: 30_000, jitter: [0.5, 1.5] } as const;
/** After so many pages others have their turn. */
const PAGES_PER_TURN = 5;
/** So many pages of a turn that cannot be read end it: a hostile file must not cost the time of all its pages. */
const MAX_FAILURES = 3;
/** Scanned pages of one file that are read. */
const MAX_SCANNED_PAGES = 300;

export interface ReadScansDeps {
  readonly scans: Scans;
  readonly files: FileRepository;
  readonly blobs: Blobs;
  /** Without recognised text. */
  readonly documents: DocumentReader;
  readonly pictures: PagePictures;
  readonly readPage: ReadPage;
  readonly recognizer: TextRecognizer;
  readonly index: FileIndex;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
  /** Identifies this process in leases. */
  readonly holder: string;
  /** 0 to 1, for the jitter. */
  readonly random: () => number;
}

type TurnOutcome = 'done' | 'more' | 'lost';

/**
 * Reads scanned pages in the background, some pages of a file at a time, so that a long scan delays nobody for long.
 */
export class ReadScans {
  constructor(private readonly deps: ReadScansDeps) {}

  /** Runs until `signal` aborts; unfinished scans are left to other processes. */
  async execute(signal: AbortSignal): Promise<void> {
    const { clock, failed, recognizer } = this.deps;
    while (!signal.aborted) {
      try {
        let worked = false;
        while (!signal.aborted && (await this.runNext(signal))) worked = true;
        if (worked) await recognizer.rest();
      } catch (error) {
        failed('the queue of scanned files', error);
      }
      await clock.sleep(POLL_INTERVAL_MS, signal);
    }
  }

  /** One turn of one scan; false when none is due. */
  async runNext(signal: AbortSignal): Promise<boolean> {
    const { scans, clock, holder } = this.deps;
    const claim = await scans.claim({ holder, now: clock.now(), until: clock.now() + LEASE_MS });
    if (!claim) return false;
    try {
      if (claim.attempts > MAX_ATTEMPTS) throw new Error('This scan ended the process that read it');
      const outcome = await this.readTurn(claim, signal);
      if (outcome === 'more') await scans.reschedule(claim.fileId, holder, { dueAt: clock.now(), forget: true });
    } catch (error) {
      if (signal.aborted) await scans.reschedule(claim.fileId, holder, { dueAt: clock.now(), forget: true });
      else await this.handleFailure(claim, error);
    }
    return true;
  }

  private async readTurn(claim: ScanClaim, signal: AbortSignal): Promise<TurnOutcome> {
    const { scans, files, blobs, documents } = this.deps;
    const { ownerId, fileId } = claim;
    const file = await files.find(ownerId, fileId);
    if (!file) return 'lost'; // deleted or expired; the sweeper removes the rest
    const bytes = await blobs.read(file.hash);
    if (!bytes) throw new BlobMissing();
    const readable = { ...file, bytes };
    const document = await documents.extract(readable, signal);
    const done = new Set((await scans.listPages(ownerId, fileId)).map(({ page }) => page));
    const scanned = (document.scannedPages ?? []).slice(0, MAX_SCANNED_PAGES);
    const waiting = scanned.filter((page) => !done.has(page));
    let failures = 0;
    for (const page of waiting.slice(0, PAGES_PER_TURN)) {
      const outcome = await this.readOne(claim, readable, page, signal);
      if (outcome === 'lost') return 'lost';
      if (outcome === 'failed') failures += 1;
    }
    if (waiting.length > PAGES_PER_TURN && failures < MAX_FAILURES) return 'more';
    const hasText =
      document.blocks.length > 0 || (await scans.listPages(ownerId, fileId)).some(({ text }) => text !== '');
    return this.finish(claim, file, hasText);
  }

  private async readOne(
    claim: ScanClaim,
    file: ReadableFile,
    page: number,
    signal: AbortSignal,
  ): Promise<'read' | 'failed' | 'lost'> {
    signal.throwIfAborted();
    if (!(await this.progress(claim, page))) return 'lost';
    const text = await this.readPicture(claim, file, page, signal);
    // Once more, because the file may have been deleted while its page was read.
    if (!(await this.progress(claim, page))) return 'lost';
    await this.deps.scans.savePage(claim.fileId, { page, text: text ?? '' });
    return text === undefined ? 'failed' : 'read';
  }

  private progress({ fileId }: ScanClaim, page: number): Promise<boolean> {
    const { scans, clock, holder } = this.deps;
    return scans.progress(fileId, holder, { page, until: clock.now() + LEASE_MS });
  }

  /** Undefined for a page whose picture is hostile or damaged: it is left out, and the others are read. */
  private async readPicture(
    claim: ScanClaim,
    file: ReadableFile,
    page: number,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { pictures, readPage, failed } = this.deps;
    try {
      const picture = await pictures.draw(file, page, signal);
      return picture === undefined ? '' : await readPage.execute(claim, picture, signal);
    } catch (error) {
      if (!(error instanceof FileUnreadable)) throw error;
      failed(`reading page ${page} of the scan ${claim.fileId}`, error);
      return undefined;
    }
  }

  /** A permanent file is embedded now that it has text. */
  private async finish({ fileId, ownerId }: ScanClaim, file: StoredFile, hasText: boolean): Promise<TurnOutcome> {
    const { scans, files, index, work, holder } = this.deps;
    await work.run(async () => {
      if (!(await scans.finish(fileId, holder, hasText ? 'done' : 'failed'))) return;
      if (file.embeddingStatus !== 'pending') return;
      if (hasText) await index.enqueue(ownerId, fileId);
      else await files.setEmbedding(ownerId, fileId, NO_TEXT);
    });
    return 'done';
  }

  private async handleFailure(claim: ScanClaim, error: unknown): Promise<void> {
    const { scans, files, work, clock, failed, holder, random } = this.deps;
    failed(`reading the scan ${claim.fileId}`, error);
    if (isOutage(error)) {
      const dueAt = clock.now() + backoffMs(OUTAGE_BACKOFF, 1, random);
      await scans.reschedule(claim.fileId, holder, { dueAt, forget: true });
      return;
    }
    if (claim.attempts < MAX_ATTEMPTS && !(error instanceof FileUnreadable)) {
      const dueAt = clock.now() + backoffMs(BACKOFF, claim.attempts, random);
      await scans.reschedule(claim.fileId, holder, { dueAt, forget: false });
      return;
    }
    await work.run(async () => {
      if (!(await scans.finish(claim.fileId, holder, 'failed'))) return;
      const file = await files.find(claim.ownerId, claim.fileId);
      const embeddingError = isOfContent(error) ? error.message : FILE_FAILURES.scanUnread;
      if (file?.embeddingStatus === 'pending')
        await files.setEmbedding(claim.ownerId, claim.fileId, { ...NO_TEXT, embeddingError });
    });
  }
}

/** Its message is for the owner. */
const isOfContent = (error: unknown): error is FileUnreadable | BlobMissing | BlobUnreadable =>
  error instanceof FileUnreadable || error instanceof BlobMissing || error instanceof BlobUnreadable;

const NO_TEXT = {
  embeddingStatus: 'failed',
  embeddingError: FILE_FAILURES.scanWithoutLetters,
  chunkCount: 0,
} as const;
