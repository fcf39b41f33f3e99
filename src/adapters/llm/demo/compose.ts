import type { ModelImage, ModelMessage } from '../../../domain/chat/models/ports.ts';
import { changeArtifact } from './change-artifact.ts';
import { contextPassages, extractQuestion, type Material } from './context-passages.ts';
import type { HelpTopic } from './help-topic.ts';
import { HELP } from './help.ts';
import { answerInternally } from './internal-tasks.ts';
import { nextQuestions } from './next-questions.ts';
import { contentWords, keywords, type Match, type Passage, rankPassages } from './rank-passages.ts';
import { codeSample } from './samples.ts';
import { showpiece } from './showpieces.ts';
import { smallTalk, withoutGreeting } from './small-talk.ts';

export interface DemoAnswer {
  readonly text: string;
  /** False: nothing was found. */
  readonly found: boolean;
}

const WANTS_CODE =
  /\b(code|coding|program(me)?|script|function|snippet|algorithm|regex|python|javascript|typescript|rust|sql|bash)\b/i;
const WANTS_TABLE = /\b(table|tabular|columns?|spreadsheet)\b/i;
const WANTS_LIST = /\b(list|bullets?|checklist|topics?)\b/i;
const WANTS_MARKDOWN = /\bmarkdown\b/i;
/** Words about the form of an answer, not its content. */
const FORM = /\b(table|tabular|columns?|spreadsheet|lists?|bullets?|checklist|topics?|markdown)\b/gi;

const MAX_QUOTES = 2;
const MIN_SHARED_WORDS = 2;
/** Of the weight of the question's words: below, the help speaks of something else. */
const MIN_HELP_SHARE = 0.45;
const NEXT_COUNT = 3;

const quote = ({ from, text, source }: Passage): string => {
  const cited = source === undefined ? text : `${text} [${source}]`;
  return `From ${from}:\n\n${cited.replace(/^/gm, '> ')}`;
};

const page = ({ title, text, forAdmins }: HelpTopic, forAdmin: boolean): string => {
  const where = forAdmin ? forAdmins : forAdmins && '*Where: sign in as an admin and ask me again.*';
  return [`### ${title}`, text, where].filter(Boolean).join('\n\n');
};

const cell = (text: string): string => (text.split(/(?<=\.)\s|\n/)[0] ?? '').replace(/\|/g, '\\|').replace(/^- /, '');

const table = (topics: readonly Passage[]): string =>
  [
    'Here is what I have on this as a table:',
    '',
    '| Topic | In short | Words |\n|---|---|---:|',
    ...topics
      .slice(0, 5)
      .map(({ title, from, text }) => `| ${title || from} | ${cell(text)} | ${contentWords(text).length} |`),
  ].join('\n');

const list = (topics: readonly Passage[]): string =>
  [
    'What I can tell you something about:',
    '',
    ...topics.slice(0, 8).map(({ title, from, text }) => `- **${title || from}**: ${cell(text)}`),
  ].join('\n');

const ASKS_FILES = /\b(?:(?:files?|documents?|attach(?:ed|ments?)|pdf)\b|summar)/i;

const MARKDOWN_SHOW =
  '### A little of everything\n\nWords can be **bold**, *slanted* or `code`, and lists can have levels:\n\n' +
  '1. First one thing\n2. Then another\n   - with a detail\n\n> A quotation stands out like this.';

interface ComposeOptions {
  /** It may name settings of the server. */
  readonly forAdmin: boolean;
  /** It says that a reply without an answer does not count. */
  readonly freeUnanswered: boolean;
}

/** Where in the question the first word stands that a passage answers and no other does. */
const placeIn = (question: readonly string[], text: string, others: readonly string[]): number => {
  const [own, taken] = [new Set(keywords(text)), new Set(others.flatMap(keywords))];
  const at = question.findIndex((word) => own.has(word) && !taken.has(word));
  return at < 0 ? question.length : at;
};

/** In the order in which the question asks for them; those that answer the same stay best first. */
const inOrderOf = (question: string, passages: readonly Passage[]): Passage[] => {
  const asked = keywords(question);
  const place = (one: Passage): number =>
    placeIn(
      asked,
      one.text,
      passages.filter((other) => other !== one).map(({ text }) => text),
    );
  return passages
    .map((passage) => ({ passage, at: place(passage) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ passage }) => passage);
};

