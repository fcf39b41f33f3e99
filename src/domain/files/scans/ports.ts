import type { Tier } from '../../../shared/tiers.ts';
import type { ReadableFile } from '../ports/documents.ts';

/** A stored file with pages that are pictures. */
export interface Scan {
  readonly fileId: string;
  readonly ownerId: string;
  /** The owner's at the upload: it limits the vision model. */
  readonly tier: Tier;
  /** Pages of the file. */
  readonly pages: number;
}

/** A scan whose turn it is. */
export interface ScanClaim extends Scan {
  /** Attempts since its last progress, with this one. */
  readonly attempts: number;
}

export interface ScanState {
  readonly status: 'waiting' | 'running' | 'done' | 'failed';
  /** The page that is read, or was read last; 0 before the first. */
  readonly page: number;
  readonly pages: number;
}

export interface RecognizedPage {
  /** From 1. */
  readonly page: number;
  /** Empty: no text was found. */
  readonly text: string;
}

/**
 * Scans that wait for their pages to be read, and the text of pages that were. Deleted with the file. Scans of others
 * are treated as missing.
 */
export abstract class Scans {
  /** No effect when it waits or runs already. */
  abstract enqueue(scan: Scan, now: number): Promise<void>;
  /** Takes a due scan, or one whose lease has expired; never a second one of an owner. */
  abstract claim(lease: {
    readonly holder: string;
    readonly now: number;
    readonly until: number;
  }): Promise<ScanClaim | undefined>;
  /** Records the page that is read now. False when the lease was lost or the file was deleted. */
  abstract progress(
    fileId: string,
    holder: string,
    to: { readonly page: number; readonly until: number },
  ): Promise<boolean>;
  /** Idempotent. */
  abstract savePage(fileId: string, page: RecognizedPage): Promise<void>;
  /** In order. */
  abstract listPages(ownerId: string, fileId: string): Promise<readonly RecognizedPage[]>;
  /** `forget` resets the attempts. */
  abstract reschedule(
    fileId: string,
    holder: string,
    to: { readonly dueAt: number; readonly forget: boolean },
  ): Promise<void>;
  /** False when the lease was lost. */
  abstract finish(fileId: string, holder: string, status: 'done' | 'failed'): Promise<boolean>;
  /** By file; without an entry for files that are no scans. */
  abstract find(ownerId: string, fileIds: readonly string[]): Promise<ReadonlyMap<string, ScanState>>;
}

/** An image that is to be read. */
export interface PageImage {
  readonly ownerId: string;
  readonly bytes: Uint8Array;
}

/** Draws the pictures of a page, outside of the main thread and within limits. */
export abstract class PagePictures {
  /** As PNG; undefined when the page shows no picture. Throws `FileUnreadable`, `DocumentReaderBusy`. */
  abstract draw(file: ReadableFile, page: number, signal: AbortSignal): Promise<Uint8Array | undefined>;
}

/** Reads the letters in an image (OCR). */
export abstract class TextRecognizer {
  /** False: not installed, or switched off. */
  abstract readonly available: boolean;
  /** Empty when there is no text. Throws `FileUnreadable` when it takes too long or too much memory. */
  abstract recognize(image: PageImage, signal: AbortSignal): Promise<string>;
  /** Gives its memory back until it is needed again. */
  abstract rest(): Promise<void>;
}
