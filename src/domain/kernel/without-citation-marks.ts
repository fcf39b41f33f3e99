import { citationMark } from '../../shared/citation-mark.ts';

const MARK = citationMark('[ \\u00a0]?');
const FENCE = /^ {0,3}(?:[-*+] {1,3})?(?:```|~~~)/;

const withoutMarks = (line: string): string =>
  line
    .split('`')
    // Between two backticks is code.
    .map((part, at, parts) => (at % 2 === 1 && at < parts.length - 1 ? part : part.replace(MARK, '')))
    .join('`');

/**
 * An earlier answer without its citation marks: their numbers are those of sources that the model does not have any
 * more, and it would cite others by them.
 */
export const withoutCitationMarks = (answer: string): string => {
  if (!/[[［【]/.test(answer)) return answer;
  let isCode = false;
  return answer
    .split('\n')
    .map((line) => {
      const isFence = FENCE.test(line);
      if (isFence) isCode = !isCode;
      return isCode || isFence ? line : withoutMarks(line);
    })
    .join('\n');
};

interface Message {
  readonly role: string;
  readonly content: string;
}

/** A conversation for which sources are numbered anew. */
export const forNewSources = <M extends Message>(messages: readonly M[]): M[] =>
  messages.map((message) =>
    message.role === 'assistant' ? { ...message, content: withoutCitationMarks(message.content) } : message,
  );
