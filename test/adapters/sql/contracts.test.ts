import { SqlAccountTokens } from '../../../src/adapters/sql/accounts/account-tokens.ts';
import { SqlCountedMessages } from '../../../src/adapters/sql/chat/counted-messages.ts';
import type { Database } from '../../../src/adapters/sql/database.ts';
import { SqlUnitOfWork } from '../../../src/adapters/sql/unit-of-work.ts';
import { SqlAdminOverrides } from '../../../src/adapters/sql/admin/admin-overrides.ts';
import { SqlApiKeyRepository } from '../../../src/adapters/sql/accounts/api-key-repository.ts';
import { SqlChatAges } from '../../../src/adapters/sql/chat/chat-ages.ts';
import { SqlChatRepository } from '../../../src/adapters/sql/chat/chat-repository.ts';
import { SqlChatUsage } from '../../../src/adapters/sql/chat/chat-usage.ts';
import { SqlEmailChanges } from '../../../src/adapters/sql/accounts/email-changes.ts';
import { SqlInvitations } from '../../../src/adapters/sql/accounts/invitations.ts';
import { SqlAdminMails } from '../../../src/adapters/sql/accounts/admin-mails.ts';
import { SqlRegistrationRequests } from '../../../src/adapters/sql/accounts/registration-requests.ts';
import { SqlConfigStore } from '../../../src/adapters/sql/settings/config-store.ts';
import { SqlUserDataEraser } from '../../../src/adapters/sql/accounts/user-data-eraser.ts';
import { SqlLedgerStore } from '../../../src/adapters/sql/billing/ledger.ts';
import { SqlMessageRepository } from '../../../src/adapters/sql/chat/message-repository.ts';
import { SqlPendingIdentities } from '../../../src/adapters/sql/accounts/pending-identities.ts';
import { SqlIdentities } from '../../../src/adapters/sql/accounts/identities.ts';
import { SqlOneTimeSecrets } from '../../../src/adapters/sql/accounts/one-time-secrets.ts';
import { SqlOutbox } from '../../../src/adapters/sql/operations/outbox.ts';
import { SqlCustomInstructions } from '../../../src/adapters/sql/chat/custom-instructions.ts';
import { SqlCooldowns } from '../../../src/adapters/sql/operations/cooldowns.ts';
import { SqlQuotas } from '../../../src/adapters/sql/billing/quotas.ts';
import { SqlReplyRepository } from '../../../src/adapters/sql/chat/reply-repository.ts';
import { SqlRunners } from '../../../src/adapters/sql/chat/runners.ts';
import { SqlSessionRepository } from '../../../src/adapters/sql/accounts/session-repository.ts';
import { SqlSignInCodes } from '../../../src/adapters/sql/accounts/sign-in-codes.ts';
import { SqlAuthenticatorApps } from '../../../src/adapters/sql/accounts/authenticator-apps.ts';
import { SqlPasskeys } from '../../../src/adapters/sql/accounts/passkeys.ts';
import { SqlRecoveryCodes } from '../../../src/adapters/sql/accounts/recovery-codes.ts';
import { CryptoSecretBox } from '../../../src/adapters/system/secret-box.ts';
import { SqlShareModeration } from '../../../src/adapters/sql/chat/share-moderation.ts';
import { SqlShareRepository } from '../../../src/adapters/sql/chat/shares.ts';
import { SqlSpentQuotas } from '../../../src/adapters/sql/billing/spent-quotas.ts';
import { SqlAccountTiers } from '../../../src/adapters/sql/admin/account-tiers.ts';
import { SqlPrompts } from '../../../src/adapters/sql/prompts/prompts.ts';
import { SqlToolChoices, SqlToolLists } from '../../../src/adapters/sql/tools/tool-lists.ts';
import { SqlToolSecrets } from '../../../src/adapters/sql/tools/tool-secrets.ts';
import { SqlToolServers } from '../../../src/adapters/sql/tools/tool-servers.ts';
import { SqlGroupMembers } from '../../../src/adapters/sql/groups/group-members.ts';
import { SqlGrantingGroups, SqlGroupStore } from '../../../src/adapters/sql/groups/group-store.ts';
import { customLimits as limitRows, SqlUserLimits } from '../../../src/adapters/sql/admin/user-limits.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/accounts/user-repository.ts';
import { behavesLikeAConfigStore, behavesLikeAdminOverrides } from '../../contracts/admin-stores.ts';
import { behavesLikeAnApiKeyRepository } from '../../contracts/api-key-repository.ts';
import { behavesLikeChatAges } from '../../contracts/chat-ages.ts';
import { behavesLikeAChatRepository } from '../../contracts/chat-repository.ts';
import { behavesLikeAChatSearch } from '../../contracts/chat-search.ts';
import { behavesLikeChatUsage } from '../../contracts/chat-usage.ts';
import { behavesLikeCountedMessages } from '../../contracts/counted-messages.ts';
import { behavesLikeEmailChanges } from '../../contracts/email-changes.ts';
import { behavesLikeAdminMails } from '../../contracts/admin-mails.ts';
import { behavesLikeInvitations, behavesLikeRegistrationRequests } from '../../contracts/registration.ts';
import { behavesLikeALedgerStore } from '../../contracts/ledger-store.ts';
import { behavesLikeAMessageRepository } from '../../contracts/message-repository.ts';
import { behavesLikeOneTimeSecrets } from '../../contracts/one-time-secrets.ts';
import { behavesLikeCustomInstructions } from '../../contracts/custom-instructions.ts';
import { behavesLikeGroupStores } from '../../contracts/groups.ts';
import { behavesLikePromptStore } from '../../contracts/prompts.ts';
import { behavesLikeToolStores } from '../../contracts/tools.ts';
import { aToolServer } from '../../fakes/tools.ts';
import { behavesLikeAnOutbox } from '../../contracts/outbox.ts';
import { behavesLikeQuotas } from '../../contracts/quotas.ts';
import { behavesLikeAReplyRepository } from '../../contracts/reply-repository.ts';
import { behavesLikeToolQuestions } from '../../contracts/tool-questions.ts';
import { SqlToolCallStore } from '../../../src/adapters/sql/billing/tool-calls.ts';
import { SqlToolPermissions } from '../../../src/adapters/sql/chat/tool-permissions.ts';
import { SqlToolQuestions } from '../../../src/adapters/sql/chat/tool-questions.ts';
import { behavesLikeRunners } from '../../contracts/runners.ts';
import { behavesLikeASessionRepository } from '../../contracts/session-repository.ts';
import {
  behavesLikeAccountTokens,
  behavesLikeCooldowns,
  behavesLikeIdentities,
  behavesLikePendingIdentities,
  behavesLikeSignInCodes,
  behavesLikeSpentQuotas,
  keepsTheLastWayIn,
} from '../../contracts/sign-in.ts';
import { behavesLikeSecondFactorStores } from '../../contracts/second-factor.ts';
import { aShare, behavesLikeShares } from '../../contracts/shares.ts';
import { behavesLikeAUnitOfWork } from '../../contracts/unit-of-work.ts';
import { behavesLikeUserLimits } from '../../contracts/user-limits.ts';
import { behavesLikeAUserRepository } from '../../contracts/user-repository.ts';
import { customLimits } from '../../fakes/billing.ts';
import { CountingIds, FixedClock } from '../../fakes/kernel.ts';
import { aSession, aUser, NOON } from '../../support/builders.ts';
import { describeEachDatabase } from '../../support/databases.ts';

