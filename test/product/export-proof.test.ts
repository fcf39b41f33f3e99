import { AuthenticatorApps, Passkeys } from '../../src/domain/accounts/second-factor/ports.ts';
import { ExportAccount } from '../../src/domain/account-data/export-account.ts';
import { describeSqlite } from '../support/databases.ts';
import { startProduct } from '../support/parley.ts';
import { furnished } from './erasure.ts';

/** Tables with a person's data, and the field of the export that has it. */
const EXPORTED: Readonly<Record<string, string>> = {
  users: 'profile',
  own_instructions: 'instruction',
  user_limits: 'limits',
  tier_grants: 'grantedPlan',
  claimed_plans: 'claimedPlans',
  subscriptions: 'subscriptions',
  user_group_members: 'groups',
  identities: 'linkedSignIns',
  sessions: 'sessions',
  user_api_keys: 'apiKeys',
  passkeys: 'passkeys',
  authenticator_apps: 'authenticatorApp',
  shares: 'sharedLinks',
  prompts: 'prompts',
  tool_servers: 'toolServers',
  tool_secrets: 'toolAccess',
  tool_choices: 'toolModes',
  files: 'files',
  ledger: 'usage',
  tool_calls: 'toolCalls',
  chats: 'chats',
  messages: 'chats',
};

const SECRET = 'Only a secret, which opens something while it lasts';
const DERIVED = 'Follows from what is exported';
const TRANSIENT = 'Work that is under way, or counts of the day';
const RECORDS = 'Records of the server, kept for its operator';
const OF_FILES = 'From the content of files, which are downloaded one by one';

/** Tables with a person's data that the export leaves out, each with its reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  account_tokens: SECRET,
  recovery_codes: SECRET,
  pending_identities: SECRET,
  sign_in_codes: SECRET,
  one_time_secrets: SECRET,
  tool_grants: 'What a tool may do in one chat without asking again',
  email_changes: 'The former address, for seven days, for whoever gets it back',
  invitations: 'Of the admin who invites; the account has its own address',
  invitation_uses: 'Of the admin who invites; the account has its own address',
  registration_requests: 'Before there is an account',
  suspensions: 'Whoever is suspended cannot sign in to export',
  plan_cancellations: 'Of accounts that are suspended or deleted, which cannot sign in to export',
  payment_customers: 'The payment provider’s name of the account',
  share_reports: 'Of other people, about a shared link',
  outbox: 'Mails that the person has got',
  mail_queue: 'Mails that are on their way to the person',
  spent_quotas: 'By a fingerprint, for a day, of accounts that are deleted',
  audit_entries: RECORDS,
  server_events: RECORDS,
  admin_overrides: TRANSIENT,
  counters: TRANSIENT,
  reservations: TRANSIENT,
  paces: TRANSIENT,
  replies: TRANSIENT,
  reply_log: TRANSIENT,
  waiting_replies: TRANSIENT,
  tool_questions: TRANSIENT,
  retrieval_traces: TRANSIENT,
  embedding_turns: TRANSIENT,
  search_documents: DERIVED,
  search_due: DERIVED,
  chat_usage: DERIVED,
  file_owners: DERIVED,
  file_use: DERIVED,
  usage_people: DERIVED,
  usage_people_days: DERIVED,
  usage_last_days: DERIVED,
  usage_mails: 'Whether an admin gets the weekly mail: a setting of the panel',
  tool_lists: 'What a server of tools says of itself',
  blobs: OF_FILES,
  scans: OF_FILES,
  scan_pages: OF_FILES,
  file_chunks: OF_FILES,
  chunk_vectors: OF_FILES,
  vector_blocks: OF_FILES,
  embedding_jobs: OF_FILES,
};

/** Tables of the server itself. */
const NOT_PERSONAL: readonly string[] = [
  'audit_ends',
  'audit_forwarding',
  'backups',
  'chores',
  'config_versions',
  'group_file_readers',
  'payment_events',
  'runners',
  'sandbox_records',
  'schema_lease',
  'schema_migrations',
  'settings',
  'usage_days',
  'user_groups',
];

/** Without these of SQLite itself: its full-text indexes and counters. */
const OWN_TABLES = /^(sqlite_|search_words|chunk_words)/;

describeSqlite(({ migratedUrl }) => {
  let product: Awaited<ReturnType<typeof startProduct>>;
  beforeAll(async () => {
    product = await startProduct(await migratedUrl());
  }, 60_000);
  afterAll(() => product.stop());

  test('every table is exported, or named as left out with its reason', async () => {
    const { connection } = product.database;
    const tables: string[] = await connection('sqlite_master').where({ type: 'table' }).pluck('name');
    const own = tables.filter((name) => !OWN_TABLES.test(name));
    const named = [...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT), ...NOT_PERSONAL];
    expect(own.toSorted()).toEqual(named.toSorted());
  });

  test('the export has what stands in each of these tables, and nothing that opens the account', async () => {
    const { container } = product.running;
    const uid = await furnished(product);
    const dates = { createdAt: 1, lastUsedAt: null };
    const credential = { credentialId: `credential ${uid}`, publicKey: 'PUBLICKEY', counter: 0, transports: [] };
    await container.get(Passkeys).add({ ...credential, ...dates, id: `passkey ${uid}`.slice(0, 36), uid, name: 'Key' });
    await container.get(AuthenticatorApps).propose(uid, 'BASE32SECRET', 1);
    const pieces: string[] = [];
    for await (const piece of container.get(ExportAccount).execute(uid, 'json')) pieces.push(piece);
    const data: Record<string, unknown> = JSON.parse(pieces.join(''));
    const unfurnished = ['subscriptions', 'groups', 'toolCalls'];
    for (const field of new Set(Object.values(EXPORTED))) {
      const isEmpty = ['null', '[]'].includes(JSON.stringify(data[field] ?? null));
      expect([field, isEmpty]).toEqual([field, unfurnished.includes(field)]);
    }
    expect(data).toMatchObject({
      grantedPlan: { plan: 'basic', reason: 'a friend' },
      linkedSignIns: [{ provider: null }],
      sessions: [{ device: 'Firefox, Windows' }],
      apiKeys: [{ name: 'Laptop 🥞' }],
      passkeys: [{ name: 'Key' }],
      authenticatorApp: { confirmedAt: null },
      sharedLinks: [{ title: 'Bread' }],
    });
    for (const secret of ['igest', 'BASE32SECRET', 'PUBLICKEY', 'credential'])
      expect(pieces.join('')).not.toContain(secret);
  });
});
