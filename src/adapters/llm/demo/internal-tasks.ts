import type { ModelMessage } from '../../../domain/chat/models/ports.ts';
import { contextPassages, extractQuestion } from './context-passages.ts';
import { nextQuestions } from './next-questions.ts';
import { titleFor, firstLabelledTurn } from './title.ts';

interface InternalTask {
  readonly prompt: RegExp;
  readonly answer: (messages: readonly ModelMessage[], prompt: string) => string;
}

const RELATED_COUNT = 4;
const MAX_POINTS = 6;

const lastOfUser = (messages: readonly ModelMessage[]): string =>
  messages.findLast(({ role }) => role === 'user')?.content ?? '';

const related = (messages: readonly ModelMessage[], prompt: string): string => {
  const text = lastOfUser(messages);
  const count = Number(/\b(\d{1,2})\s+questions\b/.exec(prompt)?.[1] ?? RELATED_COUNT);
  return JSON.stringify(nextQuestions(firstLabelledTurn(text) || text, count).map((question) => ({ text: question })));
};

const firstSentence = (text: string): string => /^[^]{1,300}?[.!?。](?=\s|$)/.exec(text)?.[0] ?? text;

const synthesis = (messages: readonly ModelMessage[]): string =>
  contextPassages(messages, extractQuestion(lastOfUser(messages)))
    .given.filter(({ source }) => source !== undefined)
    .slice(0, MAX_POINTS)
    .map(({ text, source }) => `- ${firstSentence(text).replace(/\s+/g, ' ')} [${source}]`)
    .join('\n');

/** What Parley itself asks of a model, by the opening of the prompt; a user's instructions never come first. */
const TASKS: readonly InternalTask[] = [
  { prompt: /^(write|give|create|make)\b.{0,40}\btitle\b/i, answer: titleFor },
  { prompt: /^suggest \d{1,2} questions\b/i, answer: related },
  { prompt: /^write a short synthesis\b/i, answer: synthesis },
  { prompt: /^say which assistant fits\b/i, answer: () => 'reasoning' },
];

/** The answer to a prompt of Parley itself; undefined for a conversation. */
export const answerInternally = (messages: readonly ModelMessage[]): string | undefined => {
  const prompt = messages.find(({ role }) => role === 'system')?.content ?? '';
  return TASKS.find((task) => task.prompt.test(prompt))?.answer(messages, prompt);
};
