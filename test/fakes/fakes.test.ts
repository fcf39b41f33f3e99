import { aUser } from '../support/builders.ts';
import { behavesLikeOneTimePasswords, behavesLikeSecondFactorStores } from '../contracts/second-factor.ts';
import {
  CountedOneTimePasswords,
  InMemoryAuthenticatorApps,
  InMemoryPasskeys,
  InMemoryRecoveryCodes,
} from './second-factor.ts';
import { behavesLikeAConfigStore, behavesLikeAdminOverrides } from '../contracts/admin-stores.ts';
import { behavesLikeAnApiKeyRepository } from '../contracts/api-key-repository.ts';
import { behavesLikeChatAges } from '../contracts/chat-ages.ts';
import { behavesLikeAChatRepository } from '../contracts/chat-repository.ts';
import { behavesLikeAChatSearch } from '../contracts/chat-search.ts';
import {
  behavesLikeAFileRepository,
  behavesLikeAnInstallation,
  behavesLikeBlobReferenceCounts,
} from '../contracts/files.ts';
import { behavesLikeChatUsage } from '../contracts/chat-usage.ts';
import { behavesLikeCountedMessages } from '../contracts/counted-messages.ts';
import { behavesLikeEmailChanges } from '../contracts/email-changes.ts';
import { behavesLikeAdminMails } from '../contracts/admin-mails.ts';
import { behavesLikeInvitations, behavesLikeRegistrationRequests } from '../contracts/registration.ts';
import { behavesLikeALedgerStore } from '../contracts/ledger-store.ts';
import { behavesLikeSettings } from '../contracts/settings.ts';
import { behavesLikeAMessageRepository } from '../contracts/message-repository.ts';
import { behavesLikeOneTimeSecrets } from '../contracts/one-time-secrets.ts';
import { behavesLikeCustomInstructions } from '../contracts/custom-instructions.ts';
import { behavesLikeAnOutbox } from '../contracts/outbox.ts';
import { behavesLikeQuotas } from '../contracts/quotas.ts';
import {
  behavesLikeOneDecision,
  behavesLikeUserDataEraser,
  behavesLikeUserAdmin,
  behavesLikeSuspensions,
} from '../contracts/user-admin.ts';
import { behavesLikeAReplyRepository } from '../contracts/reply-repository.ts';
import { behavesLikeToolQuestions } from '../contracts/tool-questions.ts';
import { behavesLikeRunners } from '../contracts/runners.ts';
import { behavesLikeASessionRepository } from '../contracts/session-repository.ts';
import {
  behavesLikeAccountTokens,
  behavesLikeCooldowns,
  behavesLikeIdentities,
  behavesLikePendingIdentities,
  behavesLikeSignInCodes,
  behavesLikeSpentQuotas,
  keepsTheLastWayIn,
} from '../contracts/sign-in.ts';
import { removesFilesFromReplies } from '../contracts/retrieval.ts';
import { behavesLikeScans } from '../contracts/scans.ts';
import { behavesLikeShares } from '../contracts/shares.ts';
import { behavesLikeAUnitOfWork } from '../contracts/unit-of-work.ts';
import { behavesLikeGroupFileReaders, behavesLikeGroupStores } from '../contracts/groups.ts';
import { behavesLikeToolStores } from '../contracts/tools.ts';
import { InMemoryGroups } from './groups.ts';
import { InMemoryTools } from './tools.ts';
import { InMemoryGroupFileReaders } from './knowledge.ts';
import { behavesLikeUserLimits } from '../contracts/user-limits.ts';
import { behavesLikeAUserRepository } from '../contracts/user-repository.ts';
import { InMemoryScans } from './scans.ts';
import { InMemoryAdminOverrides, InMemoryConfigStore } from './admin.ts';
import { InMemoryAdminMails } from './admin-mails.ts';
import { InMemoryEmailChanges } from './email-changes.ts';
import { InMemoryInvitations, InMemoryRegistrationRequests } from './registration.ts';
import { InMemoryApiKeyRepository } from './api-keys.ts';
import { InMemoryOneTimeSecrets, InMemorySessionRepository, InMemoryUserRepository } from './accounts.ts';
import { InMemoryLedgerStore, InMemoryUserLimits } from './billing.ts';
import {
  ChatStore,
  InMemoryChatAges,
  InMemoryChatRepository,
  InMemoryChatUsage,
  InMemoryMessageRepository,
} from './chats.ts';
import { InMemoryToolCalls, InMemoryToolPermissions, InMemoryToolQuestions } from './connected-tools.ts';
import { InMemoryCountedMessages } from './counted-messages.ts';
import { InMemoryBlobReferenceCounts, InMemoryFiles, InMemoryInstallation } from './files.ts';
import { CountingIds, FixedClock, InMemoryOutbox, InMemoryQuotas, InMemoryUnitOfWork } from './kernel.ts';
import { InMemoryReplyRepository, InMemoryRunners, Leases } from './replies.ts';
import {
  InMemoryAccountTokens,
  InMemoryIdentities,
  InMemoryPendingIdentities,
  InMemoryCooldowns,
  InMemorySignInCodes,
  InMemorySpentQuotas,
} from './sign-in.ts';
import { InMemoryCustomInstructions } from './custom-instructions.ts';
import { aUserAdminWorld } from './user-admin.ts';
import { InMemoryFileExcerpts, InMemoryRetrievalTraces } from './retrieval.ts';
import { InMemoryShareModeration, InMemoryShareRepository } from './shares.ts';
import { inMemorySettings } from './settings.ts';

