import { AsyncLocalStorage } from 'node:async_hooks';

import type { Database } from '../../src/adapters/sql/database.ts';
import { createContainer } from '../../src/container/create-container.ts';
import { Identities } from '../../src/domain/accounts/identity/ports.ts';
import { EmailQueue } from '../../src/domain/accounts/mail-queue/ports.ts';
import { ApiKeyRepository, SessionRepository, UserRepository } from '../../src/domain/accounts/ports.ts';
import { AdminPowers } from '../../src/domain/admin/ports.ts';
import { AccountTiers, LedgerStore, Subscriptions, UserLimits } from '../../src/domain/billing/ports.ts';
import { PlanCancellations } from '../../src/domain/billing/ports/plan-cancellations.ts';
import { dailyMessagesKey } from '../../src/domain/billing/quota-keys.ts';
import { CancelPlans } from '../../src/domain/billing/cancel-plans.ts';
import { CancelSubscriptions } from '../../src/domain/billing/cancel-subscriptions.ts';
import { ChatRepository, MessageRepository } from '../../src/domain/chat/conversations/ports.ts';
import { CustomInstructions } from '../../src/domain/chat/replies/ports/requesters.ts';
import { ReplyRepository } from '../../src/domain/chat/replies/ports/reply-store.ts';
import { BlobReferences } from '../../src/domain/files/blob-references.ts';
import { Blobs } from '../../src/domain/files/ports/blobs.ts';
import { FileRepository } from '../../src/domain/files/ports/file-repository.ts';
import { AuditLog } from '../../src/domain/audit/ports.ts';
import { type Clock, Outbox, Quotas, Secrets, ServerEventLog, UnitOfWork } from '../../src/domain/kernel/ports.ts';
import { DeleteAccount } from '../../src/domain/user-admin/delete-account.ts';
import {
  UserDataEraser,
  GrantedAccess,
  UserFiles,
  PaidPlans,
  RunningReplies,
  QuotaCarryover,
  Suspensions,
} from '../../src/domain/user-admin/ports.ts';
import {
  ChunkRepository,
  EmbeddingJobs,
  EmbeddingModels,
  RetrievalTraces,
  VectorStore,
} from '../../src/domain/retrieval/ports.ts';
import { ManagePrompts } from '../../src/domain/prompts/manage-prompts.ts';
import { ToolChoices, ToolLists, ToolSecrets, ToolServerStore } from '../../src/domain/tools/servers/ports.ts';
import { ShareModeration, ShareRepository } from '../../src/domain/shares/ports.ts';
import { anApiKey } from '../contracts/api-key-repository.ts';
import { aShare } from '../contracts/shares.ts';
import { customLimits } from '../fakes/billing.ts';
import { someContent } from '../fakes/prompts.ts';
import { aToolServer } from '../fakes/tools.ts';
import { aFile, hashOf } from '../fakes/files.ts';
import { aChat, aMessage, anAnswer, anEntry, aReply, aSession, aUser, words } from '../support/builders.ts';
import type { Product } from '../support/parley.ts';
import { newId } from './client.ts';

type Container = Product['running']['container'];

/** The token of a furnished person's session. */
export const tokenOf = (uid: string): string => `token-${uid}`;
export const hashesOf = (uid: string): string[] => [0, 1].map((index) => hashOf(`${uid} ${index}`));

const furnishChats = async (container: Container, uid: string, now: number): Promise<void> => {
  const owner = `user:${uid}`;
  for (const index of [0, 1]) {
    const chat = aChat({ id: newId(), key: `chat ${index} of ${uid}`, ownerId: uid });
    await container.get(ChatRepository).create(chat);
    await container.get(MessageRepository).add(chat.key, [aMessage({ content: `Only ${uid} knows` }), anAnswer()]);
    await container
      .get(ReplyRepository)
      .create(
        aReply({ id: `reply ${index} of ${uid}`, owner, chatKey: chat.key, status: 'complete', finishedAt: now }),
      );
  }
  await container
    .get(ReplyRepository)
    .create(aReply({ id: `loose of ${uid}`, owner, status: 'complete', finishedAt: now }));
  await container.get(ReplyRepository).append([anEntry(`loose of ${uid}`, 0, words(`for ${uid}`))]);
  await container.get(RetrievalTraces).save(`reply 0 of ${uid}`, owner, {
    query: uid,
    vectors: true,
    wordings: [{ kind: 'question', text: uid }],
    secondLook: null,
    considered: [],
    files: [],
  });
  await container
    .get(ShareRepository)
    .add(
      aShare({ id: `share of ${uid}`, tokenDigest: `share of ${uid}`, ownerId: uid, chatKey: `chat 0 of ${uid}` }),
      [],
    );
  await container
    .get(ShareModeration)
    .addReport(`share of ${uid}`, { reason: 'other', text: `about ${uid}`, at: now, reporterDigest: `of ${uid}` });
};

