/** Where a file stands with retrieval: `disabled` for images and for files whose person did not want it. */
export type EmbeddingStatus = 'pending' | 'completed' | 'failed' | 'disabled';

/** What a file is, decided by its content and never by its name alone. */
export type FileKind = 'text' | 'markdown' | 'code' | 'html' | 'pdf' | 'docx' | 'sheet' | 'image';

/** One person's file. Its bytes lie under `hash`, which several files may share. */
export interface StoredFile {
  readonly id: string;
  readonly ownerId: string;
  /** SHA-256 of the bytes as they are kept, in hexadecimal. */
  readonly hash: string;
  readonly name: string;
  /** MIME type. */
  readonly type: string;
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  readonly purpose: 'chat' | 'permanent';
  readonly description: string;
  readonly tags: readonly string[];
  readonly embeddingStatus: EmbeddingStatus;
  /** Why embedding failed, in words that may be shown. */
  readonly embeddingError: string | null;
  readonly chunkCount: number;
  /** How often it was given to a model. */
  readonly accessCount: number;
  /** What a vision model said of an image. */
  readonly visionDescription: string | null;
  readonly createdAt: number;
  /** Epoch milliseconds; null: it does not expire. */
  readonly expiresAt: number | null;
}
