import type { FileKind } from '../stored-file.ts';

/** A block of a file, in reading order. */
export interface TextBlock {
  readonly kind: 'heading' | 'text' | 'code' | 'table';
  readonly text: string;
  /** Counted from 1; null where the file has no pages. */
  readonly page: number | null;
  /** 1 to 6 for headings, else 0. */
  readonly level: number;
}

export interface ParsedDocument {
  readonly blocks: readonly TextBlock[];
  /** 0 where the file has no pages. */
  readonly pages: number;
  /** Pages without text, which may be pictures of it. */
  readonly scannedPages?: readonly number[] | undefined;
  /** Some of these will be read later, so this is not all of its text. */
  readonly isPartial?: boolean | undefined;
}

/** `ownerId`: one file per owner is read at a time. `id`: of a stored file. */
export interface ReadableFile {
  readonly id?: string | undefined;
  readonly ownerId: string;
  readonly kind: FileKind;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Where the beginning is enough: pages are read until there are so many characters. */
  readonly maxCharacters?: number | undefined;
}

/** Extracts text outside of the main thread, within limits of time, memory, pages and size. */
export abstract class DocumentReader {
  /** Throws `FileUnreadable` with the reason, and `DocumentReaderBusy` when the queue is full. */
  abstract extract(file: ReadableFile, signal: AbortSignal): Promise<ParsedDocument>;
}

export interface DetectedType {
  readonly kind: FileKind;
  /** MIME type. */
  readonly type: string;
}

/** Detects the type by content and file extension. */
export abstract class FileTypeDetector {
  /** By the name only; undefined when unknown. */
  abstract guessKind(name: string): FileKind | undefined;
  /** Throws `FileRefused` with the reason. */
  abstract detect(name: string, bytes: Uint8Array): Promise<DetectedType>;
}
