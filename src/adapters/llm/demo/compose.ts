import type { ModelImage, ModelMessage } from '../../../domain/chat/ports.ts';
import { contextPassages, questionIn } from './context.ts';
import { HELP } from './help.ts';
import { keywords, type Match, type Passage, rank, telling } from './rank.ts';
import { codeSample } from './samples.ts';
import { titleFor, titleInstruction } from './title.ts';

const WANTS_CODE =
  /\b(code|coding|program(me)?|script|function|snippet|algorithm|regex|python|javascript|typescript|rust|sql|bash)\b/i;
const WANTS_TABLE = /\b(table|tabular|columns?|spreadsheet)\b/i;
const WANTS_LIST = /\b(list|steps?|bullets?|checklist|ideas|overview|topics?|options)\b/i;
const GREETS = /^\s*(hi|hello|hey|good (morning|afternoon|evening)|thanks?|thank you)\b/i;
const WANTS_MARKDOWN = /\b(markdown|formatting|format)\b/i;

const QUOTED = 2;
/** Below this a passage of the conversation is a chance hit: one common word. */
const ENOUGH_SHARED = 2;

const quote = ({ passage: { from, title, text, source } }: Match): string => {
  const head = title === '' ? `From ${from}:` : `**${title}** (${from}):`;
  const cited = source === undefined ? text : `${text} [${source}]`;
  return `${head}\n\n${cited
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}`;
};

const goodEnough = (question: string) => {
  const asked = new Set(keywords(question)).size;
  return ({ shared }: Match) => shared >= Math.min(ENOUGH_SHARED, asked);
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

/** How the attached files begin, for a question about them that shares no word with them. */
const ofFiles = (messages: readonly ModelMessage[], question: string): Passage[] =>
  ASKS_FILES.test(question)
    ? contextPassages(messages, question)
        .filter(({ source }) => source !== undefined)
        .slice(0, QUOTED)
    : [];

const MARKDOWN_SHOW =
  '### A little of everything\n\nWords can be **bold**, *slanted* or `code`, and lists can have levels:\n\n' +
  '1. First one thing\n2. Then another\n   - with a detail\n\n> A quotation stands out like this.';

const WHO_I_AM =
  'I am the **demo model** that comes with Parley: no language model, only a small program that finds passages by ' +
  'their words. It answers until a real model is plugged in, for instance with `GROQ_API_KEY` or `OLLAMA_BASE_URL`.';
const REMINDER = '*(Demo model: found by its words, not thought about.)*';

/** Words that say in which form to answer, and nothing about what. */
const FORM = /\b(table|tabular|columns?|spreadsheet|lists?|bullets?|checklist|overview|topics?|markdown)\b/gi;

const nothingFound = (question: string): string => {
  const words = [...new Set(telling(question))]
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

const inForm = (question: string, all: readonly Match[]): string | undefined => {
  const matches = all.length > 0 ? all : asMatches(HELP);
  if (WANTS_TABLE.test(question)) return table(matches);
  return WANTS_LIST.test(question) ? topics(matches) : undefined;
};

const body = (question: string, messages: readonly ModelMessage[]): string[] => {
  const subject = question.replace(FORM, '');
  const given = rank(subject, contextPassages(messages, question)).filter(goodEnough(subject));
  const help = rank(subject, HELP);
  const best =
    given.length > 0 ? given : [...asMatches(ofFiles(messages, question)), ...help.filter(goodEnough(subject))];
  const parts: string[] = [];
  if (WANTS_CODE.test(question)) parts.push(codeSample(question));
  if (WANTS_MARKDOWN.test(question)) parts.push(MARKDOWN_SHOW);
  const formed = inForm(question, [...given, ...help]);
  if (formed === undefined) parts.push(...best.slice(0, QUOTED).map(quote));
  else parts.push(formed);
  return parts;
};

const KB = 1024;

/** What can be said of an image without eyes: its form and its weight. */
const blind = (images: readonly ModelImage[]): string => {
  const forms = images.map(
    ({ type, bytes }) =>
      `${type.replace(/^image\//, '').toUpperCase()}, ${Math.max(1, Math.round(bytes.length / KB))} KB`,
  );
  return `${WHO_I_AM}\n\nI cannot see images. I only know what was attached: ${forms.join('; ')}.`;
};

/** The demo's reply: a function of the conversation and nothing else. */
export const compose = (messages: readonly ModelMessage[]): string => {
  const instruction = titleInstruction(messages);
  if (instruction !== undefined) return titleFor(messages, instruction);
  const last = messages.findLast((message) => message.role === 'user');
  return last?.images?.length ? blind(last.images) : answerTo(last?.content ?? '', messages);
};

const answerTo = (said: string, messages: readonly ModelMessage[]): string => {
  const question = questionIn(said);
  const firstReply = !messages.some(({ role }) => role === 'assistant');
  const greeting = GREETS.test(question) ? ['Hello! Ask me about Parley, or give me a text and ask about that.'] : [];
  const found = body(question, messages);
  if (found.length === 0 && greeting.length === 0) found.push(nothingFound(question));
  return [...greeting, ...(firstReply ? [WHO_I_AM] : []), ...found, ...(firstReply ? [] : [REMINDER])].join('\n\n');
};
