import { statSync } from 'node:fs';
import { join } from 'node:path';

import { Database } from '../../../src/adapters/sql/database.ts';
import { Migrator } from '../../../src/adapters/sql/migrator.ts';
import type { ParsedDocument } from '../../../src/domain/files/ports/documents.ts';
import { ASKED_DOCUMENTS } from '../data/asked/documents.ts';
import { type BenchQuestion, FILES, QUESTIONS } from '../data/questions.ts';
import { quantile } from '../support/figures.ts';
import { seededRandom, wordOf } from '../support/seeded-chats.ts';
import { withMariaDb } from '../support/mariadb.ts';
import type { Row, Table } from '../support/report.ts';
import {
  QUESTION_SET,
  fillWithQuestionSet,
  fillWithLibrary,
  measure,
  RetrievalIndex,
} from '../support/retrieval-index.ts';
import { inFolder } from '../support/targets.ts';

const SIZES = [1000, 10_000, 50_000];
/** Chunks of one file of the large shelves. */
const FILE = 1000;
const QUERIES = 40;
const WARM_UP = 5;
const WORDS_PER_CHUNK = 120;
const MAX_SEARCH_MS = 300;

const opened = async (url: string): Promise<{ db: Database; shelf: RetrievalIndex }> => {
  const db = await Database.open(url);
  await new Migrator(db).up();
  return { db, shelf: await new RetrievalIndex(db).open() };
};

const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');

interface QuestionSet {
  readonly title: string;
  readonly fill: (retrievalIndex: RetrievalIndex) => Promise<void>;
  readonly questions: readonly BenchQuestion[];
  /** What finding by words and vectors together should reach. */
  readonly target?: number;
}

const bytesOfTemplates = statSync(new URL('../data/questions.ts', import.meta.url)).size;
const SETS: readonly QuestionSet[] = [
  {
    title:
      `Retrieval: ${QUESTIONS.length} questions to ${FILES.length} documents (made of ${count(bytesOfTemplates)} ` +
      'bytes of templates)',
    fill: fillWithLibrary,
    questions: QUESTIONS,
    target: 0.9,
  },
  {
    title: `Retrieval: ${QUESTION_SET.length} independent questions to ${ASKED_DOCUMENTS.length} documents`,
    fill: fillWithQuestionSet,
    questions: QUESTION_SET,
  },
];

/** How often the passage that answers is among the first five, and how far in front. */
const quality = async (url: string, { title, fill, questions, target }: QuestionSet): Promise<Table> => {
  const { db, shelf: retrievalIndex } = await opened(url);
  await fill(retrievalIndex);
  const rows: Row[] = [];
  const ways = { 'words and vectors': 'both', 'words only': 'words', 'vectors only (local)': 'meaning' } as const;
  for (const [what, way] of Object.entries(ways)) {
    const { recall, mrr } = await measure(retrievalIndex, questions, (question) => retrievalIndex[way](question));
    const targetRecall = way === 'both' && target !== undefined ? { target, atLeast: true } : {};
    rows.push(
      { what: `recall@5, ${what}`, measured: recall, unit: '', digits: 3, ...targetRecall },
      { what: `MRR, ${what}`, measured: mrr, unit: '', digits: 3 },
    );
  }
  await db.close();
  return { title, rows };
};

/** A file of random words, each section as long as a chunk. */
const aLargeFile = (next: () => number): ParsedDocument => ({
  pages: 0,
  blocks: Array.from({ length: FILE }, (_, at) => [
    { kind: 'heading' as const, text: `Section ${at}`, page: null, level: 1 },
    {
      kind: 'text' as const,
      text: Array.from({ length: WORDS_PER_CHUNK }, () => wordOf(Math.floor(next() ** 3 * 20_000))).join(' '),
      page: null,
      level: 0,
    },
  ]).flat(),
});

const bytesOf = ({ blocks }: ParsedDocument): number =>
  blocks.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

/**
 * Milliseconds of computing that this process has done; unlike the clock it hardly depends on
 * what else the machine does.
 */
