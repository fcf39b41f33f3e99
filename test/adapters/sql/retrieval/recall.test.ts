import { statSync } from 'node:fs';
import { jest } from '@jest/globals';

import { Database } from '../../../../src/adapters/sql/database.ts';
import { Migrator } from '../../../../src/adapters/sql/migrator.ts';
import { FILES, QUESTIONS } from '../../../bench/data/questions.ts';
import { fillWithLibrary, measure, RetrievalIndex } from '../../../bench/support/retrieval-index.ts';

jest.setTimeout(60_000);

test('words and vectors together find at least as much as either of them alone', async () => {
  const db = await Database.open('sqlite::memory:');
  await new Migrator(db).up();
  const shelf = await new RetrievalIndex(db).open();
  await fillWithLibrary(shelf);
  const some = QUESTIONS.filter((_, at) => at % 3 === 0); // all of them are asked by the bench
  const both = await measure(shelf, some, (question) => shelf.both(question));
  const words = await measure(shelf, some, (question) => shelf.words(question));
  const meaning = await measure(shelf, some, (question) => shelf.meaning(question));
  await db.close();
  expect(both.recall).toBeGreaterThanOrEqual(words.recall);
  expect(both.recall).toBeGreaterThanOrEqual(meaning.recall);
  expect(both.recall).toBeGreaterThanOrEqual(0.9);
});

test('the questions are many, in three languages, each with one answer, and small', () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(200);
  expect(new Set(QUESTIONS.map(({ question }) => question)).size).toBe(QUESTIONS.length);
  const texts = FILES.flatMap(({ sections }) => sections.map(({ text }) => text));
  for (const { answer } of QUESTIONS) expect(texts.filter((text) => text === answer)).toHaveLength(1);
  expect(statSync(new URL('../../../bench/data/questions.ts', import.meta.url)).size).toBeLessThan(150_000);
});
