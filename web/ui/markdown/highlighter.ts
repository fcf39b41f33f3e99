import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import nginx from 'highlight.js/lib/languages/nginx';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const LANGUAGES = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  graphql,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  makefile,
  markdown,
  nginx,
  php,
  powershell,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);
hljs.registerAliases(['jsonc', 'json5'], { languageName: 'json' });
hljs.registerAliases(['console', 'shell', 'zsh'], { languageName: 'bash' });

/** A run of code and what it is, as highlight.js names it (`keyword`, `string`, …); empty for plain code. */
export interface Token {
  readonly kind: string;
  readonly text: string;
}

/** Code beyond this stays plain, and code with longer lines: colouring it would hold up the page. */
const MAX_CODE_LENGTH = 20_000;
const MAX_LINE_LENGTH = 1000;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** highlight.js answers in markup of its own making; it is read back into plain runs so that no markup reaches the page. */
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

/** The runs of a piece of code, or null when its language is not known here. */
export const highlight = (code: string, language: string): Token[] | null => {
  if (
    code.length > MAX_CODE_LENGTH ||
    code.split('\n').some((line) => line.length > MAX_LINE_LENGTH) ||
    !hljs.getLanguage(language)
  )
    return null;
  return parseTokens(hljs.highlight(code, { language, ignoreIllegals: true }).value);
};
