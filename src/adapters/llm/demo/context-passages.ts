import type { ModelMessage } from '../../../domain/chat/models/ports.ts';
import type { Passage } from './rank-passages.ts';

const MAX_PASSAGE_LENGTH = 600;
const MIN_PASSAGE_LENGTH = 40;
const MAX_PASSAGES = 400;
/** A numbered text may begin within a sentence: what is left of that one, before the next. */
const CUT_BEGINNING = /^\p{Ll}[^.!?。\n]{0,400}[.!?](?:\s+(?=[\p{Lu}\p{N}])|\n)/u;
const SENTENCE_END = /[.!?](?=\s|$)|[。！？]|\n/gu;

/** Whole sentences, at most so many letters of them; a first sentence that is longer ends at a word. */
const shorten = (text: string): string => {
  if (text.length <= MAX_PASSAGE_LENGTH) return text;
  const cut = text.slice(0, MAX_PASSAGE_LENGTH);
  const end = [...cut.matchAll(SENTENCE_END)].at(-1);
  if (end) return cut.slice(0, end.index + end[0].length).trim();
  const word = cut.lastIndexOf(' ');
  return `${word > 0 ? cut.slice(0, word) : cut} …`;
};

const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n|\n(?=[-*#]|\d+[.)])/)
    .map((part) => part.trim())
    .filter((part) => part.length >= MIN_PASSAGE_LENGTH);

const passagesOf = (text: string, from: string): Passage[] =>
  paragraphs(text).map((part) => ({ from, title: '', text: shorten(part) }));

/** The question of the last turn without its attachments: long turns ask in their last short paragraph. */
export const extractQuestion = (content: string): string => {
  const text = splitDataBlocks(content).rest.trim();
  const parts = text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (text.length <= MAX_PASSAGE_LENGTH || parts.length < 2) return text;
  const asking =
    parts.find((part) => part.length <= 300 && part.includes('?')) ??
    [...parts].reverse().find((part) => part.length <= 300);
  return asking ?? (parts[0] ?? '').slice(0, 300);
};

/** The marks of numbered texts: of files and of search results. */
const FILE_TEXT = /^=== \[(\d+)\][^\r\n\u2028\u2029]* ===$/m;
const SEARCH_HIT = /^\[(\d+)\] [^\n]{0,400}\nhttps?:[^\n]{0,400}$/m;
const DATA_OPEN = '<<<DATA ';
const DATA_CLOSE = '\nDATA>>>';
/** How Parley announces a tool's result to a model without tools. */
const RESULT_LABEL = /^Result of tool call [^\n]{0,400}:$/gm;

interface DataBlock {
  readonly label: string;
  readonly body: string;
}

/** Splits a text into fenced data and the rest. A fence without its end goes to the end of the text. */
const splitDataBlocks = (text: string): { readonly blocks: readonly DataBlock[]; readonly rest: string } => {
  const blocks: DataBlock[] = [];
  let rest = '';
  let from = 0;
  for (let open = text.indexOf(DATA_OPEN); open >= 0; open = text.indexOf(DATA_OPEN, from)) {
    const lineEnd = text.indexOf('\n', open);
    const begin = lineEnd < 0 ? text.length : lineEnd;
    const close = text.indexOf(DATA_CLOSE, begin);
    const end = close < 0 ? text.length : close;
    blocks.push({ label: text.slice(open + DATA_OPEN.length, begin), body: text.slice(begin + 1, end) });
    rest += text.slice(from, open);
    from = Math.min(text.length, end + DATA_CLOSE.length);
  }
  return { blocks, rest: (rest + text.slice(from)).replace(RESULT_LABEL, '') };
};

/** The numbered texts of one file or search, each with its citation number. */
const numberedPassages = (body: string, mark: RegExp, from: string): Passage[] => {
  const [, ...numbered] = body.split(mark);
  const found: Passage[] = [];
  for (let at = 0; at + 1 < numbered.length; at += 2) {
    const text = (numbered[at + 1] ?? '').trim().replace(CUT_BEGINNING, '');
    const parts = paragraphs(text);
    for (const part of parts.length > 0 ? parts : [text])
      found.push({ from, title: '', text: shorten(part), source: Number(numbered[at]) });
  }
  return found;
};

const NOT_QUOTED = 'run_javascript';

const blockPassages = ({ label, body }: DataBlock): Passage[] => {
  if (label.startsWith(NOT_QUOTED)) return [];
  if (SEARCH_HIT.test(body)) return numberedPassages(body, SEARCH_HIT, 'the web search');
  if (FILE_TEXT.test(body))
    return numberedPassages(body, FILE_TEXT, /^File name: (.+)$/m.exec(body)?.[1] ?? 'the attached file');
  return [];
};

export interface Material {
  /** Of files, of searches, and of a text in the question itself. */
  readonly given: readonly Passage[];
  /** What the person wrote earlier. */
  readonly earlier: readonly Passage[];
}

/** What the conversation can be quoted from. Only fenced data of prompts: the rest are instructions to the model. */
export const contextPassages = (messages: readonly ModelMessage[], question: string): Material => {
  const given: Passage[] = [];
  const earlier: Passage[] = [];
  const last = messages.findLast(({ role }) => role === 'user');
  for (const message of messages) {
    if (message.role === 'assistant') continue;
    const { blocks, rest } = splitDataBlocks(message.content);
    given.push(...blocks.flatMap(blockPassages));
    if (message.role !== 'user') continue;
    const written = message === last ? given : earlier;
    written.push(
      ...passagesOf(rest, 'what you wrote').filter(({ text }) => !question.includes(text) && !text.endsWith('?')),
    );
  }
  return { given: given.slice(-MAX_PASSAGES), earlier: earlier.slice(-MAX_PASSAGES) };
};
