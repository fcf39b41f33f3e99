import type { FileContext } from '../chat/replies/ports/files.ts';
import { measureTokens } from '../kernel/estimate-tokens.ts';
import { FILE_RULES, type FileContextPart, formatFile, type NumberedPassage } from './file-context.ts';

interface ContextParts {
  /** The first ones are given whole. */
  readonly parts: readonly FileContextPart[];
  readonly passages: readonly NumberedPassage[];
  /** Files that are not even named. */
  readonly leftOut: number;
  /** Files of a group's knowledge that were searched, of which nothing is given. */
  readonly unused: number;
}

/** About the tokens of a line on files that are left out. */
export const LEFT_OUT_TOKENS = 20;

/** About the tokens of a line on files that were searched. */
export const SEARCHED_TOKENS = 30;

const searchedLine = (count: number): string =>
  `(${count} more files of shared knowledge were searched. None of their passages was among those nearest to the ` +
  'question.)';

const leftOutLine = (count: number): string => `(${count} more files are left out: there is no room for them.)`;

/**
 * The prompt's file part in two pieces: whole files first, which is the same for all questions about them, so that a
 * provider's prompt cache has it; then what differs by question.
 */
export const renderContext = ({ parts, passages, leftOut, unused }: ContextParts): FileContext => {
  const format = (part: FileContextPart): string =>
    formatFile(
      part,
      passages.filter(({ fileId }) => fileId === part.file.id),
    );
  const whole = parts.filter(({ isWhole }) => isWhole).map(format);
  const others = parts.filter(({ isWhole }) => !isWhole).map(format);
  const rest = [...others];
  if (leftOut > 0) rest.push(leftOutLine(leftOut));
  if (unused > 0) rest.push(searchedLine(unused));
  const wholeFiles = [FILE_RULES, ...whole].join('\n\n');
  const excerpts = rest.join('\n\n');
  return {
    wholeFiles,
    excerpts,
    tokens: Math.ceil(measureTokens(wholeFiles) + measureTokens(excerpts)),
    sources: passages.map(({ number, url, title, snippet }) => ({ id: `s${number}`, title, url, snippet })),
    evidence: passages.map(({ url, text }) => ({ url, text })),
  };
};
