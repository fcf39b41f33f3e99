import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What a model makes of its inputs: a sentence vector, or a score of a question with a text. */
export type ModelOutput = 'vector' | 'score';

export interface ModelDescription {
  /** Also the name of its folder. */
  readonly name: string;
  readonly output: ModelOutput;
  /** Its repository at the host of models. */
  readonly repository: string;
  /** What a download fetches; the paths are the same in the repository and in the folder. */
  readonly files: readonly string[];
  /** About, before the host has said it. */
  readonly downloadBytes: number;
  /** Longer inputs are cut. */
  readonly maxTokens: number;
  /** What the model was trained with before each text. */
  readonly prefixes: { readonly query: string; readonly document: string };
}

const QUANTISED = 'onnx/model_quantized.onnx';
const TOKENIZER = ['tokenizer.json', 'tokenizer_config.json'] as const;
/** Where a folder may have its model, best first. */
const MODEL_FILES = [QUANTISED, 'onnx/model_quint8_avx2.onnx', 'onnx/model.onnx', 'model.onnx'];
const E5_PREFIXES = { query: 'query: ', document: 'passage: ' };
const NO_PREFIXES = { query: '', document: '' };
const MB = 1024 * 1024;

/** About a hundred languages. */
const DEFAULT_MODEL: ModelDescription = {
  name: 'multilingual-e5-small',
  output: 'vector',
  repository: 'Xenova/multilingual-e5-small',
  files: [...TOKENIZER, QUANTISED],
  downloadBytes: 130 * MB,
  maxTokens: 512,
  prefixes: E5_PREFIXES,
};

/** English only; a fifth of the size, twice as fast. */
const ENGLISH_MODEL: ModelDescription = {
  name: 'all-MiniLM-L6-v2',
  output: 'vector',
  repository: 'Xenova/all-MiniLM-L6-v2',
  files: [...TOKENIZER, QUANTISED],
  downloadBytes: 23 * MB,
  maxTokens: 256,
  prefixes: NO_PREFIXES,
};

/** A cross-encoder: it reads question and text together, in fourteen languages and more. */
const DEFAULT_RERANKER: ModelDescription = {
  name: 'mmarco-mMiniLMv2-L12-H384-v1',
  output: 'score',
  repository: 'cross-encoder/mmarco-mMiniLMv2-L12-H384-v1',
  files: [...TOKENIZER, 'onnx/model_quint8_avx2.onnx'],
  downloadBytes: 130 * MB,
  maxTokens: 256,
  prefixes: NO_PREFIXES,
};

const TABLE = [DEFAULT_MODEL, ENGLISH_MODEL, DEFAULT_RERANKER];

/** A model and where it is, or will be. */
export interface ModelSource {
  readonly model: ModelDescription;
  readonly folder: string;
  /** Its folder was named by the operator, so it is never fetched. */
  readonly isLocal: boolean;
}

/**
 * What a setting means: `on`, a name of the table, or a folder that has a model. `modelsFolder`
 * has those that were fetched.
 */
export const findModel = (setting: string, output: ModelOutput, modelsFolder: string): ModelSource => {
  const isPath = /[/\\]/.test(setting);
  const name = isPath ? basename(setting) : setting;
  const standard = output === 'vector' ? DEFAULT_MODEL : DEFAULT_RERANKER;
  const known = setting === 'on' ? standard : TABLE.find((each) => each.name === name && each.output === output);
  const model = known ?? {
    ...standard,
    name: name.replaceAll(/[^\w.-]/g, '-').slice(0, 60),
    prefixes: /e5/i.test(name) && output === 'vector' ? E5_PREFIXES : NO_PREFIXES,
  };
  return { model, folder: isPath ? setting : join(modelsFolder, model.name), isLocal: isPath };
};

/** Whether a setting names something that can be had: not a misspelt name. */
export const isModelSetting = (setting: string, output: ModelOutput): boolean =>
  setting === 'on' ||
  setting === 'off' ||
  /[/\\]/.test(setting) ||
  TABLE.some((each) => each.name === setting && each.output === output);

/** The model's file in a folder; undefined where something is missing. */
export const findModelFile = (folder: string): string | undefined =>
  TOKENIZER.every((name) => existsSync(join(folder, name)))
    ? MODEL_FILES.map((name) => join(folder, name)).find((path) => existsSync(path))
    : undefined;
