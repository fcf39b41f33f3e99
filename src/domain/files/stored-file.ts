import type { FileKind } from '../../shared/file-formats.ts';

/** `disabled`: images, and files uploaded without embedding. */
export type EmbeddingStatus = 'pending' | 'completed' | 'failed' | 'disabled';

/** Detected by content, never by name alone. */
export type { FileKind };

/** Several files may share the bytes of a `hash`. */
export interface StoredFile {
  readonly id: string;
  readonly ownerId: string;
  /** SHA-256 of the stored bytes, in hexadecimal. */
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
  /** The reason of a failure, for display; of a file whose attempts fail that of the last one. */
  readonly embeddingError: string | null;
  /** Since when the attempts of a pending file fail, or of a completed one that is embedded again. */
  readonly embeddingFailingSince: number | null;
  readonly chunkCount: number;
  /** About the tokens of its text; null until it is first read or embedded. */
  readonly textTokens: number | null;
  /** How often it was part of a prompt. */
  readonly accessCount: number;
  /** By a vision model, for images. */
  readonly visionDescription: string | null;
  readonly createdAt: number;
  /** Epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
}
