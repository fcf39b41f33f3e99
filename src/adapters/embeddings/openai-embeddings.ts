import { z } from 'zod';

import { backoffMs } from '../../domain/kernel/backoff.ts';
import { estimateTokens } from '../../domain/kernel/estimate-tokens.ts';
import { toJsonBody } from '../../platform/json-body.ts';
import { OpenAiAddress } from '../../platform/openai-address.ts';
import { readLimited } from '../../platform/read-limited.ts';
import { vendorFetch } from '../../platform/vendor-fetch.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import { EmbeddingError, type EmbeddingFailure, WrongVectorLength } from '../../domain/retrieval/errors.ts';
import { type Collection, type EmbeddingResult, TextEmbedder } from '../../domain/retrieval/ports.ts';
import { normalizeVector } from './hashed-words.ts';
import { FILE_FAILURES } from '../../shared/file-failures.ts';

export interface EmbeddingServer {
  /** As people write it: see `OpenAiAddress`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Names the server in the versions of collections. */
  readonly id: string;
}

export interface EmbeddingModel {
  readonly model: string;
  readonly dimensions: number;
  /** Whether the server can be asked for this many dimensions; otherwise it has no choice. */
  readonly supportsDimensions: boolean;
}

/** Limits of one call: texts, characters, time, size of the answer. */
const MAX_BATCH_TEXTS = 64;
const MAX_BATCH_CHARACTERS = 120_000;
const REQUEST_TIMEOUT_MS = 30_000;
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
const MAX_ATTEMPTS = 3;
const BACKOFF = { baseMs: 1000, jitter: [0.5, 1.5] } as const;
const MAX_RETRY_DELAY_MS = 10_000;

const responseSchema = z.object({
  data: z.array(z.object({ index: z.number().int().min(0).nullish(), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: z.number().int().min(0) }).nullish(),
});

const MESSAGES: Readonly<Record<EmbeddingFailure, string>> = {
  unavailable: FILE_FAILURES.embeddingUnanswered,
  misconfigured: FILE_FAILURES.embeddingMisconfigured,
  refused: FILE_FAILURES.embeddingRefused,
};

/** One call failed; only an unavailable service is asked again. */
class EmbeddingCallError extends EmbeddingError {
  afterMs = 0;
}

/** Any server with OpenAI's `/embeddings`. Answers are validated: one vector per text, of the right length. */
export class OpenAiEmbeddings extends TextEmbedder {
  readonly comparesMeaning = true;
  readonly model: string;
  readonly collection: Collection;
  readonly #server: EmbeddingServer;
  readonly #address: OpenAiAddress;
  readonly #model: EmbeddingModel;
  readonly #clock: Clock;
  /** As many as the server took in one call. */
  #maxTexts = MAX_BATCH_TEXTS;

  constructor(server: EmbeddingServer, model: EmbeddingModel, clock: Clock) {
    super();
    this.#server = server;
    this.#address = new OpenAiAddress(server.baseUrl, isElsewhere);
    this.#model = model;
    this.#clock = clock;
    this.model = model.model;
    this.collection = { version: `${server.id}/${model.model}@${model.dimensions}`, dimensions: model.dimensions };
  }

  async embed(texts: readonly string[], kind: 'document' | 'query', signal: AbortSignal): Promise<EmbeddingResult> {
    const vectors: Float32Array[] = [];
    let [inputTokens, estimated] = [0, false];
    let maxTexts = this.#maxTexts;
    const batches = toBatches(texts, maxTexts);
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const result = await this.#whole(batch, kind, signal);
      if (result) {
        vectors.push(...result.vectors);
        inputTokens += result.tokens ?? estimateTokens(batch.join(''));
        estimated ||= result.tokens === undefined;
      } else {
        const half = Math.ceil(batch.length / 2);
        maxTexts = Math.min(maxTexts, half);
        batches.unshift(batch.slice(0, half), batch.slice(half));
      }
    }
    this.#maxTexts = maxTexts; // not after a text that is refused alone
    return { vectors, usage: { inputTokens, estimated } };
  }

  /** Undefined: refused. Many servers take fewer texts in one call, and say so in ways of their own. */
  async #whole(batch: readonly string[], kind: 'document' | 'query', signal: AbortSignal) {
    try {
      return await this.#withRetries(batch, kind, signal);
    } catch (error) {
      if (error instanceof EmbeddingError && error.failure === 'refused' && batch.length > 1) return undefined;
      throw error;
    }
  }

  async #withRetries(texts: readonly string[], kind: 'document' | 'query', signal: AbortSignal) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#call(texts, signal);
      } catch (error) {
        signal.throwIfAborted();
        const failed = error instanceof EmbeddingCallError ? error : toError('unavailable', error);
        // Without any answer a document fails at once, so that its owner is told: its job tries again.
        const isAway = kind === 'document' && !(error instanceof EmbeddingCallError);
        if (failed.failure !== 'unavailable' || isAway || attempt === MAX_ATTEMPTS)
          throw new EmbeddingError(failed.message, failed.failure, failed.cause);
        await this.#clock.sleep(
          Math.min(MAX_RETRY_DELAY_MS, Math.max(failed.afterMs, backoffMs(BACKOFF, attempt))),
          signal,
        );
      }
    }
  }

  async #call(texts: readonly string[], signal: AbortSignal) {
    const { model, dimensions, supportsDimensions: shortens } = this.#model;
    const { apiKey } = this.#server;
    const init = {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
      },
      // Some servers refuse a blank text; a dot means as much.
      body: toJsonBody({
        model,
        input: texts.map((text) => text.trim() || '.'),
        encoding_format: 'float',
        ...(shortens ? { dimensions } : {}),
      }),
      signal,
    };
    const response = await this.#address.send('embeddings', async (url) => {
      const answer = await vendorFetch(url, REQUEST_TIMEOUT_MS, init);
      if (!answer.ok) throw await toCallError(answer);
      return answer;
    });
    const { data, usage } = parseResponse(await textOf(response));
    const byIndex = new Map(data.map(({ index, embedding }, place) => [index ?? place, embedding]));
    const vectors = texts.map((_, index) => toVector(byIndex.get(index), dimensions));
    return { vectors, tokens: usage?.prompt_tokens };
  }
}

