import { jest } from '@jest/globals';

import { SqlBlobReferenceCounts } from '../../../src/adapters/sql/files/blob-reference-counts.ts';
import { SqlApiKeyRepository } from '../../../src/adapters/sql/accounts/api-key-repository.ts';
import { SqlChatRepository } from '../../../src/adapters/sql/chat/chat-repository.ts';
import type { Database } from '../../../src/adapters/sql/database.ts';
import { SqlFileRepository } from '../../../src/adapters/sql/files/file-repository.ts';
import { SqlLedgerStore } from '../../../src/adapters/sql/billing/ledger.ts';
import { SqlMessageRepository } from '../../../src/adapters/sql/chat/message-repository.ts';
import { SqlUserAdmin } from '../../../src/adapters/sql/admin/user-admin.ts';
import { SqlQuotas } from '../../../src/adapters/sql/billing/quotas.ts';
import { SqlReplyRepository } from '../../../src/adapters/sql/chat/reply-repository.ts';
import { SqlSearchIndex } from '../../../src/adapters/sql/retrieval/search-index.ts';
import { SqlSessionRepository } from '../../../src/adapters/sql/accounts/session-repository.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/accounts/user-repository.ts';
import { anApiKey } from '../../contracts/api-key-repository.ts';
import { aFile, hashOf } from '../../fakes/files.ts';
import { CountingIds, FixedClock } from '../../fakes/kernel.ts';
import { aChat, aMessage, anEntry, aReply, aSession, aUser, chatIdOf, NOON, words } from '../../support/builders.ts';
import { describeEachDatabase } from '../../support/databases.ts';
import { fillOtherTables, frequentQueries } from '../../support/frequent-queries.ts';

jest.setTimeout(120_000);

interface Statement {
  readonly sql: string;
  readonly bindings: readonly (string | number | null)[];
}

const EXPLAINED = /^\s*(select|update|delete|with|insert into reply_log\b[^)]*\)\s*with)/i;

/** Everything that `work` asks the database, as it was sent. */
const asked = async (db: Database, work: () => Promise<unknown>): Promise<Statement[]> => {
  const statements: Statement[] = [];
  const listen = ({ sql, bindings }: { sql: string; bindings?: Statement['bindings'] }) => {
    if (EXPLAINED.test(sql))
      statements.push({
        sql,
        bindings: (bindings ?? []).map((value) => (typeof value === 'boolean' ? Number(value) : value)),
      });
  };
  db.dialect.pool.on('query', listen);
  await work();
  db.dialect.pool.removeListener('query', listen);
  return statements;
};

