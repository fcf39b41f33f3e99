import { measureTokens } from '../kernel/estimate-tokens.ts';
import { escapeDelimiters } from '../kernel/untrusted-text.ts';
import type { Chunk } from './chunk.ts';

/** Of the line that begins a passage, without its heading, and of the blank lines around it. */
const MARKER_TOKENS = 12;
/** Characters that consecutive chunks may share. */
const MAX_OVERLAP = 200;
const MIN_OVERLAP = 20;

/** A chunk without what the one before it ends with. */
export interface ChunkPart extends Chunk {
  /** It goes on in the middle of a paragraph. */
  readonly continues: boolean;
}

/** What a chunk costs in a prompt at most: its text, with a marker and a heading of its own. */
export const chunkTokens = ({ heading, text }: Pick<Chunk, 'heading' | 'text'>): number =>
  measureTokens(escapeDelimiters(text)) + measureTokens(escapeDelimiters(heading)) + MARKER_TOKENS;

/** The next chunk of the file, under the same heading and on the same page. */
export const isNextInSection = (before: Chunk, next: Chunk): boolean =>
  next.ordinal === before.ordinal + 1 && before.page === next.page && before.heading === next.heading;

const overlapOf = (before: string, next: string): number => {
  for (let shared = Math.min(before.length, next.length, MAX_OVERLAP); shared >= MIN_OVERLAP; shared -= 1)
    if (before.endsWith(next.slice(0, shared))) return shared;
  return 0;
};

/** In reading order; only prose is split with an overlap. */
export const withoutOverlaps = (chunks: readonly Chunk[]): ChunkPart[] =>
  chunks.map((chunk, at) => {
    const before = chunks[at - 1];
    const mayOverlap = before && chunk.kind === 'text' && before.kind === 'text' && isNextInSection(before, chunk);
    const shared = mayOverlap ? overlapOf(before.text, chunk.text) : 0;
    return { ...chunk, text: chunk.text.slice(shared), continues: shared > 0 };
  });

/** What a whole file costs in a prompt at most. */
export const fileTokens = (chunks: readonly Chunk[]): number =>
  Math.ceil(withoutOverlaps(chunks).reduce((sum, part) => sum + chunkTokens(part), 0));
