import hljs from 'highlight.js/lib/core';

import * as languages from './highlight-languages.ts';

for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
hljs.registerAliases(['jsonc', 'json5'], { languageName: 'json' });
hljs.registerAliases(['console', 'shell', 'zsh'], { languageName: 'bash' });

/** `kind` is the class that highlight.js gives (`keyword`, `string`, …); empty for plain code. */
export interface Token {
  readonly kind: string;
  readonly text: string;
}

/** Longer code, or code with longer lines, is not coloured: it would block the page. */
const MAX_CODE_LENGTH = 20_000;
const MAX_LINE_LENGTH = 1000;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** Parses the markup of highlight.js into plain tokens, so that no markup reaches the page. */
const parseTokens = (markup: string): Token[] => {
  const tokens: Token[] = [];
  const open: string[] = [];
  for (const [piece, names] of markup.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (names !== undefined) open.push(/^(?:hljs-)?([\w-]*)/.exec(names)?.[1] ?? '');
    else if (piece === '</span>') open.pop();
    else
      tokens.push({
        kind: open.at(-1) ?? '',
        text: piece.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity),
      });
  }
  return tokens;
};

/** The tokens of a piece of code; null when it is too long or its language is not known. */
export const highlight = (code: string, language: string): Token[] | null => {
  if (
    code.length > MAX_CODE_LENGTH ||
    code.split('\n').some((line) => line.length > MAX_LINE_LENGTH) ||
    !hljs.getLanguage(language)
  )
    return null;
  return parseTokens(hljs.highlight(code, { language, ignoreIllegals: true }).value);
};
