import { SqlAccountTiers } from '../../src/adapters/sql/admin/account-tiers.ts';
import { SqlAccountTokens } from '../../src/adapters/sql/accounts/account-tokens.ts';
import { SqlAdminOverrides } from '../../src/adapters/sql/admin/admin-overrides.ts';
import { SqlJobLocks } from '../../src/adapters/sql/operations/job-locks.ts';
import { SqlConfigStore } from '../../src/adapters/sql/settings/config-store.ts';
import type { Database } from '../../src/adapters/sql/database.ts';
import { EmbeddedVectorStore } from '../../src/adapters/sql/retrieval/embedded-vector-store.ts';
import { SqlEmbeddingJobs } from '../../src/adapters/sql/retrieval/embedding-jobs.ts';
import { SqlUserDataEraser } from '../../src/adapters/sql/accounts/user-data-eraser.ts';
import { SqlChunkRepository } from '../../src/adapters/sql/retrieval/file-chunks.ts';
import { SqlFileList } from '../../src/adapters/sql/files/file-list.ts';
import { SqlIdentities } from '../../src/adapters/sql/accounts/identities.ts';
import { SqlLedgerStore } from '../../src/adapters/sql/billing/ledger.ts';
import { SqlOneTimeSecrets } from '../../src/adapters/sql/accounts/one-time-secrets.ts';
import { SqlCustomInstructions } from '../../src/adapters/sql/chat/custom-instructions.ts';
import { SqlCooldowns } from '../../src/adapters/sql/operations/cooldowns.ts';
import { SqlPaymentCustomers } from '../../src/adapters/sql/billing/payment-customers.ts';
import { SqlPaymentEvents } from '../../src/adapters/sql/billing/payment-events.ts';
import { SqlRetrievalTraces } from '../../src/adapters/sql/retrieval/retrieval-traces.ts';
import { SqlRevocations } from '../../src/adapters/sql/accounts/revocations.ts';
import { SqlRunners } from '../../src/adapters/sql/chat/runners.ts';
import { SqlSandboxRecords } from '../../src/adapters/sql/operations/sandbox-records.ts';
import { SqlServerEventStore } from '../../src/adapters/sql/operations/server-events.ts';
import { SqlSessionRepository } from '../../src/adapters/sql/accounts/session-repository.ts';
import { SqlShareRepository } from '../../src/adapters/sql/chat/shares.ts';
import { SqlShareModeration } from '../../src/adapters/sql/chat/share-moderation.ts';
import { SqlSignInCodes } from '../../src/adapters/sql/accounts/sign-in-codes.ts';
import { SqlSubscriptions } from '../../src/adapters/sql/billing/subscriptions.ts';
import { SqlSuspensions } from '../../src/adapters/sql/admin/suspensions.ts';
import { SqlDailyUsage } from '../../src/adapters/sql/billing/daily-usage.ts';
import { SqlUserLimits } from '../../src/adapters/sql/admin/user-limits.ts';
import { SqlUserRepository } from '../../src/adapters/sql/accounts/user-repository.ts';
import { aShare } from '../contracts/shares.ts';
import { customLimits } from '../fakes/billing.ts';
import { CountingIds, FixedClock } from '../fakes/kernel.ts';
import { NOON } from './builders.ts';

const ROW_COUNT = 300;
const DAY_MS = 86_400_000;
const COLLECTION = { version: 'v@2', dimensions: 2 };

type RowFactory = (n: number) => Readonly<Record<string, unknown>>;

