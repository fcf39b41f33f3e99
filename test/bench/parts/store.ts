import { join } from 'node:path';

import { SqlChatRepository } from '../../../src/adapters/sql/chat/chat-repository.ts';
import { SqlMessageRepository } from '../../../src/adapters/sql/chat/message-repository.ts';
import { NOON } from '../../support/builders.ts';
import { quantile } from '../support/figures.ts';
import {
  COMMON_WORD,
  seedChats,
  type SeededChats,
  longChatId,
  MESSAGES_PER_CHAT,
  seededRandom,
  wordOf,
} from '../support/seeded-chats.ts';
import { withMariaDb } from '../support/mariadb.ts';
import type { Row, Table } from '../support/report.ts';
import { inFolder } from '../support/targets.ts';

const CALLS = 60;
const WARM_UP = 10;
const PAGE = 50;
const SIZES = [1000, 10_000, ...(process.argv.includes('--full') ? [100_000] : [])];
const LONG_CHATS = [50, 500];
const MAX_P95_MS = { list: 20, open: 30, search: 100 };
/** Ranks of words that stand in about one message of a thousand. */
const SOUGHT = { from: 2000, count: 6000 };

const p95 = async (call: (index: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let index = -WARM_UP; index < CALLS; index += 1) {
    const begun = performance.now();
    await call(index);
    if (index >= 0) times.push(performance.now() - begun);
  }
  return quantile(times, 0.95);
};

/** One word, two words, or the beginning of one, in turn: never twice the same, as an engine may remember. */
const queries = (): ((index: number) => string) => {
  const next = seededRandom(11);
  const word = () => wordOf(SOUGHT.from + Math.floor(next() * SOUGHT.count));
  return (index) =>
    index % 3 === 0 ? word() : index % 3 === 1 ? `${word()} ${wordOf(Math.floor(next() * 50))}` : word().slice(0, 5);
};

const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');

const listRow = async ({ db, ownerId, chats }: SeededChats): Promise<Row> => {
  const repository = new SqlChatRepository(db);
  const next = seededRandom(3);
  // Each second call is for a later page, somewhere in the whole list.
  const page = (index: number) =>
    index % 2 === 0 ? { limit: PAGE } : { limit: PAGE, before: NOON - Math.floor(next() * (chats - PAGE)) * 60_000 };
  const measured = await p95(async (index) => {
    const listed = await repository.list(ownerId, page(index));
    if (listed.length !== PAGE) throw new Error(`${listed.length} chats listed`);
  });
  return {
    what: `list ${PAGE} of ${count(chats)} chats, any page`,
    measured,
    unit: 'ms',
    digits: 2,
    target: MAX_P95_MS.list,
  };
};

const openRow = async ({ db, ownerId }: SeededChats, length: number): Promise<Row> => {
  const chats = new SqlChatRepository(db);
  const messages = new SqlMessageRepository(db);
  const measured = await p95(async () => {
    const chat = await chats.find(ownerId, longChatId(length));
    const all = chat ? await messages.list(chat.key) : [];
    if (all.length !== length) throw new Error(`${all.length} messages read`);
  });
  return { what: `open a chat of ${length} messages`, measured, unit: 'ms', digits: 2, target: MAX_P95_MS.open };
};

const searchRows = async ({ db, ownerId, messages }: SeededChats): Promise<Row[]> => {
  const repository = new SqlChatRepository(db);
  const query = queries();
  let found = 0;
  const search = async (text: string) => {
    found += (await repository.search(ownerId, text, { limit: PAGE })).length;
  };
  const rare = await p95((index) => search(query(index)));
  if (found === 0) throw new Error('no search found anything');
  const note = `${(found / (CALLS + WARM_UP)).toFixed(1)} chats found on average, ${PAGE} at most`;
  const common = await p95(() => search(COMMON_WORD));
  const size = count(messages);
  return [
    {
      what: `search ${size} messages: words and beginnings`,
      measured: rare,
      unit: 'ms',
      digits: 2,
      target: MAX_P95_MS.search,
      note,
    },
    {
      what: `search ${size} messages: a word in each tenth`,
      measured: common,
      unit: 'ms',
      digits: 2,
      target: MAX_P95_MS.search,
      note: 'the worst word to look for',
    },
  ];
};

/** The rows of one kind stand together, so that one sees how the cost grows with the size. */
const measure = async (engine: string, urls: readonly string[]): Promise<Table> => {
  const begun = performance.now();
  const lists: Row[] = [];
  const opens: Row[] = [];
  const searches: Row[][] = [];
  let stored = 0;
  let seconds = 0;
  for (const [index, chats] of SIZES.entries()) {
    const filled = performance.now();
    const last = index === SIZES.length - 1;
    const library = await seedChats(urls[index] ?? '', chats, last ? LONG_CHATS : []);
    seconds += (performance.now() - filled) / 1000;
    stored += library.messages;
    try {
      lists.push(await listRow(library));
      searches.push(await searchRows(library));
      if (last) for (const length of LONG_CHATS) opens.push(await openRow(library, length));
    } finally {
      await library.close();
    }
  }
  console.log(
    `(${engine}: ${count(stored)} messages in chats of ${MESSAGES_PER_CHAT} written in ${seconds.toFixed(0)} s, ` +
      `all in ${((performance.now() - begun) / 1000).toFixed(0)} s)`,
  );
  const grouped = [0, 1].flatMap((kind) => searches.flatMap((rows) => rows[kind] ?? []));
  return { title: `The store on ${engine}: p95 of ${CALLS} calls`, rows: [...lists, ...opens, ...grouped] };
};

/** What reading costs through the repositories, at sizes ten times apart, all of it one person's. */
export const store = async (): Promise<Table[]> => {
  const sqlite = await inFolder((folder) =>
    measure(
      'SQLite',
      SIZES.map((chats) => `sqlite:${join(folder, `${chats}.db`)}`),
    ),
  );
  const mariadb = await withMariaDb(
    SIZES.map((chats) => `bench_${chats}`),
    (urls) => measure('MariaDB', urls),
  );
  if (!mariadb) console.log('The store on MariaDB is skipped: install mariadb-server to measure it.');
  return mariadb ? [sqlite, mariadb] : [sqlite];
};
