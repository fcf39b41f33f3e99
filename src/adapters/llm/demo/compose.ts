import type { ModelImage, ModelMessage } from '../../../domain/chat/models/ports.ts';
import { contextPassages, extractQuestion } from './context-passages.ts';
import { HELP } from './help.ts';
import { keywords, type Match, type Passage, rankPassages, contentWords } from './rank-passages.ts';
import { codeSample } from './samples.ts';
import { titleFor, titleInstruction } from './title.ts';

const WANTS_CODE =
  /\b(code|coding|program(me)?|script|function|snippet|algorithm|regex|python|javascript|typescript|rust|sql|bash)\b/i;
const WANTS_TABLE = /\b(table|tabular|columns?|spreadsheet)\b/i;
const WANTS_LIST = /\b(list|steps?|bullets?|checklist|ideas|overview|topics?|options)\b/i;
const GREETING = /^\s*(hi|hello|hey|good (morning|afternoon|evening)|thanks?|thank you)\b/i;
const WANTS_MARKDOWN = /\b(markdown|formatting|format)\b/i;

const MAX_QUOTES = 2;
/** Below this score a passage is a chance hit: one common word. */
const MIN_SHARED_WORDS = 2;

const quote = ({ passage: { from, title, text, source } }: Match): string => {
  const head = title === '' ? `From ${from}:` : `**${title}** (${from}):`;
  const cited = source === undefined ? text : `${text} [${source}]`;
  return `${head}\n\n${cited
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}`;
};

const isRelevantTo = (question: string) => {
  const wordCount = new Set(keywords(question)).size;
  return ({ shared }: Match) => shared >= Math.min(MIN_SHARED_WORDS, wordCount);
};

const cell = (text: string): string => (text.split(/(?<=\.)\s|\n/)[0] ?? '').replace(/\|/g, '\\|').replace(/^- /, '');

const table = (matches: readonly Match[]): string => {
  const rows = matches
    .slice(0, 5)
    .map(({ passage, shared }) => `| ${passage.title || passage.from} | ${cell(passage.text)} | ${shared} |`);
  return [
    'Here is what I have on this as a table:',
    '',
    '| Topic | In short | Words shared with your question |',
    '|---|---|---:|',
    ...rows,
  ].join('\n');
};

const topics = (matches: readonly Match[]): string =>
  [
    'What I can tell you something about:',
    '',
    ...matches.slice(0, 8).map(({ passage }) => `- **${passage.title || passage.from}**: ${cell(passage.text)}`),
  ].join('\n');

const asMatches = (passages: readonly Passage[]): Match[] =>
  passages.map((passage) => ({ passage, score: 0, shared: 0 }));

const ASKS_FILES = /\b(?:(?:files?|documents?|attach(?:ed|ments?)|pdf)\b|summar)/i;

/** The start of the attached files, for a question that shares no word with them. */
const openingPassages = (messages: readonly ModelMessage[], question: string): Passage[] =>
  ASKS_FILES.test(question)
    ? contextPassages(messages, question)
        .filter(({ source }) => source !== undefined)
        .slice(0, MAX_QUOTES)
    : [];

const MARKDOWN_SHOW =
  '### A little of everything\n\nWords can be **bold**, *slanted* or `code`, and lists can have levels:\n\n' +
  '1. First one thing\n2. Then another\n   - with a detail\n\n> A quotation stands out like this.';

const INTRODUCTION =
  'I am the **demo model** that comes with Parley: no language model, only a small program that finds passages by ' +
  'their words. It answers until a real model is plugged in, for instance with `GROQ_API_KEY` or `OLLAMA_BASE_URL`.';
const REMINDER = '*(Demo model: found by its words, not thought about.)*';

/** Words about the form of an answer, not its content. */
const FORM = /\b(table|tabular|columns?|spreadsheet|lists?|bullets?|checklist|overview|topics?|markdown)\b/gi;

const nothingFound = (question: string): string => {
  const words = [...new Set(contentWords(question))]
    .slice(0, 4)
    .map((word) => `“${word}”`)
    .join(', ');
  const first = topics(asMatches(HELP.slice(0, 6)));
  if (words === '') return first;
  return (
    "I found nothing about this in the conversation or in Parley's help, and I will not make something up. " +
    `I looked for ${words}.\n\n${first}`
  );
};

const formatAs = (question: string, all: readonly Match[]): string | undefined => {
  const matches = all.length > 0 ? all : asMatches(HELP);
  if (WANTS_TABLE.test(question)) return table(matches);
  return WANTS_LIST.test(question) ? topics(matches) : undefined;
};

const body = (question: string, messages: readonly ModelMessage[]): string[] => {
  const subject = question.replace(FORM, '');
  const fromConversation = rankPassages(subject, contextPassages(messages, question)).filter(isRelevantTo(subject));
  const help = rankPassages(subject, HELP);
  const best =
    fromConversation.length > 0
      ? fromConversation
      : [...asMatches(openingPassages(messages, question)), ...help.filter(isRelevantTo(subject))];
  const parts: string[] = [];
  if (WANTS_CODE.test(question)) parts.push(codeSample(question));
  if (WANTS_MARKDOWN.test(question)) parts.push(MARKDOWN_SHOW);
  const formatted = formatAs(question, [...fromConversation, ...help]);
  if (formatted === undefined) parts.push(...best.slice(0, MAX_QUOTES).map(quote));
  else parts.push(formatted);
  return parts;
};

const KB = 1024;

/** What can be said of an image without a vision model: format and size. */
const blind = (images: readonly ModelImage[]): string => {
  const forms = images.map(
    ({ type, bytes }) =>
      `${type.replace(/^image\//, '').toUpperCase()}, ${Math.max(1, Math.round(bytes.length / KB))} KB`,
  );
  return `${INTRODUCTION}\n\nI cannot see images. I only know what was attached: ${forms.join('; ')}.`;
};

/** The demo's reply: a pure function of the conversation. */
export const compose = (messages: readonly ModelMessage[]): string => {
  const instruction = titleInstruction(messages);
  if (instruction !== undefined) return titleFor(messages, instruction);
  const last = messages.findLast((message) => message.role === 'user');
  return last?.images?.length ? blind(last.images) : answerTo(last?.content ?? '', messages);
};

const answerTo = (text: string, messages: readonly ModelMessage[]): string => {
  const question = extractQuestion(text);
  const firstReply = !messages.some(({ role }) => role === 'assistant');
  const greeting = GREETING.test(question) ? ['Hello! Ask me about Parley, or give me a text and ask about that.'] : [];
  const found = body(question, messages);
  if (found.length === 0 && greeting.length === 0) found.push(nothingFound(question));
  return [...greeting, ...(firstReply ? [INTRODUCTION] : []), ...found, ...(firstReply ? [] : [REMINDER])].join('\n\n');
};