/** Rows of users `user-0` to `user-19` with chats `key-0-0` and on, in every table that the chat plans leave empty. */
const ROWS_BY_TABLE: Readonly<Record<string, RowFactory>> = {
  shares: (n) => ({
    id: `s${n}`,
    token_digest: `share-${n}`,
    owner_id: `user-${n % 20}`,
    chat_key: `key-${n % 20}-${n % 19}`,
    kind: 'chat',
    title: 't',
    turn_count: 1,
    created_at: NOON + n,
    turns: '[]',
    taken_down_at: n % 7 === 0 ? NOON + n : null,
    reported_at: n % 5 === 0 ? NOON + n : null,
    report_count: n % 5 === 0 ? 1 : 0,
  }),
  share_reports: (n) => ({
    share_id: `s${n}`,
    reporter_digest: `reporter-${n}`,
    reason: 'other',
    text: '',
    created_at: NOON + n,
  }),
  tool_questions: (n) => ({
    id: `q${n}`,
    reply_id: `r-${n % 20}-${n % 19}`,
    kind: 'approval',
    server_id: 's1',
    tool: 'write',
    digest: 'd',
    expires_at: NOON + n,
    outcome: n % 5 === 0 ? null : 'once',
  }),
  account_tokens: (n) => ({
    digest: `token-${n}`,
    purpose: 'verify-email',
    uid: `user-${n % 20}`,
    created_at: NOON,
    expires_at: NOON + n,
  }),
  identities: (n) => ({ identity_key: `phone:${n}`, uid: `user-${n % 20}`, created_at: NOON }),
  sign_in_codes: (n) => ({
    subject: `phone-${n}`,
    purpose: 'sign-in',
    fingerprint: 'f',
    tries: 0,
    expires_at: NOON + n,
  }),
  paces: (n) => ({ subject: `pace-${n}`, next_at: NOON + n }),
  one_time_secrets: (n) => ({
    digest: `secret-${n}`,
    purpose: n % 99 === 0 ? 'first-admin' : `captcha${n % 9}`,
    expires_at: NOON + n,
  }),
  payment_customers: (n) => ({
    provider: n % 2 === 0 ? 'stripe' : 'sandbox',
    uid: `payer-${n}`,
    customer_id: `cus-${n}`,
    attempts: 1,
    checkout_at: NOON + n,
  }),
  subscriptions: (n) => ({
    provider: n % 2 === 0 ? 'stripe' : 'sandbox',
    id: `sub-${n}`,
    uid: `payer-${n}`,
    customer_id: `cus-${n}`,
    tier: 'basic',
    state: n % 9 === 0 ? 'active' : 'ended',
    cancel_at_period_end: false,
    current_period_end: NOON + n * DAY_MS,
    created_at: NOON,
    state_at: NOON,
    revision: 1,
  }),
  payment_events: (n) => ({ provider: 'stripe', id: `evt-${n}`, applied_at: NOON + n }),
  sandbox_records: (n) => ({
    kind: 'session',
    id: `rec-${n}`,
    owner: `user-${n % 20}`,
    body: '{}',
    revision: 1,
    at: NOON + n,
  }),
  chores: (n) => ({ name: `chore-${n}`, due_at: NOON }),
  runners: (n) => ({ id: `runner-${n}`, lease_until: NOON + n }),
  embedding_jobs: (n) => ({
    file_id: `f${n}`,
    owner_id: `user-${n % 20}`,
    work: 'embed',
    status: n % 20 === 0 ? 'waiting' : 'done',
    attempts: 0,
    due_at: NOON + n,
    queued_at: NOON + n,
    holder: 'me',
    collection: 'v@2',
  }),
  embedding_turns: (n) => ({ owner_id: `user-${n}`, turn: n, joined_at: NOON }),
  chunk_vectors: (n) => ({
    collection: 'v@2',
    file_id: `f${n}`,
    ordinal: 0,
    owner_id: `user-${n % 20}`,
    vector: Buffer.alloc(8),
  }),
  config_versions: (n) => ({
    name: `name-${n % 9}`,
    version: n,
    by_uid: 'a',
    by_name: 'A',
    at: NOON,
    reason: 'r',
    follows: false,
    changes: '[]',
    document: '{}',
  }),
  server_events: (n) => ({
    at: NOON + n,
    level: n % 3 === 0 ? 'warn' : 'info',
    kind: n % 2 === 0 ? 'limit hit' : 'override',
    uid: `user-${n % 20}`,
    detail: 'd',
  }),
  usage_days: (n) => ({ day: new Date(NOON - n * DAY_MS).toISOString().slice(0, 10), model: 'm', messages: 1 }),
  usage_people_days: (n) => ({ day: new Date(NOON - n * DAY_MS).toISOString().slice(0, 10), people: 1 }),
  usage_last_days: (n) => ({ owner: `user:${n}`, day: new Date(NOON - n * DAY_MS).toISOString().slice(0, 10) }),
  usage_people: (n) => ({ day: new Date(NOON - n * DAY_MS).toISOString().slice(0, 10), owner: `user:${n}` }),
  reservations: (n) => ({ id: `res-${n}`, quotas: '[]', state: 'settled', created_at: NOON, settled_at: NOON + n }),
};