/** The steps of a plan that walk through a whole stored table. */
const scans = async (db: Database, engine: 'sqlite' | 'mysql', { sql, bindings }: Statement): Promise<string[]> => {
  if (engine === 'sqlite') {
    const steps: { detail: string }[] = await db.connection.raw(`EXPLAIN QUERY PLAN ${sql}`, [...bindings]);
    const whole =
      /^SCAN (?!entries\b|\d+ CONSTANT ROWS|logged\b|walk\b|found_\d+\b|matching\b|ranked\b|\(subquery|CONSTANT ROW|(?:search|chunk)_words VIRTUAL TABLE INDEX \d+:M)/;
    return steps.map(({ detail }) => detail).filter((detail) => whole.test(detail));
  }
  const [steps = []]: { table: string | null; type: string | null }[][] = await db.connection.raw(`EXPLAIN ${sql}`, [
    ...bindings,
  ]);
  return steps
    .filter(({ table, type }) => (type === 'ALL' || type === 'index') && !/^<|^(entries|logged)$/.test(table ?? ''))
    .map((step) => JSON.stringify(step));
};

const END = { status: 'complete', errorCode: null, text: '', finishedAt: NOON } as const;

describeEachDatabase(({ open, engine }) => {
  let full: ReturnType<typeof fill> | undefined;
  /** Plans need rows, and the same ones will do for all of them. */
  const filled = () => (full ??= fill());

  const fill = async () => {
    const db = await open();
    const users = new SqlUserRepository(db);
    const chats = new SqlChatRepository(db);
    const messages = new SqlMessageRepository(db);
    const replies = new SqlReplyRepository(db);
    await db.transaction(async () => {
      for (let person = 0; person < 20; person += 1) {
        await users.add(aUser({ uid: `user-${person}` }));
        await new SqlSessionRepository(db).add(aSession({ uid: `user-${person}`, tokenDigest: `digest-${person}` }));
        await new SqlApiKeyRepository(db).add(anApiKey({ uid: `user-${person}`, id: `key-${person}` }));
        for (let number = 0; number < 20; number += 1) {
          const chat = aChat({
            id: chatIdOf(`c${number}`),
            key: `key-${person}-${number}`,
            ownerId: `user-${person}`,
            updatedAt: NOON + number,
          });
          await chats.create(chat);
          await messages.add(
            chat.key,
            [0, 1, 2].map((id) => aMessage({ id: `m${id}`, content: `Text ${number} about flour ${id}` })),
          );
          const final = number === 19 ? {} : ({ status: 'complete', finishedAt: NOON } as const);
          const reply = aReply({
            id: `r-${person}-${number}`,
            owner: `user:user-${person}`,
            chatKey: chat.key,
            promptKey: `prompt ${number}`,
          });
          await replies.create({ ...reply, ...final });
        }
      }
    });
    await replies.append(
      Array.from({ length: 400 }, (_, index) => anEntry(`r-${index % 20}-19`, index * 2, words('a', 'b'))),
    );
    const ledger = new SqlLedgerStore(db);
    await ledger.add([
      {
        id: 'line-7',
        owner: 'user:user-7',
        purpose: 'reply',
        model: 'model-1',
        provider: null,
        inputTokens: 1,
        outputTokens: 1,
        fileTokens: 0,
        estimated: true,
        costMicroUsd: null,
        messages: 1,
        status: 'complete',
        at: NOON + 7 * 3_600_000,
      },
    ]);
    // The others are added up from the beginning: of a row that is changed MariaDB may count both states for a while.
    const line: Readonly<Record<string, unknown>> = await db.connection('ledger').first();
    await db.connection('ledger').insert(
      Array.from({ length: 99 }, (_, index) => ({
        ...line,
        id: `line-${index + 100}`,
        owner: `user:user-${index % 20}`,
        model: `model-${index % 3}`,
        at: NOON + index * 3_600_000,
        pending: null,
      })),
    );
    await db.connection('counters').insert(
      Array.from({ length: 300 }, (_, index) => ({
        subject: `subject-${index}`,
        period: 'p',
        used: 1,
        touched_at: NOON,
      })),
    );
    const files = new SqlFileRepository(db, new FixedClock());
    const uses = new SqlBlobReferenceCounts(db);
    await db.transaction(async () => {
      for (let number = 0; number < 300; number += 1) {
        const ownerId = `user-${number % 20}`;
        const expiresAt = number % 3 === 0 ? NOON + 1000 + number : null;
        await files.add(
          aFile({
            id: `f${number}`,
            ownerId,
            expiresAt,
            purpose: expiresAt === null ? 'permanent' : 'chat',
            createdAt: NOON + number,
          }),
          { maxFiles: -1, maxBytes: -1 },
        );
        await uses.retain(hashOf(`f${number}`), NOON);
      }
    });
    const beside = await fillOtherTables(db);
    const tables = [
      ...beside,
      'files',
      'file_use',
      'blobs',
      'ledger',
      'counters',
      'users',
      'sessions',
      'user_api_keys',
      'chats',
      'messages',
      'replies',
      'reply_log',
      'search_documents',
    ];
    if (engine === 'mysql') await db.connection.raw(`ANALYZE TABLE ${tables.join(', ')}`);
    return {
      db,
      files,
      uses,
      users,
      chats,
      messages,
      replies,
      ledger,
      keys: new SqlApiKeyRepository(db),
      sessions: new SqlSessionRepository(db),
      quotas: new SqlQuotas(db, new CountingIds(), new FixedClock()),
    };
  };

  test('every question that is asked often goes by an index', async () => {
    const { db, files, uses, users, chats, messages, replies, keys, sessions, ledger, quotas } = await filled();
    const index = new SqlSearchIndex(db);
    const quota = ['r', 's', 't', 'u'].map((subject) => ({ subject, period: 'p', limit: 3 }));
    const often: Record<string, () => Promise<unknown>> = {
      'who is signed in': () => sessions.find('digest-7', NOON),
      'whose key it is': async () => [
        await keys.find('key-7', NOON),
        await keys.listByUser('user-7'),
        await keys.touch('key-7', NOON),
      ],
      'log in': () => users.findByEmail('user-7@example.org'),
      'list chats': () => chats.list('user-7', { limit: 10 }),
      'list archived chats': () => chats.list('user-7', { limit: 10, archived: true }),
      'list pinned chats': () => chats.listPinned('user-7', 50),
      'count pinned chats': () => chats.countPinned('user-7'),
      'list older chats': () => chats.list('user-7', { limit: 10, before: NOON + 10 }),
      'search chats': () => chats.search('user-7', 'flour text', { limit: 10 }),
      'open a chat': async () => [await chats.find('user-7', chatIdOf('c7')), await messages.list('key-7-7')],
      'lock a chat': () => chats.lock('user-7', chatIdOf('c7')),
      'follow a path': async () => [
        await messages.find('key-7-7', 'm1'),
        await messages.listChildren('key-7-7', 'm1'),
        await messages.findPrecedingPath('key-7-7', 'm2', 9000),
      ],
      'merge a turn': () => messages.add('key-7-7', [aMessage({ id: 'new' })]),
      'add a turn': () =>
        messages.appendTurn(
          { key: 'key-7-7', ownerId: 'user-7' },
          { messages: [aMessage({ id: 'newer' })], existingMessages: 4, at: NOON },
        ),
      'rewrite a turn': () => messages.update('key-7-7', aMessage({ id: 'new', content: 'else' })),
      'find a reply': () => replies.find('r-7-7'),
      'resume a reply': () => replies.listEvents('r-7-19', 300),
      'log a reply': () => replies.append([anEntry('r-7-19', 900, words('c')), anEntry('r-8-19', 900, words('c'))]),
      'finish a reply': async () => [
        await replies.finish(aReply({ id: 'r-7-19' }), END),
        await replies.finish(aReply({ id: 'r-7-19' }), END),
      ],
      'take over a reply': async () => [
        await replies.takeOver(aReply({ id: 'r-6-19' })),
        await replies.finish(aReply({ id: 'r-6-19' }), END),
      ],
      'ask for stops': () => replies.listStopRequests('runner-1'),
      'ask what streams': () => replies.listStreaming(),
      'ask what an owner or a process runs': async () => [
        await replies.listStreaming('user:user-7'),
        await replies.listRunning('runner-1'),
      ],
      'index messages': async () => [await index.indexPending(), await index.adoptExpired()],
      'answer from the cache': () => replies.findCached('user:user-7', 'prompt 7', NOON),
      'sweep logs': () => replies.sweep(NOON - 1),
      'count a use': async () => {
        const reserved = await quotas.reserve(quota);
        if ('id' in reserved) await quotas.settle(reserved.id, 'refunded');
      },
      'tell the ledger of somebody': () => ledger.listByOwner('user:user-7', NOON),
      'tell the ledger of a day': () =>
        db.connection('ledger').where({ day: '2026-01-16' }).groupBy('model').select('model').count(),
      'find files': async () => [
        await files.find('user-7', 'f7'),
        await files.findMany('user-7', ['f7', 'f27']),
        await files.getUsage('user-7'),
      ],
      'list files': () => files.list('user-7', { search: 'f', tag: 'a', embedded: false }, { offset: 0, limit: 20 }),
      'list files’ tags': () => files.listTags('user-7'),
      'keep a file': () => files.add(aFile({ id: 'new', ownerId: 'user-7' }), { maxFiles: 900, maxBytes: 1e9 }),
      'tell of a file': async () => [
        await files.recordAccess('user-7', ['f7', 'f27']),
        await files.requestEmbedding('user-7', 'f7'),
        await files.saveDescription('user-7', hashOf('f7'), 'seen'),
        await files.findDescription('user-7', hashOf('f7')),
      ],
      'sweep files': async () => [
        await files.listExpired(NOON + 1010, 10),
        await files.countExpired(NOON + 1010),
        await files.remove('user-7', 'f7'),
      ],
      'hold and let go bytes': async () => [
        await uses.retain(hashOf('f8'), NOON),
        await uses.release(hashOf('f8')),
        await uses.removeIfUnreferenced(hashOf('f8'), async () => undefined),
      ],
      'count bytes': () => uses.recount(NOON, hashOf('f250'), 10),
      ...frequentQueries(db),
      'organize a chat': () => chats.organize({ key: 'key-7-3', pinnedAt: NOON, archived: false, usedAt: NOON }),
      'archive chats': () => chats.archiveMany('user-7', true, 5),
      'remove a chat': () => chats.remove('user-7', chatIdOf('c9')),
    };
    const found: Record<string, string[]> = {};
    for (const [what, work] of Object.entries(often)) {
      const statements = await asked(db, work);
      expect([what, statements.length > 0]).toEqual([what, true]);
      for (const statement of statements) {
        const walks = await scans(db, engine, statement);
        if (walks.length > 0) found[what] = [...(found[what] ?? []), statement.sql, ...walks];
      }
    }
    expect(found).toEqual({});
  });

  test('the list of people walks covering indexes in their order, and reads rows of one page', async () => {
    const { db } = await filled();
    const people = new SqlUserAdmin(db, new FixedClock(), 0);
    const page = { limit: 5, offset: 0, search: '', day: '2026-01-15' };
    const walks = await asked(db, async () => {
      for (const more of [
        {},
        { offset: 15 },
        { tier: 'free' },
        { search: 'user-1' },
        { search: 'user-1', tier: 'free', limit: 1 },
      ] as const)
        await people.list({ ...page, ...more });
    });
    const plans = await Promise.all(
      walks.map(({ sql, bindings }) =>
        db.connection.raw(`EXPLAIN ${engine === 'sqlite' ? 'QUERY PLAN ' : ''}${sql}`, [...bindings]),
      ),
    );
    const steps = plans
      .flatMap((plan) => (engine === 'sqlite' ? plan : plan[0]))
      .map((step: object) => JSON.stringify(step));
    expect(steps.filter((step) => /TEMP B-TREE FOR ORDER|filesort/.test(step))).toEqual([]);
    const whole = steps.filter((step) =>
      /"(SCAN|SEARCH) users USING (?!COVERING|INTEGER|INDEX sqlite_autoindex_users)|"SCAN users"|"table":"users","type":"ALL"/.test(
        step,
      ),
    );
    expect(whole).toEqual([]);
    expect(steps.filter((step) => /users_in_order/.test(step)).length).toBeGreaterThanOrEqual(7);
  });

  test('appending to the logs of a thousand replies is one statement', async () => {
    const { db, replies } = await filled();
    let statements = 0;
    const count = () => (statements += 1);
    db.dialect.pool.on('query', count);
    await replies.append(Array.from({ length: 1000 }, (_, index) => anEntry(`r${index}`, 0, words('a'))));
    db.dialect.pool.removeListener('query', count);
    expect(statements).toBe(1);
  });

  test('taking from four counters that are there is one statement beside the note of it', async () => {
    const { db, quotas } = await filled();
    const four = ['r', 's', 't', 'u'].map((subject) => ({ subject, period: 'p', limit: 9 }));
    await quotas.reserve(four);
    const said: string[] = [];
    const listen = ({ sql }: { sql: string }) => void said.push(sql.split(' ')[0] ?? '');
    db.dialect.pool.on('query', listen);
    await quotas.reserve(four);
    db.dialect.pool.removeListener('query', listen);
    expect(said.map((word) => word.toLowerCase()).filter((word) => /update|insert|select/.test(word))).toEqual([
      'update',
      'insert',
    ]);
  });

  test('listing chats is one statement, whatever their number', async () => {
    const { db, chats } = await filled();
    expect(await asked(db, () => chats.list('user-3', { limit: 100 }))).toHaveLength(1);
  });
});