const furnishFiles = async (container: Container, uid: string, now: number): Promise<void> => {
  const { collection, embed } = container.get(EmbeddingModels).current;
  const { vectors } = await embed.call(
    container.get(EmbeddingModels).current,
    [uid],
    'document',
    new AbortController().signal,
  );
  for (const [index, hash] of hashesOf(uid).entries()) {
    const id = `file ${index} of ${uid}`;
    await container.get(BlobReferences).retain(hash, Buffer.from(`Only ${uid} knows`));
    await container
      .get(FileRepository)
      .add(aFile({ id, ownerId: uid, hash, embeddingStatus: 'completed', createdAt: now + index }), {
        maxFiles: -1,
        maxBytes: -1,
      });
    await container
      .get(ChunkRepository)
      .replace(uid, id, [{ ordinal: 0, kind: 'text', page: null, heading: uid, text: `Only ${uid} knows` }]);
    await container
      .get(VectorStore)
      .upsert(collection, { ownerId: uid, fileId: id }, [
        { ordinal: 0, vector: vectors[0] ?? new Float32Array(collection.dimensions) },
      ]);
    await container.get(EmbeddingJobs).enqueue(uid, id, now + 3_600_000);
  }
};

const furnishTools = async (container: Container, uid: string, now: number): Promise<void> => {
  const id = `tools ${uid}`.slice(0, 36);
  const server = aToolServer({
    id,
    ownerUid: uid,
    origin: 'own',
    name: `Of ${uid}`,
    url: `https://${uid}.example/mcp`,
  });
  await container.get(ToolServerStore).add({ ...server, auth: 'headers', headers: [{ name: 'X-Key', value: uid }] });
  const shared = aToolServer({ id: newId(), name: 'Shared' });
  await container.get(ToolServerStore).add(shared);
  for (const serverId of [id, shared.id]) {
    await container.get(ToolSecrets).saveAccess(serverId, uid, uid);
    await container.get(ToolLists).save({ serverId, uid }, { tools: [], readAt: now, problem: null, failedAt: null });
    await container.get(ToolChoices).save(uid, { serverId, tool: 'tool', mode: 'auto', digest: 'd' });
  }
};

/** An account with something of everything that the product keeps of people. Answers its uid. */
export const furnished = async ({ running: { container } }: Product): Promise<string> => {
  const uid = `Gone${newId()}`;
  const now = Date.now();
  const decision = { by: 'an-admin', byName: 'Ada', at: now, reason: 'a friend' };
  await container.get(UserRepository).add(aUser({ uid, createdAt: now }));
  await container.get(SessionRepository).add(
    aSession({
      uid,
      tokenDigest: container.get(Secrets).digest(tokenOf(uid)),
      createdAt: now,
      expiresAt: now + 3_600_000,
    }),
  );
  await container.get(ApiKeyRepository).add(anApiKey({ uid, id: `key of ${uid}` }));
  await container.get(Identities).add(`google:https://accounts.example ${uid}`, uid, now);
  await container.get(UserLimits).set(customLimits({ uid }));
  await container.get(AccountTiers).grant(uid, { ...decision, tier: 'basic', expiresAt: null });
  await container.get(AccountTiers).claim(uid, { provider: 'corp', label: 'Corp', tier: 'basic', at: now });
  await container.get(Suspensions).save(uid, decision);
  await container.get(CustomInstructions).set(uid, `Only ${uid} knows`, now);
  await container
    .get(Outbox)
    .add({ id: newId(), kind: 'mail', recipient: `${uid}@example.org`, subject: uid, body: uid, html: null, at: now });
  await container.get(EmailQueue).add(
    {
      id: newId(),
      message: { kind: 'test', to: `${uid}@example.org`, link: uid, note: '', language: 'en' },
      createdAt: now,
      dueAt: now + 3_600_000,
      expiresAt: now + 7_200_000,
      attempts: 1,
    },
    10,
  );
  const reserved = await container
    .get(Quotas)
    .reserve([{ subject: dailyMessagesKey(uid), period: '2026-01-15', limit: -1 }]);
  if ('id' in reserved) await container.get(Quotas).settle(reserved.id, 'charged');
  await container.get(LedgerStore).add([
    {
      id: `line of ${uid.slice(-21)}`,
      owner: `user:${uid}`,
      purpose: 'reply',
      model: 'model-1',
      provider: null,
      inputTokens: 1,
      outputTokens: 1,
      fileTokens: 0,
      estimated: false,
      costMicroUsd: null,
      messages: 1,
      status: 'complete',
      at: now,
    },
  ]);
  await container.get(ManagePrompts).add(uid, someContent({ text: `Only ${uid} knows` }));
  await furnishTools(container, uid, now);
  await furnishChats(container, uid, now);
  await furnishFiles(container, uid, now);
  return uid;
};