/** Tables with one row per account. */
const ROWS_PER_ACCOUNT: Readonly<Record<string, RowFactory>> = {
  user_limits: (n) => ({ uid: `user-${n}`, daily_messages: 1, set_by: 'a', set_at: NOON, reason: 'r' }),
  tier_grants: (n) => ({ uid: `user-${n}`, by_uid: 'a', by_name: 'A', at: NOON, reason: 'r', tier: 'basic' }),
  claimed_plans: (n) => ({ uid: `user-${n}`, provider: 'corp', label: 'C', tier: 'basic', at: NOON }),
  suspensions: (n) => ({ uid: `user-${n}`, by_uid: 'a', by_name: 'A', at: NOON, reason: 'r' }),
  own_instructions: (n) => ({ uid: `user-${n}`, text: 't', updated_at: NOON }),
  admin_overrides: (n) => ({ uid: `user-${n}`, token_digest: `digest-${n}`, type: 'free', expires_at: NOON + n }),
};

/** Returns the tables that it filled. */
export const fillOtherTables = async ({ connection }: Database): Promise<string[]> => {
  const owners = Array.from({ length: 20 }, (_, n) => ({ id: `user-${n}`, uid: `user-${n}` }));
  await connection('file_owners').insert(owners).onConflict('id').ignore();
  for (const [table, row] of Object.entries(ROWS_BY_TABLE)) {
    for (let from = 0; from < ROW_COUNT; from += 100)
      await connection(table).insert(Array.from({ length: 100 }, (_, index) => row(from + index)));
  }
  for (const [table, row] of Object.entries(ROWS_PER_ACCOUNT))
    await connection(table).insert(Array.from({ length: 20 }, (_, n) => row(n)));
  return [...Object.keys(ROWS_BY_TABLE), ...Object.keys(ROWS_PER_ACCOUNT)];
};

type NamedQueries = Readonly<Record<string, () => Promise<unknown>>>;

const accountQueries = (db: Database): NamedQueries => {
  const [users, tokens, identities, codes, cooldowns, secrets] = [
    new SqlUserRepository(db),
    new SqlAccountTokens(db),
    new SqlIdentities(db),
    new SqlSignInCodes(db),
    new SqlCooldowns(db),
    new SqlOneTimeSecrets(db),
  ];
  return {
    'change an account': async () => [
      await users.markVerified('user-7'),
      await users.setPassword('user-7', 'x'),
      await users.setSuspended('user-7', null),
    ],
    'use and void links': async () => [
      await tokens.consume('token-250', 'verify-email', NOON),
      await tokens.revoke('user-7', 'verify-email'),
    ],
    'who has proved a number': () => identities.find('phone:7'),
    'send and try a code': async () => [
      await codes.put({ subject: 'phone-7', fingerprint: 'x', expiresAt: NOON + 1 }),
      await codes.guess({ subject: 'phone-7', fingerprint: 'y', tries: 3, now: NOON }),
    ],
    'keep apart': async () => [await cooldowns.start('pace-7', 1, NOON), await cooldowns.cancel('pace-7')],
    'spend a secret': async () => [
      await secrets.consume('secret-99', 'first-admin', NOON),
      await secrets.revoke('first-admin'),
    ],
    'end sessions': async () => [
      await new SqlSessionRepository(db).remove('digest-8'),
      await new SqlSessionRepository(db).removeAllByUser('user-9'),
    ],
    'sweep what expired': async () => [
      await new SqlSessionRepository(db).removeExpired(NOON - 1),
      await tokens.removeExpired(NOON + 1),
      await codes.removeExpired(NOON + 1),
      await cooldowns.removeExpired(NOON + 1),
    ],
    'ask who is revoked': () => new SqlRevocations(db).findRevoked(['user-3', 'user-4']),
    'act as a tier': async () => [
      await new SqlAdminOverrides(db).find('user-7', NOON),
      await new SqlAdminOverrides(db).clear('user-7'),
    ],
    'read an own instruction': () => new SqlCustomInstructions(db).find('user-7'),
    'note a suspension': () => new SqlSuspensions(db).remove('user-7'),
    'look for erasures': () => new SqlUserDataEraser(db).listUnfinished(NOON),
  };
};

