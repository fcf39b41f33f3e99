/** The message may be shown to the file's owner; the provider's own error is the cause. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  readonly isRetryable: boolean;

  constructor(message: string, { isRetryable, cause }: { readonly isRetryable: boolean; readonly cause?: unknown }) {
    super(message, { cause });
    this.isRetryable = isRetryable;
  }
}

export class VectorsUnavailable extends Error {
  override readonly name = 'VectorsUnavailable';

  constructor(cause: unknown) {
    super('The store of vectors did not answer', { cause });
  }
}
