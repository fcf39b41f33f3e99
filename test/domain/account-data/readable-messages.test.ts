import { ReadableMessages } from '../../../src/domain/account-data/readable-messages.ts';
import { aMessage, anAnswer } from '../../support/builders.ts';

const rows = Array.from({ length: 20 }, (_, at) => `Line ${at}`).join('\n');
const made = `\`\`\`html\n<title>Oven clock</title>\n${rows}\n\`\`\``;
const edit = (from: string, to: string) =>
  `\`\`\`artifact-edit\nid: html-oven-clock\n<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE\n\`\`\``;

const MESSAGES = [
  aMessage({ id: 'q1', parentId: null, content: made }),
  anAnswer({ id: 'a1', parentId: 'q1', content: made }),
  aMessage({ id: 'q2', parentId: 'a1', content: 'Change it' }),
  anAnswer({ id: 'a2', parentId: 'q2', content: edit('Line 3', 'rye') }),
  anAnswer({ id: 'a3', parentId: 'q2', content: edit('Line 3', 'spelt') }),
  aMessage({ id: 'q3', parentId: 'a3', content: 'Again' }),
  anAnswer({ id: 'a4', parentId: 'q3', content: edit('spelt', 'oats') }),
  anAnswer({ id: 'a5', parentId: 'q3', content: edit('rye', 'oats') }),
  anAnswer({ id: 'a6', parentId: 'gone', content: edit('rye', 'oats') }),
];

test('each version of an answer has what it changed of earlier ones: a line when shown, else the text', () => {
  const readable = new ReadableMessages({ outline: MESSAGES }, new Set(['q1', 'a1', 'q2', 'a2']));
  const text = (line: string) => made.replace('Line 3', line);
  expect(MESSAGES.map((message) => readable.read(message))).toEqual([
    made,
    made,
    'Change it',
    '*Changes to “Oven clock”*',
    text('spelt'),
    'Again',
    text('oats'),
    '*Changes to “Oven clock”, not applied*',
    '*Changes to “html-oven-clock”, not applied*',
  ]);
});
