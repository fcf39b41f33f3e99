/** Texts could not be embedded. The message may be shown to the file's owner; what the provider said is the cause. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  /** False when asking the same again is in vain. */
  readonly isRetryable: boolean;

  constructor(message: string, { isRetryable, cause }: { readonly isRetryable: boolean; readonly cause?: unknown }) {
    super(message, { cause });
    this.isRetryable = isRetryable;
  }
}

/** The store of vectors does not answer; the cause says why. */
export class VectorsUnavailable extends Error {
  override readonly name = 'VectorsUnavailable';

  constructor(cause: unknown) {
    super('The store of vectors did not answer', { cause });
  }
}
