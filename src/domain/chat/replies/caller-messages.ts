import { InvalidInput } from '../../kernel/domain-error.ts';
import { questionText } from '../conversations/append-turn.ts';
import type { ModelMessage } from '../models/ports.ts';

interface CallerInput {
  readonly messages: readonly ModelMessage[];
  readonly fileIds?: readonly string[] | undefined;
}

/** Throws `InvalidInput` when it is blank and has no files. */
export const lastUserText = ({ messages, fileIds = [] }: CallerInput): string => {
  const last = messages.at(-1);
  if (last?.role !== 'user') throw new InvalidInput('The last message must be the user’s', 'messages');
  if (last.content.trim() === '' && fileIds.length === 0)
    throw new InvalidInput('The message must not be blank', 'messages');
  return last.content;
};

/** The client's conversation, when no chat stores the turn. */
export const callerHistory = (messages: readonly ModelMessage[], fileIds: readonly string[]): ModelMessage[] => {
  const turns = messages.filter(({ role }) => role !== 'system');
  return turns.map((message, at) =>
    message.role === 'user' && at === turns.length - 1
      ? { ...message, content: questionText(message.content, fileIds) }
      : message,
  );
};
