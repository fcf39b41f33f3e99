/** A passage of a file that is found and quoted as one. */
export interface Chunk {
  /** Its place in the file, from 0. */
  readonly ordinal: number;
  readonly kind: 'text' | 'code' | 'table';
  /** Counted from 1; null where the file has no pages. */
  readonly page: number | null;
  /** The headings above it, outermost first, joined by ` › `; empty without any. */
  readonly heading: string;
  readonly text: string;
}

/** A chunk as it is kept: whose it is and of which file. */
export interface StoredChunk extends Chunk {
  readonly ownerId: string;
  readonly fileId: string;
}

/** Names a chunk among those of all files. */
export const chunkKey = ({ fileId, ordinal }: Pick<StoredChunk, 'fileId' | 'ordinal'>): string =>
  `${fileId}#${ordinal}`;

/** What is indexed and embedded of a chunk: its headings tell what its sentences leave out. */
export const toIndexedText = ({ heading, text }: Pick<Chunk, 'heading' | 'text'>): string =>
  heading === '' ? text : `${heading}\n${text}`;
