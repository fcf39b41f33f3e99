/*
 * A vector of a text without a model: each word and each of its 3 to 5 letter n-grams is hashed to a dimension. Texts
 * that share words, or inflections of one word in any language, are similar. The same text has the same vector on every
 * machine.
 */

import { normalizeUnicode } from '../../shared/unicode.ts';
import { STOP_WORDS } from '../../domain/retrieval/stop-words.ts';

/** Scripts without spaces: single characters and pairs stand for words. */
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;
const WORDS = /[\p{L}\p{N}]+/gu;
const MAX_WORD_LENGTH = 40;
const NGRAM_LENGTHS = [3, 4, 5];

/** Stop words say little. */
const weightOf = (word: string): number => {
  if (STOP_WORDS.has(word)) return 0.1;
  return /\d/.test(word) ? 1.2 : word.length <= 2 ? 0.3 : 1;
};

/** FNV-1a over UTF-16 units. */
const hash = (text: string, from: number, to: number, seed: number): number => {
  let value = 2_166_136_261 ^ seed;
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619);
  value ^= value >>> 15;
  value = Math.imul(value, 2_246_822_507);
  return (value ^ (value >>> 13)) >>> 0;
};

/** Adds a feature; half of the hashes are negative, so that collisions cancel out. */
const addFeature = (vector: Float32Array, feature: number, weight: number): void => {
  const at = feature % vector.length;
  vector[at] = (vector[at] ?? 0) + ((feature & 0x80_00_00_00) === 0 ? weight : -weight);
};

const addWord = (vector: Float32Array, word: string, weight: number): void => {
  const truncated = word.slice(0, MAX_WORD_LENGTH);
  addFeature(vector, hash(truncated, 0, truncated.length, 1), weight);
  const marked = `<${truncated}>`;
  const grams = NGRAM_LENGTHS.reduce((sum, length) => sum + Math.max(0, marked.length - length + 1), 0);
  if (grams === 0) return;
  const share = (weight * 1.2) / Math.sqrt(grams);
  for (const length of NGRAM_LENGTHS) {
    for (let from = 0; from + length <= marked.length; from += 1)
      addFeature(vector, hash(marked, from, from + length, length), share);
  }
};

const addUnspacedRun = (vector: Float32Array, run: string, weight: number): void => {
  const characters = [...run];
  characters.forEach((character, at) => {
    addFeature(vector, hash(character, 0, character.length, 1), weight * 0.5);
    const pair = `${character}${characters[at + 1] ?? ''}`;
    if (pair !== character) addFeature(vector, hash(pair, 0, pair.length, 2), weight);
  });
};

const foldText = (text: string): string =>
  normalizeUnicode(normalizeUnicode(text, 'NFKD').replace(/\p{M}/gu, ''), 'NFC').toLowerCase();

/** Word frequencies of a text. */
const countWords = (text: string): Map<string, number> => {
  const found = new Map<string, number>();
  for (const [word] of foldText(text).matchAll(WORDS)) found.set(word, (found.get(word) ?? 0) + 1);
  return found;
};

/** The vector of a text, of length 1; all zero without any letter or digit. */
export const hashWords = (text: string, dimensions: number): Float32Array => {
  const vector = new Float32Array(dimensions);
  for (const [word, count] of countWords(text)) {
    const frequency = 1 + Math.log(count);
    if (UNSPACED_SCRIPT.test(word)) addUnspacedRun(vector, word, frequency);
    else addWord(vector, word, frequency * weightOf(word));
  }
  return normalizeVector(vector);
};

/** With length 1, a cosine is a dot product. */
export const normalizeVector = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(vector.reduce((sum, part) => sum + part * part, 0));
  return length === 0 ? vector : vector.map((part) => part / length);
};
