import { fixedError } from '../kernel/domain-error.ts';
import { LimitReached, type ReachedLimit } from '../kernel/limit-message.ts';
import type { ModelFailure } from './sentence/ports.ts';

/** Only `refused` is about the text; `misconfigured`: no text gets a vector until the operator changes a setting. */
export type EmbeddingFailure = 'unavailable' | 'misconfigured' | 'refused';

/** The message may be shown to the file's owner; the provider's own error is the cause. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';

  constructor(
    message: string,
    readonly failure: EmbeddingFailure,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** The operator said another length of the vectors than the model has. */
export class WrongVectorLength extends Error {
  override readonly name = 'WrongVectorLength';

  constructor(
    readonly length: number,
    readonly expected: number,
  ) {
    super(`a vector of ${length} parts came where ${expected} were expected`);
  }
}

/** Of searches that belong to no message. */
export class FileSearchLimitReached extends LimitReached {
  readonly kind = 'limit_reached';

  constructor(reached: ReachedLimit) {
    const what = `All ${reached.limit} searches of the day in files are used.`;
    super(what, 'file-searches', what, reached);
  }
}

export class VectorsUnavailable extends Error {
  override readonly name = 'VectorsUnavailable';

  constructor(cause: unknown) {
    super('The store of vectors did not answer', { cause });
  }
}

/** The sentence model could not be fetched or read. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';

  constructor(
    readonly failure: ModelFailure,
    cause?: unknown,
  ) {
    super(`the sentence model could not be had (${failure})`, { cause });
  }
}

/** Variables of the environment decide. */
export class SentenceModelSetByEnvironment extends fixedError(
  'conflict',
  'The environment of this server decides on the sentence model',
  'SET_BY_ENVIRONMENT',
) {}
