import type { Message } from '../../../../src/contract/common.ts';
import { findPhrase } from '../../../../src/shared/find-text.ts';
import { foldWithOffsets, type FoldedText } from '../../../../src/shared/fold-text.ts';
import { toPlainText } from '../../../../src/shared/plain-text.ts';
import { getTurnDetails } from '../../../lib/turn-details.ts';
import type { Turn } from '../conversation/message-tree.ts';

/** A place where the sought text stands: the `nth` of its turn, from 0. */
export interface TurnMatch {
  readonly messageId: string;
  readonly turnIndex: number;
  readonly nth: number;
}

const folded = new WeakMap<Message, FoldedText>();

/** The text of a turn as it is read, drawn or not: a question as it was typed, an answer with its synthesis. */
const searchedText = (message: Message): string =>
  message.role === 'user'
    ? message.content
    : [message.content, getTurnDetails(message, null).synthesis].map(toPlainText).join('\n\n');

const foldTurn = (message: Message): FoldedText => {
  const known = folded.get(message) ?? foldWithOffsets(searchedText(message));
  folded.set(message, known);
  return known;
};

export const findInTurns = (turns: readonly Turn[], query: string): readonly TurnMatch[] =>
  query.trim() === ''
    ? []
    : turns.flatMap(({ message }, turnIndex) =>
        findPhrase(foldTurn(message), query).map((_, nth) => ({ messageId: message.id, turnIndex, nth })),
      );
