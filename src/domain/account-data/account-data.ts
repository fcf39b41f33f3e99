import type { Identities } from '../accounts/identity/ports.ts';
import type { ApiKeyRepository, SessionRepository, UserRepository } from '../accounts/ports.ts';
import type { AuthenticatorApps, Passkeys } from '../accounts/second-factor/ports.ts';
import type { StoredToolCall } from '../agents/connected/ports.ts';
import type { AccountTiers, LedgerStore, Subscriptions, UserLimits } from '../billing/ports.ts';
import type { ChatRepository, MessageRepository } from '../chat/conversations/ports.ts';
import type { GroupMembers } from '../groups/ports.ts';
import type { PromptStore } from '../prompts/ports.ts';
import type { ShareRepository } from '../shares/ports.ts';
import type { ListedFile, ListedTools } from './ports.ts';

type Chat = Exclude<Awaited<ReturnType<ChatRepository['find']>>, undefined>;
export type Message = Awaited<ReturnType<MessageRepository['list']>>[number];
export type LedgerLine = Awaited<ReturnType<LedgerStore['listPage']>>[number];
type User = Exclude<Awaited<ReturnType<UserRepository['find']>>, undefined>;
type Subscription = Awaited<ReturnType<Subscriptions['listByUser']>>[number];
type Limits = Exclude<Awaited<ReturnType<UserLimits['find']>>, undefined>;

type Membership = Awaited<ReturnType<GroupMembers['listByUser']>>[number];

export interface ExportedChat {
  readonly chat: Chat;
  /** All messages without their text, oldest first. */
  readonly outline: readonly Pick<Message, 'id' | 'parentId' | 'role' | 'replyId'>[];
  /** The messages in that order, in batches. */
  readonly messages: AsyncIterable<readonly Message[]>;
}

/** The ways into the account and what is open by them; the writer leaves out what is secret. */
export interface AccountAccess {
  readonly identities: Awaited<ReturnType<Identities['listByUser']>>;
  readonly sessions: Awaited<ReturnType<SessionRepository['listByUser']>>;
  readonly keys: Awaited<ReturnType<ApiKeyRepository['listByUser']>>;
  readonly passkeys: Awaited<ReturnType<Passkeys['listByUser']>>;
  readonly app: Awaited<ReturnType<AuthenticatorApps['find']>>;
}

/** The data of a person, without the contents of files. The lists are read page by page while they are written. */
export interface AccountData {
  readonly exportedAt: number;
  readonly user: User;
  readonly subscriptions: readonly Subscription[];
  readonly limits: Limits | undefined;
  readonly grant: Awaited<ReturnType<AccountTiers['findGrant']>>;
  readonly claimed: Awaited<ReturnType<AccountTiers['listClaimed']>>;
  readonly access: AccountAccess;
  readonly shares: Awaited<ReturnType<ShareRepository['list']>>;
  readonly groups: readonly Membership[];
  readonly tools: ListedTools;
  /** Those of the person, not the published ones. */
  readonly prompts: Awaited<ReturnType<PromptStore['list']>>;
  /** The person's custom instructions. */
  readonly instruction: string | undefined;
  readonly calls: AsyncIterable<readonly LedgerLine[]>;
  readonly toolCalls: AsyncIterable<readonly StoredToolCall[]>;
  readonly files: AsyncIterable<readonly ListedFile[]>;
  readonly chats: AsyncIterable<ExportedChat>;
}
