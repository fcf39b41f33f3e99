import { roleOf } from '../../shared/roles.ts';
import type { StoredToolCall } from '../agents/connected/ports.ts';
import { toArtifactFile } from '../../shared/artifact-blocks.ts';
import { ShownArtifacts } from './shown-artifacts.ts';
import type { Message, AccountData } from './account-data.ts';
import type { ListedFile } from './ports.ts';

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const toProfile = ({ user }: AccountData) => ({
  uid: user.uid,
  email: user.email,
  phoneNumber: user.phoneNumber,
  name: user.name,
  language: user.language,
  authMode: user.authMode,
  plan: user.subscription,
  emailVerified: user.emailVerified,
  role: roleOf(user),
  createdAt: iso(user.createdAt),
});

const toSubscriptions = ({ subscriptions }: AccountData) =>
  subscriptions.map(({ provider, id, tier, state, cancelAtPeriodEnd, currentPeriodEnd, createdAt }) => ({
    provider,
    id,
    plan: tier,
    state,
    cancelAtPeriodEnd,
    currentPeriodEnd: iso(currentPeriodEnd),
    createdAt: iso(createdAt),
  }));

const toLimits = ({ limits }: AccountData) => {
  if (!limits) return null;
  const { dailyMessages, moonshotDaily, setAt, reason } = limits;
  return { dailyMessages, moonshotDaily, setAt: iso(setAt), reason };
};

const toGrantedPlan = ({ grant }: AccountData) =>
  grant ? { plan: grant.tier, reason: grant.reason, at: iso(grant.at), expiresAt: iso(grant.expiresAt) } : null;

const toShares = ({ shares }: AccountData) =>
  shares.map(({ id, chatId, kind, title, name, createdAt, takenDownAt, takenDownReason }) => ({
    ...{ id, chatId, kind, title, name, createdAt: iso(createdAt) },
    ...{ takenDownAt: iso(takenDownAt), takenDownReason },
  }));

/** Names and dates: what opens the account is not among it. */
const toAccess = ({ access: { identities, sessions, keys, passkeys, app } }: AccountData) => ({
  linkedSignIns: identities.map(({ provider, createdAt }) => ({ provider, createdAt: iso(createdAt) })),
  sessions: sessions.map(({ method, device, createdAt, lastUsedAt, expiresAt }) => ({
    method,
    device,
    ...{ createdAt: iso(createdAt), lastUsedAt: iso(lastUsedAt), expiresAt: iso(expiresAt) },
  })),
  apiKeys: keys.map(({ name, scope, createdAt, lastUsedAt, expiresAt }) => ({
    name,
    scope,
    ...{ createdAt: iso(createdAt), lastUsedAt: iso(lastUsedAt), expiresAt: iso(expiresAt) },
  })),
  passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
    name,
    ...{ createdAt: iso(createdAt), lastUsedAt: iso(lastUsedAt) },
  })),
  authenticatorApp: app ? { confirmedAt: iso(app.confirmedAt) } : null,
});

const toPrompt = ({ command, title, description, text, createdAt, updatedAt }: AccountData['prompts'][number]) => ({
  ...{ command, title, description, text },
  ...{ createdAt: iso(createdAt), updatedAt: iso(updatedAt) },
});

type Chats = AccountData['chats'] extends AsyncIterable<infer Each> ? Each : never;
type Line = AccountData['calls'] extends AsyncIterable<readonly (infer Each)[]> ? Each : never;

const toCall = (line: Line) => {
  const { purpose, model, provider, inputTokens, outputTokens, fileTokens, estimated, costMicroUsd, status } = line;
  const costUsd = costMicroUsd === null ? null : costMicroUsd / 1_000_000;
  const tokens = { inputTokens, outputTokens, fileTokens };
  return { at: iso(line.at), purpose, model, provider, ...tokens, estimated, costUsd, status };
};

const toToolCall = ({ at, serverId, tool, ms, outcome }: StoredToolCall) => {
  return { at: iso(at), serverId, tool, ms, outcome };
};

/** `messages` has every version; the shown path ends at `leafId`, and `artifacts` are as they stand there. */
const toChatHead = ({ chat }: Chats) => ({
  id: chat.id,
  title: chat.title,
  gptType: chat.gptType,
  leafId: chat.leafId,
  createdAt: iso(chat.createdAt),
  updatedAt: iso(chat.updatedAt),
  expiresAt: iso(chat.expiresAt),
  pinnedAt: iso(chat.pinnedAt),
  archived: chat.archived,
  sources: chat.sources,
  images: chat.images,
  relatedQuestions: chat.relatedQuestions,
  toolServers: chat.toolServers,
});

const toTurn = ({ at, ...message }: Message) => ({
  id: message.id,
  parentId: message.parentId,
  role: message.role,
  content: message.content,
  timestamp: iso(at),
  status: message.status,
  model: message.model,
  fileIds: message.fileIds,
  mode: message.mode,
  details: message.details,
});

async function* formatChats(chats: AccountData['chats']): AsyncGenerator<string, void> {
  let separator = '';
  for await (const each of chats) {
    yield `${separator}\n${JSON.stringify(toChatHead(each)).slice(0, -1)},"messages":[`;
    const artifacts = new ShownArtifacts(each);
    yield* formatList(artifacts.watch(each.messages), toTurn);
    yield `],"artifacts":${JSON.stringify(artifacts.list().map(toArtifactFile))}}`;
    separator = ',';
  }
}

/** The elements of a paged list as JSON, separated by commas. */
async function* formatList<T>(
  pages: AsyncIterable<readonly T[]>,
  write: (each: T) => unknown,
): AsyncGenerator<string, void> {
  let first = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield `${first ? '' : ','}\n${page.map((each) => JSON.stringify(write(each))).join(',\n')}`;
    first = false;
  }
}

/** One JSON object, streamed. */
export async function* formatJson(data: AccountData): AsyncGenerator<string, void> {
  const head = {
    product: 'Parley',
    format: 1,
    exportedAt: iso(data.exportedAt),
    profile: toProfile(data),
    subscriptions: toSubscriptions(data),
    limits: toLimits(data),
    grantedPlan: toGrantedPlan(data),
    claimedPlans: data.claimed.map(({ provider, tier, at }) => ({ provider, plan: tier, at: iso(at) })),
    ...toAccess(data),
    sharedLinks: toShares(data),
    groups: data.groups.map(({ name, since }) => ({ name, since: iso(since) })),
    instruction: data.instruction ?? null,
    toolServers: data.tools.servers.map((server) => ({ ...server, createdAt: iso(server.createdAt) })),
    toolAccess: data.tools.access,
    toolModes: data.tools.modes,
    prompts: data.prompts.map(toPrompt),
  };
  yield `${JSON.stringify(head).slice(0, -1)},\n"files": [`;
  const toFile = (file: ListedFile) => ({ ...file, createdAt: iso(file.createdAt), expiresAt: iso(file.expiresAt) });
  yield* formatList(data.files, toFile);
  yield '],\n"usage": [';
  yield* formatList(data.calls, toCall);
  yield '],\n"toolCalls": [';
  yield* formatList(data.toolCalls, toToolCall);
  yield '],\n"chats": [';
  yield* formatChats(data.chats);
  yield ']}\n';
}
