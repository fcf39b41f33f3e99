import { z } from 'zod';

import type { Clock } from '../../domain/kernel/ports.ts';
import { EmbeddingFault } from '../../domain/retrieval/errors.ts';
import { type Collection, type Embedded, Embeddings } from '../../domain/retrieval/ports.ts';
import { toLengthOne } from './hashed-words.ts';

export interface EmbeddingServer {
  /** Up to and including `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Names it in the versions of collections. */
  readonly id: string;
}

export interface EmbeddingModel {
  readonly model: string;
  readonly dimensions: number;
  /** The server is asked for this many dimensions; else it has no choice of them. */
  readonly shortens: boolean;
}

/** Texts and characters of one call; a call's longest time and largest answer. */
const MOST_TEXTS = 64;
const MOST_CHARACTERS = 120_000;
const CALL_MS = 30_000;
const MOST_BYTES = 32 * 1024 * 1024;
const TRIES = 3;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const LETTERS_PER_TOKEN = 4;

const reply = z.object({
  data: z.array(z.object({ index: z.number().int().min(0), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: z.number().int().min(0) }).nullish(),
});

const BUSY = 'The embedding service did not answer. Please try again later.';
const REFUSED = 'The embedding service refused the text.';
const GARBLED = 'The embedding service answered with something else than vectors of this model.';

/** What a call failed with; only `passing` ones are worth another try. */
class CallFailed extends Error {
  readonly passing: boolean;
  readonly afterMs: number;
  readonly says: string;

  constructor(says: string, { passing, afterMs = 0, cause }: { passing: boolean; afterMs?: number; cause?: unknown }) {
    super(says, { cause });
    this.says = says;
    this.passing = passing;
    this.afterMs = afterMs;
  }
}

/** Any server with OpenAI's `/embeddings`. What it answers is checked: one vector for each text, of the right length. */
export class OpenAiEmbeddings extends Embeddings {
  readonly model: string;
  readonly collection: Collection;
  readonly #server: EmbeddingServer;
  readonly #of: EmbeddingModel;
  readonly #clock: Clock;

  constructor(server: EmbeddingServer, of: EmbeddingModel, clock: Clock) {
    super();
    this.#server = server;
    this.#of = of;
    this.#clock = clock;
    this.model = of.model;
    this.collection = { version: `${server.id}/${of.model}@${of.dimensions}`, dimensions: of.dimensions };
  }

  async embed(texts: readonly string[], _kind: 'document' | 'query', signal: AbortSignal): Promise<Embedded> {
    const vectors: Float32Array[] = [];
    let [inputTokens, estimated] = [0, false];
    for (const batch of batchesOf(texts)) {
      const said = await this.#tried(batch, signal);
      vectors.push(...said.vectors);
      inputTokens += said.tokens ?? Math.ceil(batch.join('').length / LETTERS_PER_TOKEN);
      estimated ||= said.tokens === undefined;
    }
    return { vectors, usage: { inputTokens, estimated } };
  }

  async #tried(texts: readonly string[], signal: AbortSignal) {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#call(texts, signal);
      } catch (error) {
        signal.throwIfAborted();
        const failed = error instanceof CallFailed ? error : new CallFailed(BUSY, { passing: true, cause: error });
        if (!failed.passing || tried === TRIES)
          throw new EmbeddingFault(failed.says, { passing: failed.passing, cause: failed.cause });
        await this.#clock.sleep(
          Math.min(LONGEST_PAUSE_MS, Math.max(failed.afterMs, PAUSE_MS * 2 ** tried * (0.5 + Math.random()))),
          signal,
        );
      }
    }
  }

  async #call(texts: readonly string[], signal: AbortSignal) {
    const { model, dimensions, shortens } = this.#of;
    const { baseUrl, apiKey } = this.#server;
    const answer = await fetch(`${baseUrl}/embeddings`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
      },
      // A blank text is refused by some servers, and means as much as a dot.
      body: JSON.stringify({
        model,
        input: texts.map((text) => text.trim() || '.'),
        encoding_format: 'float',
        ...(shortens ? { dimensions } : {}),
      }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
    });
    if (!answer.ok) throw await refusal(answer);
    const { data, usage } = parsed(await textOf(answer));
    const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
    const vectors = texts.map((_, index) => vectorOf(byIndex.get(index), dimensions));
    return { vectors, tokens: usage?.prompt_tokens };
  }
}

const batchesOf = (texts: readonly string[]): string[][] => {
  const batches: string[][] = [];
  let size = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    if (!last || last.length >= MOST_TEXTS || size + text.length > MOST_CHARACTERS) {
      batches.push([text]);
      size = text.length;
    } else {
      last.push(text);
      size += text.length;
    }
  }
  return batches;
};

/** 408, 409, 429 and faults of the server pass; the rest stays wrong, however often it is asked. */
const refusal = async (answer: Response): Promise<CallFailed> => {
  await answer.body?.cancel();
  const passing = [408, 409, 429].includes(answer.status) || answer.status >= 500;
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  const cause = new Error(`the embedding service answered ${answer.status}`);
  return new CallFailed(passing ? BUSY : REFUSED, {
    passing,
    afterMs: Number.isFinite(seconds) ? seconds * 1000 : 0,
    cause,
  });
};

const parsed = (text: string): z.output<typeof reply> => {
  try {
    return reply.parse(JSON.parse(text));
  } catch (cause) {
    throw new CallFailed(GARBLED, { passing: false, cause });
  }
};

const vectorOf = (embedding: readonly number[] | undefined, dimensions: number): Float32Array => {
  const right = embedding?.length === dimensions && embedding.every((part) => Number.isFinite(part));
  if (!embedding || !right) {
    const cause = new Error(
      `a vector of ${embedding?.length ?? 'no'} parts came where ${dimensions} were expected: see EMBEDDINGS_DIMENSIONS`,
    );
    throw new CallFailed(GARBLED, { passing: false, cause });
  }
  return toLengthOne(Float32Array.from(embedding));
};

const textOf = async (answer: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES)
      throw new CallFailed(GARBLED, {
        passing: false,
        cause: new Error('the answer of the embedding service is too long'),
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