const NOTHING_THERE = [404, 405];

const isElsewhere = (error: unknown): boolean => {
  const cause = error instanceof EmbeddingCallError ? error.cause : undefined;
  return cause instanceof Error && 'status' in cause && NOTHING_THERE.includes(Number(cause.status));
};

const toBatches = (texts: readonly string[], maxTexts: number): string[][] => {
  const batches: string[][] = [];
  let size = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    if (!last || last.length >= maxTexts || size + text.length > MAX_BATCH_CHARACTERS) {
      batches.push([text]);
      size = text.length;
    } else {
      last.push(text);
      size += text.length;
    }
  }
  return batches;
};

const toError = (failure: EmbeddingFailure, cause: unknown): EmbeddingCallError =>
  new EmbeddingCallError(MESSAGES[failure], failure, cause);

const toCallError = async (response: Response): Promise<EmbeddingCallError> => {
  await response.body?.cancel();
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const failure = toFailure(response.status);
  const { status } = response;
  const cause = Object.assign(new Error(`the embedding service answered ${status}`), { status });
  const error = toError(failure, cause);
  if (Number.isFinite(seconds)) error.afterMs = seconds * 1000;
  return error;
};

/** What is neither transient nor about the text is about the key, the address, the model or the account. */
const toFailure = (status: number): EmbeddingFailure => {
  if ([408, 409, 429].includes(status) || status >= 500) return 'unavailable';
  return [400, 413, 422].includes(status) ? 'refused' : 'misconfigured';
};

const parseResponse = (text: string): z.output<typeof responseSchema> => {
  try {
    return responseSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new EmbeddingCallError(FILE_FAILURES.embeddingInvalid, 'misconfigured', cause);
  }
};

const toVector = (embedding: readonly number[] | undefined, dimensions: number): Float32Array => {
  const isValid = embedding?.length === dimensions && embedding.every((part) => Number.isFinite(part));
  if (!embedding || !isValid) {
    const cause = new WrongVectorLength(embedding?.length ?? 0, dimensions);
    throw new EmbeddingCallError(FILE_FAILURES.embeddingInvalid, 'misconfigured', cause);
  }
  return normalizeVector(Float32Array.from(embedding));
};

const textOf = async (response: Response): Promise<string> => {
  const { bytes, isTruncated } = await readLimited(response.body ?? [], MAX_RESPONSE_BYTES);
  const cause = new Error('the answer of the embedding service is too long');
  if (isTruncated) throw new EmbeddingCallError(FILE_FAILURES.embeddingInvalid, 'misconfigured', cause);
  return bytes.toString('utf8');
};
