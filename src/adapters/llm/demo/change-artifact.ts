import type { ModelMessage } from '../../../domain/chat/models/ports.ts';
import { changesBetween, writeEdit } from '../../../shared/artifact-edit.ts';

const ASKS_CHANGE =
  /\b(?:change|make|turn|set|rename|call|replace|add|write|ändere?|mach\w{0,2}|nenne?|ergänze?|modifie|rends|ajoute|renomme|cambia|haz|añade|renombra)\b|変え|変更|追加|غيّ?ر|اجعل|أضف/i;
const COLOURS: readonly (readonly [name: string, asked: RegExp, value: string])[] = [
  ['blue', /\bblue\b|\bblau|\bbleu|\bazul|青|أزرق/i, '#1d4ed8'],
  ['red', /\bred\b|\brot(?:er|e|es|en)?\b|\brouge|\brojo|赤|أحمر/i, '#b91c1c'],
  ['green', /\bgreen\b|\bgrün|\bvert\b|\bverde|緑|أخضر/i, '#15803d'],
  ['orange', /\borange|\bnaranja|オレンジ|برتقالي/i, '#c2410c'],
  ['purple', /\b(?:purple|violet)|\blila\b|\bmorado|紫|بنفسجي/i, '#7e22ce'],
];
const COLOUR_VALUE = /((?:--accent|background|color):\s*)(?:#[\da-f]{3,8}|[a-z]{3,20})\b/i;
const NAMED = /[“"«„「'‘]([^“”"«»„「」'‘’\n]{1,80})[”"»“」'’]/g;
const HEADING = /^(#{1,2} )[^\n]{1,200}$|(<h1[^<>\n]{0,100}>)[^<\n]{1,200}(?=<\/h1>)/m;
const ABOUT_HEADING =
  /\b(?:title|heading|headline|name|call|rename)|titel|überschrift|nenne|titre|título|titulo|見出し|タイトル|عنوان/i;

/** The newest text of an artifact, as the prompt has it. */
const SHOWN = /^<<<DATA ([a-z]+-[^\n]{1,80})\n((?:\d+\| [^\n]*(?:\n|$))+)/m;

interface ShownArtifact {
  readonly id: string;
  readonly source: string;
}

const shownArtifact = (messages: readonly ModelMessage[]): ShownArtifact | undefined => {
  for (const { role, content } of messages) {
    const [, id, numbered] = role === 'system' ? (SHOWN.exec(content) ?? []) : [];
    if (id === undefined || numbered === undefined) continue;
    const lines = numbered.trimEnd().split('\n');
    return { id, source: lines.map((line) => line.replace(/^\d+\| /, '')).join('\n') };
  }
  return undefined;
};

interface Changed {
  readonly source: string;
  readonly what: string;
}

const recoloured = (source: string, question: string): Changed | undefined => {
  const [name, , value] = COLOURS.find(([, asked]) => asked.test(question)) ?? [];
  if (value === undefined || !COLOUR_VALUE.test(source)) return undefined;
  return { source: source.replace(COLOUR_VALUE, `$1${value}`), what: `Its colour is ${name} now.` };
};

const renamed = (source: string, question: string, text: string | undefined): Changed | undefined => {
  if (text === undefined || !ABOUT_HEADING.test(question) || !HEADING.test(source)) return undefined;
  const changed = source.replace(
    HEADING,
    (_, mark: string | undefined, tag: string | undefined) => (mark ?? tag ?? '') + text,
  );
  return { source: changed, what: `Its heading is “${text}” now.` };
};

const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** Before the end of a page, or at the end of a document. */
const extended = ({ id, source }: ShownArtifact, text: string | undefined): Changed | undefined => {
  if (text === undefined) return undefined;
  const what = `It has a new line: “${text}”.`;
  if (id.startsWith('markdown-')) return { source: `${source}\n\n${text}`, what };
  const end = source.lastIndexOf('</body>');
  if (!id.startsWith('html-') || end < 0) return undefined;
  const at = source.lastIndexOf('\n', end) + 1;
  const indent = source.slice(at, end).trim() === '' ? `${source.slice(at, end)}  ` : '';
  const line = `${indent}<p>${text.replace(/[<>&]/g, (sign) => ESCAPES[sign] ?? '')}</p>\n`;
  return { source: source.slice(0, at) + line + source.slice(at), what };
};

const CANNOT =
  'I am a small program and can change three things of an artifact: its colour (“make it blue”), its heading ' +
  '(“call it "Tea timer"”), or a line more (“add "Enjoy!"”). A language model changes whatever you ask for.';

/** The edit of an artifact that the question asks for; undefined where it asks for none. */
export const changeArtifact = (messages: readonly ModelMessage[], question: string): string | undefined => {
  const artifact = ASKS_CHANGE.test(question) ? shownArtifact(messages) : undefined;
  if (!artifact) return undefined;
  const { id, source } = artifact;
  const text = [...question.matchAll(NAMED)].at(-1)?.[1];
  const changed =
    recoloured(source, question) ?? renamed(source, question, text) ?? extended(artifact, text) ?? undefined;
  if (!changed) return CANNOT;
  const edit = writeEdit(id, changesBetween(source, changed.source));
  return edit === null ? CANNOT : `${changed.what}\n\n${edit}`;
};