/** Enough words in common, of a text that may be long. */
const quotable = (question: string, passages: readonly Passage[]): Passage[] => {
  const wanted = Math.min(MIN_SHARED_WORDS, new Set(keywords(question)).size);
  const best = rankPassages(question, passages)
    .filter(({ shared }) => shared >= wanted)
    .slice(0, MAX_QUOTES)
    .map(({ passage }) => passage);
  return inOrderOf(question, best);
};

/** The start of the attached files, for a question that shares no word with them. */
const openings = (question: string, { given }: Material): Passage[] =>
  ASKS_FILES.test(question) ? given.filter(({ source }) => source !== undefined).slice(0, MAX_QUOTES) : [];

const helpOn = (question: string): Match<HelpTopic> | undefined =>
  rankPassages(question, HELP).find(({ share, isNamed }) => isNamed && share >= MIN_HELP_SHARE);

const formatted = (question: string, material: Material): string | undefined => {
  if (!WANTS_TABLE.test(question) && !WANTS_LIST.test(question)) return undefined;
  const subject = question.replace(FORM, '');
  const matches = rankPassages(subject, [...material.given, ...HELP]).map(({ passage }) => passage);
  const topics = matches.length > 0 ? matches : HELP;
  return WANTS_TABLE.test(question) ? table(topics) : list(topics);
};

const samples = (question: string): string | undefined => {
  if (WANTS_CODE.test(question)) return codeSample(question);
  return WANTS_MARKDOWN.test(question) ? MARKDOWN_SHOW : undefined;
};

const quotes = (passages: readonly Passage[]): string | undefined =>
  passages.length === 0 ? undefined : passages.map(quote).join('\n\n');

/** The first that applies: the user's own material, help, prepared answers, earlier turns. */
const content = (question: string, material: Material, forAdmin: boolean): string | undefined => {
  const subject = question.replace(FORM, '');
  const help = helpOn(subject);
  return (
    quotes(quotable(subject, material.given)) ??
    quotes(openings(question, material)) ??
    showpiece(question) ??
    formatted(question, material) ??
    (help ? page(help.passage, forAdmin) : undefined) ??
    samples(question) ??
    quotes(quotable(subject, material.earlier))
  );
};

const REMINDER = '*I am the demo model: I find texts by their words and do not think.*';
const CONNECT =
  '*I am the demo model, a small program and no language model. A real one is connected with one setting: ' +
  'an API key, or the address of an Ollama server.*';

const suggestions = (question: string): string =>
  ['You could ask next:', '', ...nextQuestions(question, NEXT_COUNT).map((next) => `- ${next}`)].join('\n');

const nothingFound = (question: string, isFree: boolean): string =>
  'I do not know that, and I will not make something up: I am the **demo model** and know only Parley’s help and ' +
  'what you ' +
  `give me.${isFree ? ' This message does not count.' : ''}\n\n${suggestions(question)}\n\n${CONNECT}`;

const KB = 1024;

/** Describes images without a vision model: format and size. */
const blind = (images: readonly ModelImage[]): string => {
  const forms = images.map(
    ({ type, bytes }) =>
      `${type.replace(/^image\//, '').toUpperCase()}, ${Math.max(1, Math.round(bytes.length / KB))} KB`,
  );
  return `I am the **demo model**. I cannot see images; I only know what was attached: ${forms.join('; ')}.`;
};

const answerTo = (
  written: string,
  messages: readonly ModelMessage[],
  { forAdmin, freeUnanswered }: ComposeOptions,
): DemoAnswer => {
  const question = withoutGreeting(extractQuestion(written));
  const isFirst = !messages.some(({ role }) => role === 'assistant');
  const text =
    smallTalk(question) ??
    changeArtifact(messages, question) ??
    content(question, contextPassages(messages, question), forAdmin);
  if (text === undefined) return { text: nothingFound(question, freeUnanswered), found: false };
  return { text: [text, suggestions(question), isFirst ? CONNECT : REMINDER].join('\n\n'), found: true };
};

/** The last question of a person; a tool's result that is handed over as text is none. */
const lastQuestion = (messages: readonly ModelMessage[]) =>
  messages.findLast(({ role, content: text }) => role === 'user' && extractQuestion(text) !== '') ??
  messages.findLast(({ role }) => role === 'user');

/** The demo's reply: a pure function of the conversation. */
export const compose = (messages: readonly ModelMessage[], options: ComposeOptions): DemoAnswer => {
  const internal = answerInternally(messages);
  if (internal !== undefined) return { text: internal, found: true };
  const last = messages.findLast(({ role }) => role === 'user');
  if (last?.role === 'user' && last.images?.length) return { text: blind(last.images), found: true };
  return answerTo(lastQuestion(messages)?.content ?? '', messages, options);
};