/** The audit log keeps ids of deleted accounts until its retention ends (docs/adr/0063-audit-log.md). */
const OUTLIVING = ['audit_entries.actor_uid', 'audit_entries.target_id'];

/**
 * Where the database still holds a text: `table.column`. The inside of SQLite's full-text indexes is not text; their
 * rows go with those of the tables.
 */
export const mentions = async ({ connection }: Database, text: string): Promise<string[]> => {
  const isSqlite = connection.client.dialect === 'sqlite3';
  const tables: { name: string }[] = isSqlite
    ? await connection('sqlite_master')
        .where({ type: 'table' })
        .whereNot('sql', 'like', '%VIRTUAL TABLE%')
        .whereRaw("name NOT GLOB '*_words_*'")
        .whereNot('name', 'like', 'sqlite_%')
        .select('name')
    : await connection('information_schema.tables')
        .whereRaw('table_schema = DATABASE()')
        .select({ name: 'table_name' });
  const found = new Set<string>();
  for (const { name: table } of tables) {
    const rows: Record<string, unknown>[] = await connection(table);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (said(value).includes(text)) found.add(`${table}.${column}`);
  }
  return [...found].filter((place) => !OUTLIVING.includes(place));
};

const said = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value));

/** The deletion of accounts as a process of its own would have it: nothing in memory, and a clock of its own. */
export const freshDeletion = ({ running: { context: parts } }: Product, clock: Clock): DeleteAccount => {
  const container = createContainer(parts);
  return new DeleteAccount({
    users: container.get(UserRepository),
    sessions: container.get(SessionRepository),
    keys: container.get(ApiKeyRepository),
    suspensions: container.get(Suspensions),
    plans: container.get(PaidPlans),
    replies: container.get(RunningReplies),
    files: container.get(UserFiles),
    access: container.get(GrantedAccess),
    powers: container.get(AdminPowers),
    erasure: container.get(UserDataEraser),
    spent: container.get(QuotaCarryover),
    events: container.get(ServerEventLog),
    audit: container.get(AuditLog),
    work: container.get(UnitOfWork),
    clock,
  });
};

/** Ends subscriptions of deleted accounts, at the time of that clock. */
export const freshCancelPlans = ({ running: { context: parts } }: Product, clock: Clock): CancelPlans => {
  const container = createContainer(parts);
  return new CancelPlans({
    cancellations: container.get(PlanCancellations),
    subscriptions: container.get(Subscriptions),
    provider: container.get(CancelSubscriptions),
    events: container.get(ServerEventLog),
    clock,
    failed: () => undefined,
  });
};

/** What lies outside the database: the hashes of bytes that are still kept. */
export const keptBytes = async ({ running: { container } }: Product, hashes: readonly string[]): Promise<string[]> => {
  const kept = await Promise.all(hashes.map((hash) => container.get(Blobs).get(hash)));
  return hashes.filter((_, index) => kept[index] !== undefined);
};

interface Death {
  readonly statement: RegExp;
  /** Counted from 1. */
  nth: number;
  dead: boolean;
}

/**
 * Runs `work` until it sends the nth statement that matches: from there on nothing of it reaches the database
 * any more, as if its process had been killed. An open transaction is undone, as the database does by itself.
 * True when it came so far.
 */
export const killedAt = async (
  { dialect: { pool } }: Database,
  statement: RegExp,
  nth: number,
  work: () => Promise<void>,
): Promise<boolean> => {
  const context = new AsyncLocalStorage<Death>();
  const death: Death = { statement, nth, dead: false };
  const listen = ({ sql }: { sql: string }) => {
    const running = context.getStore();
    if (!running || /^rollback/i.test(sql)) return;
    if (running.statement.test(sql)) running.nth -= 1;
    running.dead ||= running.nth <= 0;
    if (running.dead) throw new Error('killed');
  };
  pool.on('query', listen);
  try {
    await context.run(death, work).catch(() => undefined);
  } finally {
    pool.removeListener('query', listen);
  }
  return death.dead;
};