const billingQueries = (db: Database): NamedQueries => {
  const [subscriptions, customers, events, tiers, jobLocks, records] = [
    new SqlSubscriptions(db),
    new SqlPaymentCustomers(db),
    new SqlPaymentEvents(db),
    new SqlAccountTiers(db),
    new SqlJobLocks(db),
    new SqlSandboxRecords(db),
  ];
  return {
    'what is paid for': async () => [
      await subscriptions.find('stripe', 'sub-8'),
      await subscriptions.listByUser('payer-8'),
    ],
    'what is stranded': () => subscriptions.listOrphaned('stripe', NOON, 10),
    'who is whose customer': async () => [
      await customers.find('stripe', 'payer-8'),
      await customers.findUid('stripe', 'cus-8'),
    ],
    'whom to compare': () =>
      customers.listToReconcile({ provider: 'stripe', afterUid: 'payer-2', since: NOON + 290, limit: 10 }),
    'apply an event': async () => [await events.has('stripe', 'evt-7'), await events.sweep(NOON + 1)],
    'set a plan': async () => [
      await tiers.lock('user-7'),
      await tiers.set('user-7', 'free'),
      await tiers.findGrant('user-7'),
      await tiers.listClaimed('user-7'),
    ],
    'take a chore': () => jobLocks.acquire('chore-7', NOON, NOON + 1),
    'read the sandbox': async () => [
      await records.find('session', 'rec-7'),
      await records.listByOwner('session', 'user-7', 5),
    ],
    'somebody’s own limits': async () => [
      await new SqlUserLimits(db, new FixedClock()).set(customLimits({ uid: 'user-7' })),
      await new SqlUserLimits(db, new FixedClock()).remove('user-7'),
    ],
    'take a line out of the ledger': () => new SqlLedgerStore(db).remove(['no such line']),
    'page through the ledger': () => new SqlLedgerStore(db).listPage('user:user-7', { at: NOON, id: 'line-1' }, 10),
  };
};

const shareQueries = (db: Database): NamedQueries => {
  const shares = new SqlShareRepository(db);
  const moderation = new SqlShareModeration(db);
  return {
    'open a shared link': async () => [await shares.find('share-7'), await shares.findState('share-8')],
    'list own links': async () => [await shares.list('user-7'), await shares.count('user-7')],
    'list the links of everybody': async () => [
      await moderation.list({ filter: 'all', limit: 5, before: { at: NOON + 9, id: 's9' } }),
      await moderation.list({ filter: 'reported', limit: 5 }),
      await moderation.list({ filter: 'taken-down', limit: 5 }),
      await moderation.list({ filter: 'all', owner: 'user-7', limit: 5 }),
      await moderation.list({ filter: 'all', tokenDigest: 'share-7', limit: 5 }),
    ],
    'report a link and decide on it': async () => [
      await moderation.addReport('s7', { reason: 'other', text: '', at: NOON, reporterDigest: 'a reporter' }),
      await moderation.reports('s7'),
      await moderation.find('s7'),
      await moderation.setTakenDown('s7', { at: NOON, reason: 'So' }),
      await moderation.clearReports('s7'),
    ],
    'share and take back': async () => [
      await shares.add(aShare({ id: 'new', ownerId: 'user-7', chatKey: 'key-7-7' }), []),
      await shares.remove('user-7', 's7'),
    ],
  };
};

