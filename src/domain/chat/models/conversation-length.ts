import type { ModelMessage } from './ports.ts';

/** Tells the model that its conversation has no beginning. */
const LEFT_OUT_PROMPT =
  '(The beginning of this conversation is left out, because the whole is too long. Say so if a question needs it.)';

interface LengthLimit {
  readonly maxCharacters: number;
  /** The first ones after the system messages; later ones stay. */
  readonly olderMessages: number;
}

/** Leaves out as many of the oldest messages as needed, and says so in the system message. */
export const leaveOutOldest = (
  messages: readonly ModelMessage[],
  { maxCharacters, olderMessages }: LengthLimit,
): { readonly messages: readonly ModelMessage[]; readonly count: number } => {
  const system = messages.filter(({ role }) => role === 'system');
  const turns = messages.filter(({ role }) => role !== 'system');
  let characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  let count = 0;
  for (const { content } of turns.slice(0, Math.min(olderMessages, turns.length - 1))) {
    if (characters <= maxCharacters) break;
    characters -= content.length;
    count += 1;
  }
  if (count === 0) return { messages, count };
  return { messages: [...withLeftOutPrompt(system), ...turns.slice(count)], count };
};

const withLeftOutPrompt = ([first, ...rest]: readonly ModelMessage[]): ModelMessage[] =>
  first?.role === 'system'
    ? [{ role: 'system', content: `${first.content}\n\n${LEFT_OUT_PROMPT}` }, ...rest]
    : [{ role: 'system', content: LEFT_OUT_PROMPT }, ...(first ? [first] : []), ...rest];
