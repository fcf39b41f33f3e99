const MAX_LENGTH = 120;

/** What may begin a block, and so must not come to the beginning of a line by wrapping. */
const BLOCK_START = /^(?:[-+*>#|]|\d+[.)]|={2,}|-{2,}|~{3}|`{3})/;

/** Words of a text; one that would begin a block is of the word before it. */
const wordsOf = (text: string): readonly string[] =>
  text.split(' ').reduce<string[]>((words, word) => {
    const last = words.at(-1);
    return last !== undefined && BLOCK_START.test(word) ? words.with(-1, `${last} ${word}`) : [...words, word];
  }, []);

/** Fills lines with words; those after the first begin with `indent`. A word that is longer than a line stays whole. */
const fill = (words: readonly string[], indent: string): string => {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && [...longer].length > MAX_LENGTH) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
  }
  return [...lines, line].join('\n');
};

const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;

const isProse = (line: string): boolean => line.trim() !== '' && !/^\s*(?:\||#|<|>|```|~~~|\[[^\]]+\]:)/.test(line);

/** What stands before the first word: spaces, and the sign of an item. */
const startOf = (line: string): string => ITEM.exec(line)?.[0] ?? /^\s*/.exec(line)?.[0] ?? '';

/** A paragraph or an item of a list, as it is if all of its lines are short enough. */
const wrapBlock = (lines: readonly string[]): string => {
  if (lines.every((line) => [...line].length <= MAX_LENGTH)) return lines.join('\n');
  const start = startOf(lines[0] ?? '');
  const text = lines.map((line, at) => (at === 0 ? line.slice(start.length) : line.trim())).join(' ');
  const [word, ...words] = wordsOf(text);
  return fill([start + word, ...words], ' '.repeat(start.length));
};

/** Wraps paragraphs and items of lists that have a line of more than 120 characters; code, tables and headings stay. */
export const wrapMarkdown = (markdown: string): string => {
  const out: string[] = [];
  let block: string[] = [];
  let isCode = false;
  const flush = () => {
    if (block.length > 0) out.push(wrapBlock(block));
    block = [];
  };
  for (const line of markdown.split('\n')) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isCode || isFence || !isProse(line)) {
      flush();
      out.push(line);
      if (isFence) isCode = !isCode;
      continue;
    }
    if (ITEM.test(line) || / {2}$|\\$/.test(block.at(-1) ?? '')) flush();
    block.push(line);
  }
  flush();
  return out.join('\n');
};
