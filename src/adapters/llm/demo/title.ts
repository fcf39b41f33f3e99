import type { ModelMessage } from '../../../domain/chat/models/ports.ts';
import { trimEndMatching } from '../../../domain/kernel/trim-end.ts';
import { keywords } from './rank-passages.ts';

const WORD_LIMIT = /(?:at most|up to|no more than|maximum(?: of)?|max\.?|within)\s+(\d{1,2})\s+words/i;
const DEFAULT_WORD_LIMIT = 6;
/** Question openers that do not belong into a title. */
const OPENERS =
  /^(hi|hello|hey|please|kindly|can you|could you|would you|will you|tell me|show me|explain|help me|(is|are|was|were) there|there (is|are)|write( me)?( an?)?|(can|could|may|should|do) (i|we)|i want to|i need to|i would like to|how (do|can|should|would) (i|we|you)|how to|what (is|are|does|do)|where (is|are|do|does)|why (is|are|do|does)|when (is|are|do|does)|who (is|are)|is|are|do|does)\b[\s,:!]*/i;

/** A title is the main clause: what follows a comma or a relative word is detail. */
const CLAUSE = /,\s|\s(?:that|which|who|because|so that|using|while)\s/i;
const MIN_MAIN_WORDS = 2;

const withoutClauses = (text: string): string => {
  const main = text.split(CLAUSE, 1)[0] ?? text;
  return main.trim().split(/\s+/).length >= MIN_MAIN_WORDS ? main : text;
};

/** Speaker labels of a transcript, and the line after that turn. */
const LABEL = /^\s{0,8}[#*<[]{0,4}\s?(?:user|question|person|human)(?:'s)?(?: message)?\s?[\]*>]{0,4}\s?:?\s?\*{0,4}/i;
const NEXT_LABEL = /^\s{0,8}[#*<[/]{0,4}\s?(?:assistant|reply|answer|model|ai|user)\b/i;
/** More of a conversation adds nothing to its title. */
const MAX_TRANSCRIPT_LENGTH = 8000;

const stripOpeners = (text: string): string => {
  for (let rest = text; ;) {
    const shorter = rest.replace(OPENERS, '');
    if (shorter === rest) return rest;
    rest = shorter;
  }
};

/** The text under the first label of a transcript; empty without one. */
export const firstLabelledTurn = (transcript: string): string => {
  const lines = transcript.split('\n');
  const first = lines.findIndex((line) => LABEL.test(line));
  if (first < 0) return '';
  const next = lines.findIndex((line, at) => at > first && NEXT_LABEL.test(line));
  const [head = '', ...more] = lines.slice(first, next < 0 ? undefined : next);
  return [head.replace(LABEL, ''), ...more].join('\n').split('</', 1)[0]?.trim() ?? '';
};

/** The user's words, from a transcript with labels or plain text. */
const userText = (messages: readonly ModelMessage[]): string => {
  const text = messages.find(({ role, content }) => role === 'user' && content.trim() !== '')?.content ?? '';
  const first = text.trim().slice(0, MAX_TRANSCRIPT_LENGTH);
  return firstLabelledTurn(first) || first.trim();
};

const CONNECTIVES = new Set([
  'a',
  'an',
  'and',
  'or',
  'of',
  'the',
  'to',
  'in',
  'for',
  'with',
  'on',
  'by',
  'my',
  'your',
  'is',
  'me',
]);

/** A title from the user's words: the core of the first sentence, no quotes, no end punctuation. */
export const titleFor = (messages: readonly ModelMessage[], instruction: string): string => {
  const limit = Math.max(1, Number(WORD_LIMIT.exec(instruction)?.[1] ?? DEFAULT_WORD_LIMIT));
  const text = userText(messages);
  const sentence = text.split(/[\n.?!。？！](?:\s|$)/).find((part) => keywords(part).length > 0) ?? text;
  const plain = sentence.replace(/["'`“”«»<>*_#]/g, '').trim();
  const core = stripOpeners(plain);
  const words = withoutClauses(keywords(core).length > 0 ? core : plain)
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, limit);
  while (words.length > 1 && CONNECTIVES.has(words.at(-1)?.toLowerCase() ?? '')) words.pop();
  const title = trimEndMatching(words.join(' '), /[\p{P}\s]/u);
  return title === '' ? 'A short conversation' : title.charAt(0).toUpperCase() + title.slice(1);
};