const chatWorld = async () => {
  const store = new ChatStore();
  const ages = new InMemoryChatAges(store);
  return {
    ages,
    share: async (chatKey: string, takenDown?: 'takenDown') => {
      if (!takenDown) ages.shared.add(chatKey);
    },
    chats: new InMemoryChatRepository(store),
    messages: new InMemoryMessageRepository(store),
    replies: new InMemoryReplyRepository(store),
    questions: new InMemoryToolQuestions(store),
    permissions: new InMemoryToolPermissions(store),
    toolCalls: new InMemoryToolCalls(store),
    usage: new InMemoryChatUsage(store),
  };
};

behavesLikeCustomInstructions('in memory', async () => new InMemoryCustomInstructions());

behavesLikeAChatRepository('in memory', chatWorld);
behavesLikeChatAges('in memory', chatWorld);
behavesLikeAChatSearch('in memory', chatWorld);
behavesLikeAMessageRepository('in memory', chatWorld);
behavesLikeAReplyRepository('in memory', chatWorld);
behavesLikeToolQuestions('in memory', chatWorld);
behavesLikeChatUsage('in memory', chatWorld);
behavesLikeCountedMessages('in memory', async () => {
  const store = new ChatStore();
  const quotas = new InMemoryQuotas();
  const [chats, replies] = [new InMemoryChatRepository(store), new InMemoryReplyRepository(store)];
  return { chats, replies, quotas, counted: new InMemoryCountedMessages(store, quotas.refunded) };
});

removesFilesFromReplies('in memory', async () => {
  const store = new ChatStore();
  const traces = new InMemoryRetrievalTraces();
  return {
    traces,
    excerpts: new InMemoryFileExcerpts(store, traces),
    replies: new InMemoryReplyRepository(store),
    chats: new InMemoryChatRepository(store),
    messages: new InMemoryMessageRepository(store),
  };
});

behavesLikeShares('in memory', async () => {
  const store = new ChatStore();
  const shares = new InMemoryShareRepository(store);
  const setSuspended = async (uid: string, at: number | null) =>
    void (at === null ? shares.suspended.delete(uid) : shares.suspended.add(uid));
  return {
    chats: new InMemoryChatRepository(store),
    shares,
    moderation: new InMemoryShareModeration(shares),
    setSuspended,
  };
});

behavesLikeRunners('in memory', async () => {
  const [leases, clock, ids] = [new Leases(), new FixedClock(), new CountingIds()];
  return {
    runner: (leaseMs) => new InMemoryRunners(ids.next(), leases, clock, leaseMs),
    pass: (ms) => clock.advance(ms),
    serveAlone: async () => (leases.isServedAlone = true),
  };
});

behavesLikeAUserRepository('in memory', async () => new InMemoryUserRepository());

behavesLikeASessionRepository('in memory', async () => {
  const users = new InMemoryUserRepository();
  return { users, sessions: new InMemorySessionRepository(users) };
});

behavesLikeAnApiKeyRepository('in memory', async () => {
  const users = new InMemoryUserRepository();
  return { users, keys: new InMemoryApiKeyRepository(users) };
});

behavesLikeInvitations('in memory', async () => {
  const users = new InMemoryUserRepository();
  return { users, invitations: new InMemoryInvitations(users) };
});
behavesLikeAdminMails('in memory', async () => {
  const users = new InMemoryUserRepository();
  return { users, admins: new InMemoryAdminMails(users) };
});
behavesLikeRegistrationRequests('in memory', async () => new InMemoryRegistrationRequests());
behavesLikeEmailChanges('in memory', async () => {
  const users = new InMemoryUserRepository();
  return { users, changes: new InMemoryEmailChanges(users) };
});

behavesLikeOneTimeSecrets('in memory', async () => new InMemoryOneTimeSecrets());

