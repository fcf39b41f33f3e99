import type { StoredChunk } from './chunk.ts';
import { termsOf } from './text-terms.ts';

/** Words of a shingle. */
const SHINGLE_LENGTH = 4;
/** Shared shingles, of all of both, from which two passages say the same. */
const MIN_SIMILARITY = 0.85;

interface Fingerprint {
  readonly shingles: ReadonlySet<string>;
  /** Passages that differ in a figure say different things. */
  readonly numbers: string;
}

const fingerprintOf = ({ text }: StoredChunk): Fingerprint => {
  const words = termsOf(text, true).map(({ word }) => word);
  const starts = Math.max(1, words.length - SHINGLE_LENGTH + 1);
  return {
    shingles: new Set(Array.from({ length: starts }, (_, at) => words.slice(at, at + SHINGLE_LENGTH).join(' '))),
    numbers: words.filter((word) => /\d/.test(word)).join(' '),
  };
};

const isSame = (a: Fingerprint, b: Fingerprint, shared: number): boolean =>
  a.numbers === b.numbers && shared / (a.shingles.size + b.shingles.size - shared) >= MIN_SIMILARITY;

/** Leaves out passages that say the same as a better one. Best first. */
export const withoutNearDuplicates = <T extends { readonly chunk: StoredChunk }>(candidates: readonly T[]): T[] => {
  const existing: Fingerprint[] = [];
  /** Which of `existing` have a shingle. */
  const owners = new Map<string, number[]>();
  return candidates.filter(({ chunk }) => {
    const fingerprint = fingerprintOf(chunk);
    const shared = new Map<number, number>();
    for (const shingle of fingerprint.shingles)
      for (const owner of owners.get(shingle) ?? []) shared.set(owner, (shared.get(owner) ?? 0) + 1);
    const isDuplicate = [...shared].some(([owner, count]) => {
      const other = existing[owner];
      return other !== undefined && isSame(fingerprint, other, count);
    });
    if (isDuplicate) return false;
    const index = existing.push(fingerprint) - 1;
    for (const shingle of fingerprint.shingles) owners.set(shingle, [...(owners.get(shingle) ?? []), index]);
    return true;
  });
};
