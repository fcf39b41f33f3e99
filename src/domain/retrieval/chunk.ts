/** A passage of a file. */
export interface Chunk {
  /** Its position in the file, from 0. */
  readonly ordinal: number;
  readonly kind: 'text' | 'code' | 'table';
  /** From 1; null without pages. */
  readonly page: number | null;
  /** The headings above it, outermost first, joined by ` › `; may be empty. */
  readonly heading: string;
  readonly text: string;
}

export interface StoredChunk extends Chunk {
  readonly ownerId: string;
  readonly fileId: string;
}

/** Unique over all files. */
export const chunkKey = ({ fileId, ordinal }: Pick<StoredChunk, 'fileId' | 'ordinal'>): string =>
  `${fileId}#${ordinal}`;

/** Headings are indexed and embedded with the text, because they complete its context. */
export const toIndexedText = ({ heading, text }: Pick<Chunk, 'heading' | 'text'>): string =>
  heading === '' ? text : `${heading}\n${text}`;