behavesLikeSettings('in memory', async (definition) => inMemorySettings(definition));
behavesLikeUserLimits('in memory', async () => new InMemoryUserLimits());
behavesLikeALedgerStore('in memory', async () => new InMemoryLedgerStore());
const withUsers = async () => {
  const users = new InMemoryUserRepository();
  return { users, tokens: new InMemoryAccountTokens(), identities: new InMemoryIdentities(users) };
};
behavesLikeAccountTokens('in memory', withUsers);
behavesLikeSecondFactorStores('in memory', async () => ({
  users: new InMemoryUserRepository(),
  apps: new InMemoryAuthenticatorApps(),
  recoveryCodes: new InMemoryRecoveryCodes(),
  passkeys: new InMemoryPasskeys(),
}));
behavesLikeOneTimePasswords('counted', () => new CountedOneTimePasswords());
behavesLikeIdentities('in memory', withUsers);
keepsTheLastWayIn('in memory', async () => {
  const { users, identities } = await withUsers();
  return { users, identities, work: new InMemoryUnitOfWork(users, identities) };
});
behavesLikePendingIdentities('in memory', async () => new InMemoryPendingIdentities());
behavesLikeSpentQuotas('in memory', async () => {
  const quotas = new InMemoryQuotas();
  return { quotas, spent: new InMemorySpentQuotas(quotas) };
});
behavesLikeSignInCodes('in memory', async () => new InMemorySignInCodes());
behavesLikeCooldowns('in memory', async () => new InMemoryCooldowns());

behavesLikeAnOutbox('in memory', async () => new InMemoryOutbox());

behavesLikeQuotas('in memory', async () => {
  const clock = new FixedClock();
  return { clock, quotas: new InMemoryQuotas(new CountingIds(), clock) };
});

behavesLikeGroupStores('groups in memory', async () => {
  const users = new InMemoryUserRepository(
    ...['ann', 'bob'].map((uid) => aUser({ uid })),
    aUser({ uid: 'eve', subscription: 'premium' }),
  );
  const { store: groups, members, granting } = new InMemoryGroups(users);
  const remove = async (uid: string) => users.remove(uid);
  return { groups, members, granting, find: (uid) => users.find(uid), remove };
});

behavesLikeToolStores('servers of tools in memory', async () => {
  const memory = new InMemoryTools();
  return {
    servers: memory.serverStore,
    lists: memory.listStore,
    choices: memory.choiceStore,
    secrets: memory.secretStore,
    remove: async (uid) => memory.removeAccount(uid),
  };
});

behavesLikeGroupFileReaders('readers of group files in memory', async () => {
  const users = new InMemoryUserRepository(...['ann', 'bob'].map((uid) => aUser({ uid })));
  const stores = new InMemoryGroups(users);
  const files = new InMemoryFiles();
  const readers = new InMemoryGroupFileReaders(files, stores);
  return { groups: stores.store, members: stores.members, files, readers, work: new InMemoryUnitOfWork(users, stores) };
});

behavesLikeAUnitOfWork('in memory', async () => {
  const users = new InMemoryUserRepository();
  const quotas = new InMemoryQuotas();
  return { users, quotas, work: new InMemoryUnitOfWork(users, quotas) };
});

describe('FixedClock', () => {
  test('wakes sleepers when their time comes, in order, and lets them sleep on', async () => {
    const clock = new FixedClock(1000);
    const seen: string[] = [];
    const say = async (name: string, ...naps: number[]) => {
      for (const ms of naps) {
        await clock.sleep(ms);
        seen.push(`${name} at ${clock.now()}`);
      }
    };
    const all = Promise.all([say('late', 300), say('twice', 100, 100)]);
    expect(clock.sleeping).toBe(2);
    await clock.advance(250);
    expect(seen).toEqual(['twice at 1100', 'twice at 1200']);
    await clock.advance(50);
    await all;
    expect(seen.at(-1)).toBe('late at 1300');
    expect(clock.now()).toBe(1300);
  });

  test('wakes a sleeper at once when its signal aborts', async () => {
    const clock = new FixedClock();
    const stop = new AbortController();
    const nap = clock.sleep(1000, stop.signal);
    stop.abort();
    await nap;
    await clock.sleep(1000, stop.signal);
    expect(clock.sleeping).toBe(0);
  });
});

const fileWorld = async () => {
  const clock = new FixedClock();
  const files = new InMemoryFiles(clock);
  return { clock, files, uses: new InMemoryBlobReferenceCounts((hash) => files.withHash(hash)) };
};
behavesLikeAFileRepository('in memory', fileWorld);
behavesLikeBlobReferenceCounts('in memory', fileWorld);
const installationIds = new CountingIds();
behavesLikeAnInstallation('in memory', async () => {
  const installation = new InMemoryInstallation(installationIds);
  return () => installation;
});
behavesLikeScans('in memory', async () => {
  const { files } = await fileWorld();
  const scans = new InMemoryScans();
  const remove = async (fileId: string) => {
    scans.remove(fileId);
    await files.remove('ann', fileId);
  };
  return { files, scans, remove };
});
for (const behaves of [behavesLikeUserAdmin, behavesLikeSuspensions, behavesLikeUserDataEraser])
  behaves('in memory', async (...users) => aUserAdminWorld(...users));
behavesLikeOneDecision('in memory', async (...users) => {
  const world = aUserAdminWorld(...users);
  return { ...world, work: new InMemoryUnitOfWork(world.users, world.suspensions, world.sessions, world.keys) };
});
behavesLikeAConfigStore('in memory', async () => new InMemoryConfigStore());
behavesLikeAdminOverrides('in memory', async () => new InMemoryAdminOverrides());
