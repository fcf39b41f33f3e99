import type { ModelMessage } from '../../../domain/chat/models/ports.ts';
import type { Passage } from './rank-passages.ts';

const MAX_PASSAGE_LENGTH = 600;
const MIN_PASSAGE_LENGTH = 40;
const MAX_PASSAGES = 400;
/** Instructions to the model are no information for users. */
const INSTRUCTION =
  /^(you are|you're|act as|your (task|job|role)|answer|reply|respond|always|never|do not|don't|be |use |write |keep |treat|when |if |the (person has attached files|(text|following|user)\b.{0,60}\b(data|instructions?)\b)|tool results and files stand)/i;

const shorten = (text: string): string => {
  if (text.length <= MAX_PASSAGE_LENGTH) return text;
  const cut = text.slice(0, MAX_PASSAGE_LENGTH);
  const sentence = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('\n'));
  return `${sentence > MAX_PASSAGE_LENGTH / 2 ? cut.slice(0, sentence + 1) : cut.slice(0, cut.lastIndexOf(' '))} …`;
};

const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n|\n(?=[-*#]|\d+[.)])/)
    .map((part) => part.trim())
    .filter((part) => part.length >= MIN_PASSAGE_LENGTH);

const passagesOf = (text: string, from: string): Passage[] =>
  paragraphs(text)
    .filter((part) => !INSTRUCTION.test(part))
    .map((part) => ({ from, title: '', text: shorten(part) }));

/** The question of the last turn without its attachments: long turns ask in their last short paragraph. */
export const extractQuestion = (text: string): string => {
  const parts = text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (text.length <= MAX_PASSAGE_LENGTH || parts.length < 2) return text.trim();
  const asking =
    parts.find((part) => part.length <= 300 && part.includes('?')) ??
    [...parts].reverse().find((part) => part.length <= 300);
  return asking ?? (parts[0] ?? '').slice(0, 300);
};

const NUMBERED = /^=== \[(\d+)\][^\r\n\u2028\u2029]* ===$/m;
const DATA_OPEN = '<<<DATA ';
const DATA_CLOSE = '\nDATA>>>';

/** Splits a text into fenced data, without the line that names it, and the rest. */
const splitDataBlocks = (text: string): { readonly blocks: readonly string[]; readonly rest: string } => {
  const blocks: string[] = [];
  let rest = '';
  let from = 0;
  for (let open = text.indexOf(DATA_OPEN); open >= 0; open = text.indexOf(DATA_OPEN, from)) {
    const begin = text.indexOf('\n', open);
    const end = begin < 0 ? -1 : text.indexOf(DATA_CLOSE, begin + 1);
    if (end < 0) break;
    blocks.push(text.slice(begin + 1, end));
    rest += text.slice(from, open);
    from = end + DATA_CLOSE.length;
  }
  return { blocks, rest: rest + text.slice(from) };
};

/** The numbered texts of one file, each with its citation number. */
const filePassages = (block: string): Passage[] => {
  const [head = '', ...numbered] = block.split(NUMBERED);
  const from = /^File name: (.+)$/m.exec(head)?.[1] ?? 'the material given';
  const found: Passage[] = [];
  for (let at = 0; at + 1 < numbered.length; at += 2) {
    const text = (numbered[at + 1] ?? '').trim();
    const parts = paragraphs(text);
    for (const part of parts.length > 0 ? parts : [text])
      found.push({ from, title: '', text: shorten(part), source: Number(numbered[at]) });
  }
  return found;
};

const materialPassages = (text: string): Passage[] => {
  const { blocks, rest } = splitDataBlocks(text);
  const files = blocks.filter((block) => NUMBERED.test(block));
  return [...passagesOf(files.length > 0 ? rest : text, 'the material given'), ...files.flatMap(filePassages)];
};

/** Everything the conversation contains: files and search results in system texts, and what the user wrote. */
export const contextPassages = (messages: readonly ModelMessage[], question: string): Passage[] => {
  const passages: Passage[] = [];
  for (const { role, content } of messages) {
    if (role === 'system') passages.push(...materialPassages(content));
    if (role === 'user')
      passages.push(...passagesOf(content, 'what you wrote').filter(({ text }) => !question.includes(text)));
  }
  return passages.slice(-MAX_PASSAGES);
};
