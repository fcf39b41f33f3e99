import type { Message } from '../../../../src/contract/common.ts';
import { readPath, replaceBlocks } from '../../../../src/shared/artifact-blocks.ts';
import type { ArtifactBlock } from '../../../../src/shared/artifact-reader.ts';
import { escapeMarkdown } from '../../../../src/shared/escape-markdown.ts';
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

const folded = new WeakMap<Message, { readonly content: string; readonly text: FoldedText }>();

/** The text of a turn as it is read, drawn or not: a question as it was typed, an answer with its synthesis. */
const searchedText = (message: Message, content: string): string =>
  message.role === 'user' ? content : [content, getTurnDetails(message, null).synthesis].map(toPlainText).join('\n\n');

const foldTurn = (message: Message, content: string): FoldedText => {
  const known = folded.get(message);
  if (known?.content === content) return known.text;
  const text = foldWithOffsets(searchedText(message, content));
  folded.set(message, { content, text });
  return text;
};

/** An edit that failed is folded away. */
const titleOf = ({ artifact, edit }: ArtifactBlock): string | null => {
  if (edit?.failure) return '\n';
  return artifact ? `\n${escapeMarkdown(artifact.title)}\n` : null;
};

/** What the turns say where artifacts are drawn as cards: a card says its title. */
export const withCards = (turns: readonly Turn[]): readonly string[] => {
  const contents = turns.map(({ message: { content } }) => content);
  const answers = turns.map(({ message: { role, content, details } }) => ({
    text: role === 'assistant' ? content : '',
    own: details?.ownVersions,
  }));
  return readPath(answers).map(({ blocks }, at) => replaceBlocks(contents[at] ?? '', blocks, titleOf));
};

export const findInTurns = (
  turns: readonly Turn[],
  query: string,
  contents: readonly string[] = turns.map(({ message: { content } }) => content),
): readonly TurnMatch[] =>
  query.trim() === ''
    ? []
    : turns.flatMap(({ message }, turnIndex) =>
        findPhrase(foldTurn(message, contents[turnIndex] ?? ''), query).map((_, nth) => ({
          messageId: message.id,
          turnIndex,
          nth,
        })),
      );
