import type { ModelMessage } from '../../../domain/chat/ports.ts';
import type { Passage } from './rank.ts';

const PASSAGE_LENGTH = 600;
const SHORTEST = 40;
const MOST_PASSAGES = 400;
/** Paragraphs that tell a model how to behave are no information for a person. */
const INSTRUCTION = /^(you are|you're|act as|your (task|job|role)|answer|reply|respond|always|never|do not|don't|be |use |write |keep |treat|when |if |the (person has attached files|(text|following|user)\b.{0,60}\b(data|instructions?)\b)|tool results and files stand)/i;

const shorten = (text: string): string => {
  if (text.length <= PASSAGE_LENGTH) return text;
  const cut = text.slice(0, PASSAGE_LENGTH);
  const sentence = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('\n'));
  return `${sentence > PASSAGE_LENGTH / 2 ? cut.slice(0, sentence + 1) : cut.slice(0, cut.lastIndexOf(' '))} …`;
};

const paragraphs = (text: string): string[] =>
  text.split(/\n\s*\n|\n(?=[-*#]|\d+[.)])/).map((part) => part.trim()).filter((part) => part.length >= SHORTEST);

const passagesOf = (text: string, from: string): Passage[] =>
  paragraphs(text).filter((part) => !INSTRUCTION.test(part)).map((part) => ({ from, title: '', text: shorten(part) }));

/** The question of the last turn apart from what came with it: long turns ask in their last short paragraph. */
export const questionIn = (text: string): string => {
  const parts = text.split(/\n\s*\n/).map((part) => part.trim()).filter(Boolean);
  if (text.length <= PASSAGE_LENGTH || parts.length < 2) return text.trim();
  const asking = parts.find((part) => part.length <= 300 && part.includes('?')) ?? [...parts].reverse().find((part) => part.length <= 300);
  return asking ?? (parts[0] ?? '').slice(0, 300);
};

const BLOCK = /<<<DATA [^\n]*\n([\s\S]*?)\nDATA>>>/g;
const NUMBERED = /^=== \[(\d+)\][^\n]* ===$/m;

/** The numbered texts of one file, each with the number under which it is cited. */
const filePassages = (block: string): Passage[] => {
  const [head = '', ...numbered] = block.split(NUMBERED);
  const from = /^File name: (.+)$/m.exec(head)?.[1] ?? 'the material given';
  const found: Passage[] = [];
  for (let at = 0; at + 1 < numbered.length; at += 2) {
    const text = (numbered[at + 1] ?? '').trim();
    const parts = paragraphs(text);
    for (const part of parts.length > 0 ? parts : [text]) found.push({ from, title: '', text: shorten(part), source: Number(numbered[at]) });
  }
  return found;
};

const givenPassages = (text: string): Passage[] => {
  const blocks = [...text.matchAll(BLOCK)].map(([, block = '']) => block);
  const files = blocks.filter((block) => NUMBERED.test(block));
  const rest = files.length > 0 ? text.replace(BLOCK, '') : text;
  return [...passagesOf(rest, 'the material given'), ...files.flatMap(filePassages)];
};

/** All that the conversation itself brings along: files and search results in system texts, and what the person wrote. */
export const contextPassages = (messages: readonly ModelMessage[], question: string): Passage[] => {
  const passages: Passage[] = [];
  for (const { role, content } of messages) {
    if (role === 'system') passages.push(...givenPassages(content));
    if (role === 'user') passages.push(...passagesOf(content, 'what you wrote').filter(({ text }) => !question.includes(text)));
  }
  return passages.slice(-MOST_PASSAGES);
};
