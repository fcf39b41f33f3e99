import type { Chunk } from './chunk.ts';
import { type ChunkPart, chunkTokens, isNextInSection, withoutOverlaps } from './chunk-text.ts';

/** A section of this size is one passage: a screen of text, in which a reader finds what is cited. */
const READABLE_TOKENS = 500;
/** The least size to which passages are joined across headings and pages, when there are too many. */
const SMALLEST_TOKENS = 100;

/** A text of a file with its own source number. */
export interface FilePassage {
  readonly page: number | null;
  readonly heading: string;
  readonly text: string;
  /** The chunks in it. */
  readonly ordinals: readonly number[];
}

interface Group {
  readonly parts: ChunkPart[];
  tokens: number;
}

/** Parts of one section up to a readable size; anything up to `joined` tokens. */
const groupParts = (parts: readonly ChunkPart[], joined: number): Group[] => {
  const groups: Group[] = [];
  for (const part of parts) {
    const tokens = chunkTokens(part);
    const open = groups.at(-1);
    const last = open?.parts.at(-1);
    const size = (open?.tokens ?? 0) + tokens;
    if (open && last && (size <= joined || (size <= READABLE_TOKENS && isNextInSection(last, part)))) {
      open.parts.push(part);
      open.tokens = size;
    } else groups.push({ parts: [part], tokens });
  }
  return groups;
};

/** What stands between two parts of one passage: a gap, another page and another heading are named. */
const separatorOf = (before: ChunkPart, next: ChunkPart): string => {
  if (next.continues) return '';
  const lines = [
    next.ordinal === before.ordinal + 1 ? '' : '[…]',
    next.page === before.page || next.page === null ? '' : `(page ${next.page})`,
    next.heading === before.heading ? '' : next.heading,
  ];
  return ['', ...lines.filter(Boolean), ''].join('\n\n');
};

const joinParts = ([first, ...rest]: readonly ChunkPart[]): FilePassage | undefined => {
  if (!first) return undefined;
  let text = first.text.trimStart();
  let before = first;
  for (const part of rest) {
    text += separatorOf(before, part) + part.text;
    before = part;
  }
  const { page, heading } = first;
  return { page, heading, text, ordinals: [first, ...rest].map(({ ordinal }) => ordinal) };
};

/**
 * Chunks of one file in reading order as passages: a section or page each, in pieces of readable size. Where that makes
 * more than `max`, small ones are joined until they are as few.
 */
export const toPassages = (chunks: readonly Chunk[], max: number): FilePassage[] => {
  const parts = withoutOverlaps(chunks);
  let groups = groupParts(parts, 0);
  for (let joined = SMALLEST_TOKENS; groups.length > Math.max(1, max); joined *= 1.5)
    groups = groupParts(parts, joined);
  return groups.flatMap((group) => joinParts(group.parts) ?? []);
};

/** How many passages each file gets of `max`: as many as it has, else a share, and at least one. */
export const shareNumbers = (wanted: readonly number[], max: number): number[] => {
  const more = wanted.map((count) => Math.max(0, count - 1)); // each has its first one
  const total = more.reduce((sum, count) => sum + count, 0);
  const room = Math.max(0, max - wanted.length);
  return total <= room ? [...wanted] : more.map((count) => 1 + Math.floor((count * room) / total));
};
