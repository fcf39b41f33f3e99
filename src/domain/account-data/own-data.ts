import type { UserRepository } from '../accounts/ports.ts';
import type { LedgerStore, Subscriptions, UserLimits } from '../billing/ports.ts';
import type { ChatRepository, MessageRepository } from '../chat/ports.ts';
import type { ListedFile } from './ports.ts';

type Chat = Exclude<Awaited<ReturnType<ChatRepository['find']>>, undefined>;
export type Message = Awaited<ReturnType<MessageRepository['all']>>[number];
export type Line = Awaited<ReturnType<LedgerStore['page']>>[number];
type User = Exclude<Awaited<ReturnType<UserRepository['find']>>, undefined>;
type Subscription = Awaited<ReturnType<Subscriptions['ofUser']>>[number];
type Limits = Exclude<Awaited<ReturnType<UserLimits['find']>>, undefined>;

export interface ExportedChat {
  readonly chat: Chat;
  /** How its turns hang together, oldest first. */
  readonly outline: readonly Pick<Message, 'id' | 'parentId'>[];
  /** All of them in that order, a piece at a time. */
  readonly messages: AsyncIterable<readonly Message[]>;
}

/** All that is kept of a person. The lists are read as they are written, a page at a time. */
export interface OwnData {
  readonly exportedAt: number;
  readonly user: User;
  readonly subscriptions: readonly Subscription[];
  readonly limits: Limits | undefined;
  /** How replies shall be written, in the person's own words. */
  readonly instruction: string | undefined;
  readonly calls: AsyncIterable<readonly Line[]>;
  readonly files: AsyncIterable<readonly ListedFile[]>;
  /** Each with all its versions. */
  readonly chats: AsyncIterable<ExportedChat>;
}
