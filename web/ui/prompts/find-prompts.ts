import type { SavedPrompt } from '../../../src/contract/prompts.ts';
import { fold } from '../../lib/fold.ts';

/** A prompt with what it is found by. */
export interface FoundBy<P> {
  readonly prompt: P;
  readonly command: string;
  readonly words: string;
}

/** Folding costs more than comparing, so it is done once for a list. */
export const indexPrompts = <P extends Pick<SavedPrompt, 'command' | 'title' | 'description'>>(
  prompts: readonly P[],
): readonly FoundBy<P>[] =>
  prompts.map((prompt) => ({
    prompt,
    command: fold(prompt.command),
    words: fold(`${prompt.command} ${prompt.title}`),
  }));

/**
 * Those with each typed word in command or title, whatever the accents and capitals. First come those whose command
 * begins with what was typed; else the order stays.
 */
export const findPrompts = <P>(index: readonly FoundBy<P>[], typed: string): readonly P[] => {
  const query = fold(typed).trim();
  const words = query.split(/\s+/);
  const found = index.filter((each) => words.every((word) => each.words.includes(word)));
  const isFirst = ({ command }: FoundBy<P>): boolean => command.startsWith(query);
  return [...found.filter(isFirst), ...found.filter((each) => !isFirst(each))].map(({ prompt }) => prompt);
};
