import type { ConversationFile, SizedFile } from './context-parts.ts';
import { fileHeadTokens } from './file-context.ts';
import type { StoredChunk } from './ports.ts';
import { SEARCHED_TOKENS } from './render-context.ts';

/** Files whose passages a prompt may have. */
const MAX_NAMED = 16;
/** More are never given whole, so that what is read for one question is bounded. */
const MAX_WHOLE = 24;
/** Of the room, for the names of files that passages are found in. */
const NAMES_SHARE = 0.3;

/** What becomes of files that are asked as a whole. */
export interface ShelfPlan {
  /** All of them, where they fit. */
  readonly whole: readonly ConversationFile[];
  /** Else all of them. */
  readonly searched: readonly SizedFile[];
  /** Of how many of these the prompt may have passages. */
  readonly most: number;
  /** Tokens for their names. */
  readonly reserved: number;
}

const tokensOf = ({ file }: ConversationFile): number => file.textTokens ?? Infinity;

/**
 * Files of a group's knowledge are given whole if all fit beside those that are attached, and otherwise searched, never
 * some of them whole by their size: a person did not choose them one by one.
 */
export const planShelf = (files: readonly ConversationFile[], room: number): ShelfPlan => {
  if (files.length === 0) return { whole: [], searched: [], most: 0, reserved: 0 };
  const heads = files.map(({ file }) => fileHeadTokens(file));
  const total = files.reduce((sum, file, at) => sum + tokensOf(file) + (heads[at] ?? 0), 0);
  if (files.length <= MAX_WHOLE && total <= room)
    return { whole: files, searched: [], most: files.length, reserved: heads.reduce((sum, head) => sum + head, 0) };
  const longest = Math.max(...heads);
  const fitting = Math.floor((Math.max(0, room) * NAMES_SHARE) / longest);
  const most = Math.min(MAX_NAMED, files.length, Math.max(1, fitting));
  const searched = files.map((each) => ({ ...each, id: each.file.id, tokens: 0, loaded: undefined }));
  return { whole: [], searched, most, reserved: most * longest + SEARCHED_TOKENS };
};

/** The chunks of attached files, and those of as many files of the shelf as the prompt may name, the best first. */
export const withinShelf = (chunks: readonly StoredChunk[], { searched, most }: ShelfPlan): StoredChunk[] => {
  const shelf = new Set(searched.map(({ id }) => id));
  const named = new Set<string>();
  return chunks.filter(({ fileId }) => {
    if (!shelf.has(fileId)) return true;
    if (named.size < most) named.add(fileId);
    return named.has(fileId);
  });
};
