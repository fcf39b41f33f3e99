const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s"[\]{}:,]+/g;
/** Many levels indent a short text to an enormous one. */
const MAX_LENGTH = 1_000_000;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const opens = (token: string): boolean => token === '{' || token === '[';
const closes = (token: string): boolean => token === '}' || token === ']';

/**
 * The same JSON with a line for each value; keys and numbers stay as they are written, which those of a parsed text do
 * not. What is no JSON, or would become too long, is returned as it is.
 */
export const indentJson = (source: string): string => {
  if (!isJson(source)) return source;
  let indented = '';
  let depth = 0;
  let previous = '';
  for (const [token] of source.matchAll(TOKEN)) {
    if (closes(token)) depth -= 1;
    const isNewLine = closes(token) ? !opens(previous) : opens(previous) || previous === ',';
    indented += `${isNewLine ? `\n${'  '.repeat(depth)}` : ''}${token}${token === ':' ? ' ' : ''}`;
    if (indented.length > MAX_LENGTH) return source;
    if (opens(token)) depth += 1;
    previous = token;
  }
  return indented;
};
