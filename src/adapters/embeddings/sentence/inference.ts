import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Tokenizer } from '@huggingface/tokenizers';
import type { InferenceSession, Tensor, TensorConstructor } from 'onnxruntime-node';
import { z } from 'zod';

import { normalizeVector } from '../hashed-words.ts';
import type { ModelInput, ProcessSpec, Rows } from './protocol.ts';

/** Tokens of one run of the model, with padding: its memory grows with them. */
const MAX_RUN_TOKENS = 2048;
/** No model has so long tokens on average; what is behind would be cut anyway. */
const MAX_LETTERS_PER_TOKEN = 16;
/** The tokenizer's time grows faster than a word without spaces; no word of a language is as long. */
const LONG_RUNS = /\S{400,}/gu;

interface Runtime {
  readonly InferenceSession: {
    create(file: string, options: InferenceSession.SessionOptions): Promise<InferenceSession>;
  };
  readonly Tensor: TensorConstructor;
}

interface Tokens {
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

const breakLongRuns = (text: string): string => text.replaceAll(LONG_RUNS, (run) => run.replaceAll(/\S{200}/gu, '$& '));

/** Cut to the model's length, without the token that ends every input. */
const cut = (all: readonly number[], limit: number): readonly number[] =>
  all.length <= limit ? all : [...all.slice(0, limit - 1), ...all.slice(-1)];

/** A model with its tokenizer. */
export class Inference {
  private constructor(
    private readonly session: InferenceSession,
    private readonly tokenizer: Tokenizer,
    private readonly runtime: Runtime,
    private readonly spec: ProcessSpec,
  ) {}

  static async load(runtime: Runtime, spec: ProcessSpec): Promise<Inference> {
    const read = async (name: string): Promise<object> =>
      z.looseObject({}).parse(JSON.parse(await readFile(join(spec.folder, name), 'utf8')));
    const tokenizer = new Tokenizer(await read('tokenizer.json'), await read('tokenizer_config.json'));
    const session = await runtime.InferenceSession.create(spec.modelFile, {
      executionProviders: ['cpu'],
      intraOpNumThreads: spec.threads,
      interOpNumThreads: 1,
      // Freed after each run: a server has more use for memory than a model that waits.
      enableCpuMemArena: false,
      logSeverityLevel: 4,
    });
    return new Inference(session, tokenizer, runtime, spec);
  }

  /** One row per input. Inputs of similar length share a run. */
  async run(inputs: readonly ModelInput[]): Promise<Rows> {
    const tokens = inputs.map((input) => this.encode(input));
    const order = tokens.map((_, at) => at).sort((a, b) => lengthAt(tokens, a) - lengthAt(tokens, b));
    const found: Float32Array[] = [];
    for (const group of groupByLength(order, tokens)) {
      const rows = await this.runGroup(group.flatMap((at) => tokens[at] ?? []));
      group.forEach((at, index) => (found[at] = rows[index] ?? new Float32Array()));
    }
    const width = found[0]?.length ?? 0;
    const values = new Float32Array(width * found.length);
    found.forEach((row, at) => values.set(row, at * width));
    return { values, width };
  }

  private encode({ text, pair }: ModelInput): Tokens {
    const { maxTokens } = this.spec;
    const prepare = (raw: string) => breakLongRuns(raw.slice(0, maxTokens * MAX_LETTERS_PER_TOKEN));
    const { ids, token_type_ids: types } = this.tokenizer.encode(prepare(text), {
      text_pair: pair === undefined ? null : prepare(pair),
      return_token_type_ids: true,
    });
    return { ids: cut(ids, maxTokens), types: cut(types, maxTokens) };
  }

  private async runGroup(group: readonly Tokens[]): Promise<Float32Array[]> {
    const length = Math.max(...group.map(({ ids }) => ids.length));
    const toTensor = (numberAt: (tokens: Tokens, at: number) => number): Tensor => {
      const data = new BigInt64Array(group.length * length);
      group.forEach((tokens, row) =>
        tokens.ids.forEach((_, at) => (data[row * length + at] = BigInt(numberAt(tokens, at)))),
      );
      return new this.runtime.Tensor('int64', data, [group.length, length]);
    };
    const inputs: Record<string, Tensor> = {
      input_ids: toTensor(({ ids }, at) => ids[at] ?? 0),
      attention_mask: toTensor(() => 1),
      token_type_ids: toTensor(({ types }, at) => types[at] ?? 0),
    };
    const wanted = Object.entries(inputs).filter(([name]) => this.session.inputNames.includes(name));
    const results = await this.session.run(Object.fromEntries(wanted));
    const output = results['last_hidden_state'] ?? results['logits'] ?? Object.values(results)[0];
    if (!(output?.data instanceof Float32Array)) throw new Error('the model answered with something else than numbers');
    const { data, dims } = output;
    return group.map(({ ids }, row) =>
      this.spec.output === 'score'
        ? data.slice(row * (data.length / group.length), row * (data.length / group.length) + 1)
        : meanOf(data, { from: row * length, count: ids.length, width: dims[2] ?? 0 }),
    );
  }
}

const lengthAt = (tokens: readonly Tokens[], at: number): number => tokens[at]?.ids.length ?? 0;

/** `order` is by length, so the last of a group is its longest. */
const groupByLength = (order: readonly number[], tokens: readonly Tokens[]): number[][] => {
  const groups: number[][] = [];
  for (const at of order) {
    const last = groups.at(-1);
    if (last && (last.length + 1) * lengthAt(tokens, at) <= MAX_RUN_TOKENS) last.push(at);
    else groups.push([at]);
  }
  return groups;
};

/** The mean of a text's token vectors, of length 1. */
const meanOf = (
  data: Float32Array,
  { from, count, width }: { readonly from: number; readonly count: number; readonly width: number },
): Float32Array => {
  const sum = new Float32Array(width);
  for (let token = from; token < from + count; token += 1)
    for (let at = 0; at < width; at += 1) sum[at] = (sum[at] ?? 0) + (data[token * width + at] ?? 0);
  return normalizeVector(sum);
};