const computed = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

interface Taken {
  readonly times: readonly number[];
  /** Milliseconds of computing for each question. */
  readonly cpu: number;
}

const anyQuestion = (next: () => number): string =>
  Array.from({ length: 6 }, () => wordOf(Math.floor(next() ** 3 * 20_000))).join(' ');

/** The most frequent word of the files, which nearly every chunk has, beside others. */
const questionWithFrequentWord = (next: () => number): string => `${wordOf(0)} ${anyQuestion(next)}`;

const times = async (retrievalIndex: RetrievalIndex, next: () => number, ask = anyQuestion): Promise<Taken> => {
  const taken: number[] = [];
  let before = 0;
  for (let index = -WARM_UP; index < QUERIES; index += 1) {
    if (index === 0) before = computed();
    const question = ask(next);
    const begun = performance.now();
    const found = await retrievalIndex.both(question);
    if (found.length === 0) throw new Error('nothing was found');
    if (index >= 0) taken.push(performance.now() - begun);
  }
  return { times: taken, cpu: (computed() - before) / QUERIES };
};

/** One shelf that grows: what it costs to fill it and to ask all of it. */
const speed = async (engine: string, url: string, sizes: readonly number[]): Promise<Table> => {
  const { db, shelf: retrievalIndex } = await opened(url);
  const next = seededRandom(17);
  const rows: Row[] = [];
  let [chunks, bytes, ms, cpu] = [0, 0, 0, 0];
  for (const size of sizes) {
    while (chunks < size) {
      const document = aLargeFile(next);
      const [begun, before] = [performance.now(), computed()];
      chunks += await retrievalIndex.put(`file-${chunks}`, document);
      ms += performance.now() - begun;
      cpu += computed() - before;
      bytes += bytesOf(document);
    }
    const taken = await times(retrievalIndex, next);
    const frequent = await times(retrievalIndex, next, questionWithFrequentWord);
    const what = `query of ${count(size)} chunks`;
    rows.push(
      {
        what: `${what}, p50`,
        measured: quantile(taken.times, 0.5),
        unit: 'ms',
        note: `${count(chunks)} chunks of ${retrievalIndex.fileIds.length} files, all of them asked`,
      },
      { what: `${what}, p95`, measured: quantile(taken.times, 0.95), unit: 'ms', target: MAX_SEARCH_MS },
      {
        what: `${what}, p95, with a word of every chunk`,
        measured: quantile(frequent.times, 0.95),
        unit: 'ms',
        target: MAX_SEARCH_MS,
      },
      { what: `${what}, computing`, measured: taken.cpu, unit: 'ms', note: 'CPU of this process for each' },
    );
  }
  await db.close();
  const perSecond = (spent: number): number => bytes / 1_000_000 / (spent / 1000);
  const ingest: Row[] = [
    {
      what: 'ingest: chunks, local vectors, index',
      measured: perSecond(ms),
      unit: 'MB/s',
      digits: 2,
      note: `${(bytes / 1_000_000).toFixed(0)} MB of text`,
    },
    { what: 'the same by CPU time of this process', measured: perSecond(cpu), unit: 'MB/s', digits: 2 },
  ];
  return { title: `Retrieval on ${engine}: speed`, rows: [...ingest, ...rows] };
};

/** How well passages of files are found, and how fast. */
export const retrieval = async (): Promise<Table[]> => {
  const found: Table[] = [];
  for (const set of SETS) found.push(await quality('sqlite::memory:', set));
  if (process.argv.includes('--quality')) return found;
  const sqlite = await inFolder((folder) => speed('SQLite', `sqlite:${join(folder, 'shelf.db')}`, SIZES));
  const mariadb = await withMariaDb(['retrieval'], ([url = '']) =>
    speed('MariaDB', url, process.argv.includes('--full') ? SIZES : SIZES.slice(0, 2)),
  );
  return [...found, sqlite, ...(mariadb ? [mariadb] : [])];
};
