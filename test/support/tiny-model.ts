import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * A sentence model of a few hundred bytes, as an ONNX file written by hand: every word has a vector of its own, and
 * words of the same meaning have the same one.
 */

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
};
const number = (field: number, value: number): Buffer => Buffer.from([...varint(field * 8), ...varint(value)]);
const bytes = (field: number, ...parts: readonly (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(body.length)]), body]);
};

const FLOAT = 1;
const INT64 = 7;

const tensor = (name: string, dims: readonly number[], values: readonly number[]): Buffer =>
  Buffer.concat([
    ...dims.map((dim) => number(1, dim)),
    number(2, FLOAT),
    bytes(8, name),
    bytes(9, Buffer.from(Float32Array.from(values).buffer)),
  ]);

const valueInfo = (name: string, type: number, dims: readonly string[]): Buffer =>
  Buffer.concat([
    bytes(1, name),
    bytes(2, bytes(1, number(1, type), bytes(2, ...dims.map((dim) => bytes(1, bytes(2, dim)))))),
  ]);

const node = (operation: string, inputs: readonly string[], output: string, ...attributes: readonly Buffer[]): Buffer =>
  Buffer.concat([
    ...inputs.map((input) => bytes(1, input)),
    bytes(2, output),
    bytes(4, operation),
    ...attributes.map((attribute) => bytes(5, attribute)),
  ]);

/** Attributes of whole numbers, and lists of them. */
const integer = (name: string, value: number): Buffer =>
  Buffer.concat([bytes(1, name), number(3, value), number(20, 2)]);
const integers = (name: string, ...values: readonly number[]): Buffer =>
  Buffer.concat([bytes(1, name), ...values.map((value) => number(8, value)), number(20, 7)]);

const model = (graph: Buffer): Buffer =>
  Buffer.concat([number(1, 8), bytes(7, graph), bytes(8, bytes(1, ''), number(2, 13))]);

/** Words of one line mean the same. */
const MEANINGS = ['car automobile auto', 'cat kitten', 'rain wet', 'query :', 'passage', 'the a', 'two years'].map(
  (line) => line.split(' '),
);
const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const WORDS = [...SPECIAL, ...MEANINGS.flat()];
export const TINY_DIMENSIONS = MEANINGS.length + 1;

/** Special tokens have no direction, nor have words that only hold sentences together. */
const vectorOf = (word: string): number[] => {
  const at = MEANINGS.findIndex((words) => words.includes(word));
  return Array.from({ length: TINY_DIMENSIONS }, (_, axis) => {
    if (word === '[UNK]') return axis === TINY_DIMENSIONS - 1 ? 0.1 : 0;
    return axis === at && at < 3 ? 1 : 0;
  });
};

const INPUTS = ['input_ids', 'attention_mask'].map((name) => bytes(11, valueInfo(name, INT64, ['batch', 'sequence'])));

const sentenceGraph = (): Buffer =>
  Buffer.concat([
    bytes(1, node('Gather', ['words', 'input_ids'], 'last_hidden_state')),
    bytes(2, 'tiny'),
    bytes(5, tensor('words', [WORDS.length, TINY_DIMENSIONS], WORDS.flatMap(vectorOf))),
    ...INPUTS,
    bytes(12, valueInfo('last_hidden_state', FLOAT, ['batch', 'sequence', 'width'])),
  ]);

/** Scores a pair by the largest number of its words: `years` is worth most. */
const pairGraph = (): Buffer =>
  Buffer.concat([
    bytes(1, node('Gather', ['worth', 'input_ids'], 'each')),
    bytes(1, node('ReduceMax', ['each'], 'logits', integers('axes', 1), integer('keepdims', 0))),
    bytes(2, 'tiny'),
    bytes(
      5,
      tensor(
        'worth',
        [WORDS.length, 1],
        WORDS.map((word) => ['car', 'cat', 'years'].indexOf(word) + 1),
      ),
    ),
    ...INPUTS,
    bytes(12, valueInfo('logits', FLOAT, ['batch', 'width'])),
  ]);

const token = (content: string) => ({
  id: WORDS.indexOf(content),
  content,
  special: true,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
});
const special = (id: string, type = 0) => ({ SpecialToken: { id, type_id: type } });
const sequence = (id: 'A' | 'B', type: number) => ({ Sequence: { id, type_id: type } });

const TOKENIZER = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: SPECIAL.map(token),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [special('[CLS]'), sequence('A', 0), special('[SEP]')],
    pair: [special('[CLS]'), sequence('A', 0), special('[SEP]'), sequence('B', 1), special('[SEP]', 1)],
    special_tokens: Object.fromEntries(
      ['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [WORDS.indexOf(id)], tokens: [id] }]),
    ),
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(WORDS.map((word, at) => [word, at])),
  },
};

/** The files of the model as a repository has them. */
export const tinyModelFiles = (output: 'vector' | 'score' = 'vector'): Readonly<Record<string, Buffer>> => ({
  'tokenizer.json': Buffer.from(JSON.stringify(TOKENIZER)),
  'tokenizer_config.json': Buffer.from(JSON.stringify({ tokenizer_class: 'BertTokenizer', model_max_length: 512 })),
  'onnx/model_quantized.onnx': model(output === 'vector' ? sentenceGraph() : pairGraph()),
});

/** Writes them to a folder. */
export const writeTinyModel = (folder: string, output: 'vector' | 'score' = 'vector'): void => {
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  for (const [path, content] of Object.entries(tinyModelFiles(output))) writeFileSync(join(folder, path), content);
};
