import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

/*
 * Documents and questions of writers who saw the documents only, never the product or its results: data/answers. They
 * are not edited; a question with a fault has a `fault` and is left out.
 */

const FOLDER = join(import.meta.dirname, '../data/answers');
const KINDS = ['own words', 'other words', 'follow-up', 'across files', 'not answerable'] as const;
export type Kind = (typeof KINDS)[number];

const question = z.strictObject({
  id: z.string(),
  language: z.string(),
  kind: z.enum(KINDS),
  documents: z.array(z.string()),
  question: z.string(),
  /** The questions before it, oldest first. */
  after: z.array(z.string()).default([]),
  /** The sentences that answer; ` || ` stands between those of which one is enough. */
  answer: z.array(z.string()),
  fault: z.string().optional(),
});
export type Question = z.output<typeof question>;

const rewording = z.strictObject({
  question: z.string(),
  wordings: z.array(z.string()),
  terms: z.array(z.string()),
});
export type Rewording = z.output<typeof rewording>;

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

export const QUESTIONS: readonly Question[] = z
  .array(question)
  .parse(readJson('questions.json'))
  .filter(({ fault }) => fault === undefined);

/** What a model that saw only a question and the names of the files made of it, by the question's id. */
export const readRewordings = (): Readonly<Record<string, Rewording>> =>
  z.record(z.string(), rewording).parse(readJson('rewordings.json'));

export const DOCUMENTS: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[] = readdirSync(
  join(FOLDER, 'documents'),
)
  .sort()
  .map((name) => ({ name, bytes: Uint8Array.from(readFileSync(join(FOLDER, 'documents', name))) }));

/** Letters and digits only: how a format marks a table or a line's end is not what is measured. */
const bare = (text: string): string => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');

/** Rows of a table may be given with the names of their columns between the cells. */
const holdsRow = (text: string, row: string): boolean => {
  let from = 0;
  for (const cell of row.split(',').map(bare).filter(Boolean)) {
    const at = text.indexOf(cell, from);
    if (at < 0) return false;
    from = at + cell.length;
  }
  return true;
};

/** Whether these texts hold a sentence, or one of its alternatives; `isTable`: it is a row of a csv file. */
export const holds = (texts: readonly string[], sentence: string, isTable: boolean): boolean =>
  sentence
    .split(' || ')
    .some((alternative) =>
      texts.some((text) =>
        isTable
          ? text.split('\n').some((line) => holdsRow(bare(line), alternative)) || holdsRow(bare(text), alternative)
          : bare(text).includes(bare(alternative)),
      ),
    );
