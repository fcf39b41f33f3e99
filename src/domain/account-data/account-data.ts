import type { UserRepository } from '../accounts/ports.ts';
import type { LedgerStore, Subscriptions, UserLimits } from '../billing/ports.ts';
import type { ChatRepository, MessageRepository } from '../chat/conversations/ports.ts';
import type { ListedFile } from './ports.ts';

type Chat = Exclude<Awaited<ReturnType<ChatRepository['find']>>, undefined>;
export type Message = Awaited<ReturnType<MessageRepository['list']>>[number];
export type LedgerLine = Awaited<ReturnType<LedgerStore['listPage']>>[number];
type User = Exclude<Awaited<ReturnType<UserRepository['find']>>, undefined>;
type Subscription = Awaited<ReturnType<Subscriptions['listByUser']>>[number];
type Limits = Exclude<Awaited<ReturnType<UserLimits['find']>>, undefined>;

export interface ExportedChat {
  readonly chat: Chat;
  /** How its turns hang together, oldest first. */
  readonly outline: readonly Pick<Message, 'id' | 'parentId'>[];
  /** All of them in that order, a piece at a time. */
  readonly messages: AsyncIterable<readonly Message[]>;
}

/** All that is kept of a person. The lists are read as they are written, a page at a time. */
export interface AccountData {
  readonly exportedAt: number;
  readonly user: User;
  readonly subscriptions: readonly Subscription[];
  readonly limits: Limits | undefined;
  /** How replies shall be written, in the person's own words. */
  readonly instruction: string | undefined;
  readonly calls: AsyncIterable<readonly LedgerLine[]>;
  readonly files: AsyncIterable<readonly ListedFile[]>;
  /** Each with all its versions. */
  readonly chats: AsyncIterable<ExportedChat>;
}