const quotasOf = (db: Database, clock = new FixedClock()) => new SqlQuotas(db, new CountingIds(), clock);

const userLimits = async (db: Database, most?: number) => {
  for (const uid of ['ann', 'bob', 'carl']) await new SqlUserRepository(db).add(aUser({ uid }));
  return new SqlUserLimits(db, new FixedClock(), most);
};

describeEachDatabase(({ open, engine }) => {
  const chatWorld = async () => {
    const db = await open();
    const users = new SqlUserRepository(db);
    for (const uid of ['ann', 'bob']) await users.add(aUser({ uid, language: 'de' }));
    const shares = new SqlShareRepository(db);
    const moderation = new SqlShareModeration(db);
    return {
      shares,
      ages: new SqlChatAges(db),
      share: async (chatKey: string, takenDown?: 'takenDown') => {
        await shares.add(aShare({ id: chatKey, chatKey }), []);
        if (takenDown) await moderation.setTakenDown(chatKey, { at: NOON, reason: 'Spam' });
      },
      moderation,
      chats: new SqlChatRepository(db),
      messages: new SqlMessageRepository(db),
      replies: new SqlReplyRepository(db),
      questions: new SqlToolQuestions(db),
      permissions: new SqlToolPermissions(db),
      toolCalls: new SqlToolCallStore(db),
      usage: new SqlChatUsage(db),
      setSuspended: (uid: string, at: number | null) => users.setSuspended(uid, at),
    };
  };

  behavesLikeAChatRepository('SQL', chatWorld);
  behavesLikeChatAges('SQL', chatWorld);
  behavesLikeAChatSearch('SQL', chatWorld);
  behavesLikeShares('SQL', chatWorld);
  behavesLikeAMessageRepository('SQL', chatWorld);
  behavesLikeAReplyRepository('SQL', chatWorld);
  behavesLikeToolQuestions('SQL', chatWorld);
  behavesLikeChatUsage('SQL', chatWorld);

  behavesLikeCountedMessages('SQL', async () => {
    const db = await open();
    for (const uid of ['ann', 'bob']) await new SqlUserRepository(db).add(aUser({ uid }));
    const [chats, replies] = [new SqlChatRepository(db), new SqlReplyRepository(db)];
    return { chats, replies, quotas: quotasOf(db), counted: new SqlCountedMessages(db) };
  });

  const withTwo = async () => {
    const db = await open();
    for (const uid of ['ann', 'bob']) await new SqlUserRepository(db).add(aUser({ uid }));
    return { db, instructions: new SqlCustomInstructions(db) };
  };
  behavesLikeCustomInstructions('SQL', async () => (await withTwo()).instructions);

  test('an own instruction goes with its account', async () => {
    const { db, instructions } = await withTwo();
    await instructions.set('ann', 'Be brief.', NOON);
    await instructions.set('bob', 'Be kind.', NOON);
    await new SqlUserDataEraser(db).finish('ann');
    expect(await db.connection('own_instructions').pluck('uid')).toEqual(['bob']);
  });

  behavesLikeRunners('SQL', async () => {
    const db = await open();
    const ids = new CountingIds();
    const serveAlone = async () => {
      await db.serveAlone();
      return engine === 'sqlite';
    };
    return { runner: (leaseMs) => new SqlRunners(db, ids, leaseMs), pass: async () => undefined, serveAlone };
  });

  behavesLikeAUserRepository('SQL', async () => new SqlUserRepository(await open()));

  behavesLikeASessionRepository('SQL', async () => {
    const db = await open();
    return { users: new SqlUserRepository(db), sessions: new SqlSessionRepository(db) };
  });

  behavesLikeAnApiKeyRepository('SQL', async () => {
    const db = await open();
    return { users: new SqlUserRepository(db), keys: new SqlApiKeyRepository(db) };
  });

  behavesLikeInvitations('SQL', async () => {
    const db = await open();
    return { users: new SqlUserRepository(db), invitations: new SqlInvitations(db) };
  });
  behavesLikeAdminMails('SQL', async () => {
    const db = await open();
    return { users: new SqlUserRepository(db), admins: new SqlAdminMails(db) };
  });
  behavesLikeRegistrationRequests('SQL', async () => new SqlRegistrationRequests(await open()));
  behavesLikeEmailChanges('SQL', async () => {
    const db = await open();
    return { users: new SqlUserRepository(db), changes: new SqlEmailChanges(db) };
  });

  behavesLikeOneTimeSecrets('SQL', async () => new SqlOneTimeSecrets(await open()));
  const withUsers = async () => {
    const db = await open();
    return { users: new SqlUserRepository(db), tokens: new SqlAccountTokens(db), identities: new SqlIdentities(db) };
  };
  behavesLikeAccountTokens('SQL', withUsers);
  const factorStores = async (secret = 'one secret of this server') => {
    const db = await open();
    const apps = (appSecret: string) => new SqlAuthenticatorApps(db, new CryptoSecretBox(appSecret));
    return {
      db,
      users: new SqlUserRepository(db),
      apps: apps(secret),
      recoveryCodes: new SqlRecoveryCodes(db),
      passkeys: new SqlPasskeys(db),
      reopen: apps,
    };
  };
  behavesLikeSecondFactorStores('SQL', () => factorStores());

  test('the secret of an app is stored encrypted; with another APP_SECRET the app still counts', async () => {
    const { db, users, apps, reopen } = await factorStores();
    await users.add(aUser({ uid: 'ann' }));
    await apps.propose('ann', 'BASE32SECRET', NOON);
    await apps.confirm('ann', 5, NOON);
    expect(JSON.stringify(await db.connection('authenticator_apps'))).not.toContain('BASE32SECRET');
    expect(await reopen('another secret').find('ann')).toEqual({ secret: undefined, confirmedAt: NOON });
  });
  behavesLikeIdentities('SQL', withUsers);
  keepsTheLastWayIn('SQL', async () => {
    const db = await open();
    return { users: new SqlUserRepository(db), identities: new SqlIdentities(db), work: new SqlUnitOfWork(db) };
  });
  behavesLikePendingIdentities('SQL', async () => new SqlPendingIdentities(await open()));
  behavesLikeSpentQuotas('SQL', async () => {
    const db = await open();
    return { quotas: quotasOf(db), spent: new SqlSpentQuotas(db) };
  });
  behavesLikeSignInCodes('SQL', async () => new SqlSignInCodes(await open()));
  behavesLikeCooldowns('SQL', async () => new SqlCooldowns(await open()));
  behavesLikeAnOutbox('SQL', async () => new SqlOutbox(await open()));

  behavesLikeALedgerStore('SQL', async () => new SqlLedgerStore(await open()));

  // Once all exceptions are held in memory, once there are more than that.
  behavesLikeGroupStores('SQL groups', async () => {
    const db = await open();
    const users = new SqlUserRepository(db);
    for (const uid of ['ann', 'bob']) await users.add(aUser({ uid }));
    await users.add(aUser({ uid: 'eve', subscription: 'premium' }));
    return {
      groups: new SqlGroupStore(db),
      members: new SqlGroupMembers(db),
      granting: new SqlGrantingGroups(db, new FixedClock()),
      find: (uid) => users.find(uid),
      remove: async (uid) => void (await db.connection('users').where({ uid }).delete()),
      pay: (uid, tier) => new SqlAccountTiers(db).set(uid, tier),
    };
  });
  behavesLikePromptStore('SQL saved prompts', async () => {
    const db = await open();
    for (const uid of ['ann', 'bob']) await new SqlUserRepository(db).add(aUser({ uid }));
    return {
      prompts: new SqlPrompts(db),
      remove: async (uid) => void (await db.connection('users').where({ uid }).delete()),
    };
  });
  behavesLikeToolStores('SQL servers of tools', async () => {
    const db = await open();
    const box = new CryptoSecretBox('a secret');
    for (const uid of ['ann', 'bob']) await new SqlUserRepository(db).add(aUser({ uid }));
    return {
      servers: new SqlToolServers(db, box),
      lists: new SqlToolLists(db),
      choices: new SqlToolChoices(db),
      secrets: new SqlToolSecrets(db, box),
      remove: async (uid) => void (await db.connection('users').where({ uid }).delete()),
    };
  });

  test('headers and access of servers of tools are encrypted, and lost with the secret of the server', async () => {
    const db = await open();
    await new SqlUserRepository(db).add(aUser({ uid: 'ann' }));
    const storesOf = (secret: string) => {
      const box = new CryptoSecretBox(secret);
      return { servers: new SqlToolServers(db, box), secrets: new SqlToolSecrets(db, box) };
    };
    const { servers, secrets } = storesOf('a secret');
    const server = aToolServer({ auth: 'headers', headers: [{ name: 'X-Key', value: 'HEADERVALUE' }] });
    await servers.add(server);
    await secrets.saveAccess('server', 'ann', 'ACCESSTOKEN');
    const stored = JSON.stringify([await db.connection('tool_servers'), await db.connection('tool_secrets')]);
    for (const secret of ['HEADERVALUE', 'ACCESSTOKEN']) expect(stored).not.toContain(secret);
    const other = storesOf('another secret');
    expect(await other.secrets.findAccess('server', 'ann')).toBeUndefined();
    const locked = await other.servers.find('server');
    expect(locked?.headers).toEqual([{ name: 'X-Key', value: undefined }]);
    if (locked) await other.servers.update({ ...locked, name: 'Renamed' });
    expect(await servers.find('server')).toEqual({ ...server, name: 'Renamed' }); // the secret came back
  });

  behavesLikeUserLimits('SQL, few', async () => userLimits(await open()));
  behavesLikeUserLimits('SQL, many', async () => userLimits(await open(), 1));

  test('a change of somebody’s limits in another process acts within a second', async () => {
    const db = await open();
    await userLimits(db);
    const clock = new FixedClock();
    const known = new SqlUserLimits(db, clock);
    expect(await known.find('ann')).toBeUndefined();
    await db.connection('user_limits').insert(limitRows.toRow(customLimits({ dailyMessages: 1 })));
    expect(await known.find('ann')).toBeUndefined();
    await clock.advance(1000);
    expect(await known.find('ann')).toEqual(customLimits({ dailyMessages: 1 }));
  });

  const withSessions = async () => {
    const db = await open();
    const sessions = new SqlSessionRepository(db);
    for (const uid of ['ann', 'bob']) await new SqlUserRepository(db).add(aUser({ uid }));
    for (const tokenDigest of ['first', 'second']) await sessions.add(aSession({ tokenDigest }));
    return { sessions, overrides: new SqlAdminOverrides(db) };
  };
  behavesLikeAConfigStore('SQL', async () => new SqlConfigStore(await open()));
  behavesLikeAdminOverrides('SQL', async () => (await withSessions()).overrides);

  test('an override ends with the session that it was switched on in, and with no other', async () => {
    const { sessions, overrides } = await withSessions();
    await overrides.set('ann', 'second', { type: 'free', expiresAt: NOON + 1 });
    await sessions.remove('first');
    expect(await overrides.find('ann', NOON)).toEqual({ type: 'free', expiresAt: NOON + 1 });
    await sessions.removeAllByUser('ann');
    expect(await overrides.find('ann', NOON)).toBeUndefined();
  });

  behavesLikeQuotas('SQL', async () => {
    const clock = new FixedClock();
    return { clock, quotas: quotasOf(await open(), clock) };
  });

  behavesLikeAUnitOfWork('SQL', async () => {
    const db = await open();
    return { users: new SqlUserRepository(db), quotas: quotasOf(db), work: new SqlUnitOfWork(db) };
  });
});
