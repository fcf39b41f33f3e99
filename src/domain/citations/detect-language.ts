import { normalizeCase } from './quantities/normalize-case.ts';
import { STOP_WORDS } from './word-lists.ts';

/** By script, else by stop words; undefined when there are too few. */
export const detectLanguage = (text: string): string | undefined => {
  const sample = normalizeCase(text.slice(0, 3000));
  return detectByScript(sample) ?? detectByStopWords(sample);
};

const SCRIPTS = [
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['el', /\p{Script=Greek}/gu],
] as const;

const countMatches = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0;

const detectByScript = (sample: string): string | undefined => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sample)) return 'ja';
  const letters = countMatches(sample, /\p{L}/gu);
  return SCRIPTS.find(([, sign]) => countMatches(sample, sign) > letters * 0.4)?.[0];
};

const detectByStopWords = (sample: string): string | undefined => {
  const counts = new Map<string, number>();
  for (const word of sample.split(/[^\p{L}]+/u)) {
    for (const [language, stops] of Object.entries(STOP_WORDS))
      if (stops.has(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [best, second] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (best === undefined || best[1] < 2) return undefined;
  return second === undefined || best[1] > second[1] ? best[0] : undefined;
};