const operationsQueries = (db: Database): NamedQueries => {
  const [days, log, configs, runners] = [
    new SqlDailyUsage(db),
    new SqlServerEventStore(db),
    new SqlConfigStore(db),
    new SqlRunners(db, new CountingIds(), 1000),
  ];
  return {
    'read the overview': () => days.getRange('2026-01-10', '2026-01-15'),
    'add up what is new': async () => [
      await days.hasPending(),
      await days.rollUp(5),
      await days.addLimitHits([{ day: '2026-01-15', model: 'm', hits: 1 }]),
    ],
    'read the event log': async () => [
      await log.list({ limit: 5, kind: 'override' }),
      await log.list({ limit: 5, level: 'warn' }),
      await log.list({ limit: 5, since: '290' }),
      await log.list({ limit: 5, before: '20' }),
    ],
    'sweep the event log': () => log.sweep(NOON + 3),
    'read a configuration': async () => [
      await configs.newest('rate-limits'),
      await configs.find('rate-limits', 7),
      await configs.list('rate-limits', { limit: 5, before: 9 }),
    ],
    'keep a lease': async () => [
      await runners.renew(),
      await runners.findExpired(['runner-7', 'runner-8']),
      await runners.retire(),
    ],
  };
};

const retrievalQueries = (db: Database): NamedQueries => {
  const [chunks, vectors, jobs, traces] = [
    new SqlChunkRepository(db),
    new EmbeddedVectorStore(db),
    new SqlEmbeddingJobs(db),
    new SqlRetrievalTraces(db),
  ];
  const scope = { ownerId: 'user-7', fileIds: ['f7', 'f27'] };
  const lease = { holder: 'me', now: NOON + 30, until: NOON + 60 };
  return {
    'find passages': async () => [
      await chunks.search(scope, 'red pump', 5),
      await chunks.find(scope, [{ fileId: 'f7', ordinal: 0 }]),
      await chunks.listByFile('user-7', 'f7', { from: 0, limit: 5 }),
      await jobs.listCollections(scope),
    ],
    'compare vectors': () => vectors.search(COLLECTION, scope, { vectors: [new Float32Array(2)], limit: 5 }),
    'replace what a file left': async () => [
      await chunks.replace('user-7', 'f7', [{ ordinal: 0, kind: 'text', page: null, heading: '', text: 'Red' }]),
      await vectors.removeFile('user-7', 'f7'),
      await jobs.cancel('user-7', 'f7', undefined),
    ],
    'place of own files in the queue': () => jobs.listQueue('user-7'),
    'take what is to be embedded': async () => [
      await jobs.claim(lease),
      await jobs.renew('f0', 'me', NOON),
      await jobs.reschedule('f0', 'me', { dueAt: NOON, forget: false }),
    ],
    'why this answer': () => traces.find('r-7-7', 'user:user-7'),
    'walk through own files': async () => {
      for await (const page of new SqlFileList(db).list('user-7')) void page;
    },
  };
};

/**
 * Queries of each call, settings page and sweep, besides chats, replies and files. Not here: queries that scan a table
 * on purpose (newest server events, the few custom limits and settings) or a table that is kept small (the sandbox's
 * newest 200 messages).
 */
export const frequentQueries = (db: Database): NamedQueries => ({
  ...accountQueries(db),
  ...billingQueries(db),
  ...shareQueries(db),
  ...operationsQueries(db),
  ...retrievalQueries(db),
});
