import type { ChatSummary } from '../../../src/contract/chats.ts';
import type { ChatGroup } from './group-chats.ts';

/** Neighbouring chats whose rows are drawn or left out together. */
export type Part = readonly ChatSummary[];

interface CutGroup extends ChatGroup {
  readonly parts: readonly Part[];
}

/** Chats of a new part. */
const PART_SIZE = 20;
/** A part that was cut before begins where it began, unless the one above it has fewer chats than this. */
const MIN_PART_SIZE = 10;
/** A part that was cut before has at most so many chats. */
const MAX_PART_SIZE = 40;

const isSame = (a: Part, b: Part): boolean => a.length === b.length && a.every((chat, at) => chat === b[at]);

/**
 * Cuts the groups of a list into parts, again and again. A part without a change stays the same object, and one chat
 * more or less at the top changes one part, not all that follow it.
 */
export const createListCutter = (): ((groups: readonly ChatGroup[]) => readonly CutGroup[]) => {
  let known: ReadonlyMap<string | undefined, Part> = new Map();

  const mostBefore = ({ id }: ChatSummary): number => {
    const before = known.get(id);
    if (!before) return PART_SIZE;
    return before[0]?.id === id ? MIN_PART_SIZE : MAX_PART_SIZE;
  };

  const cut = (chats: Part): readonly Part[] => {
    const parts: ChatSummary[][] = [];
    for (const chat of chats) {
      const last = parts.at(-1);
      if (last && last.length < mostBefore(chat)) last.push(chat);
      else parts.push([chat]);
    }
    return parts.map((part) => {
      const before = known.get(part[0]?.id);
      return before && isSame(before, part) ? before : part;
    });
  };

  return (groups) => {
    const made = groups.map((group) => ({ ...group, parts: cut(group.chats) }));
    known = new Map(
      made.flatMap(({ parts }) => parts.flatMap((part) => part.map(({ id }): [string, Part] => [id, part]))),
    );
    return made;
  };
};
