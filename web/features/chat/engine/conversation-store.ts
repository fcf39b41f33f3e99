import type { Message } from '../../../../src/contract/common.ts';
import type { SendMode } from '../../../state/send-mode.ts';
import type { SendRequest } from './reply-client.ts';
import type { ReplyFailure, ReplySnapshot } from './reply-store.ts';

/** A question, the turn that its answer fills, and the turns before them, oldest first. */
export interface Exchange {
  readonly question: Message;
  readonly reply: Message;
  readonly history: readonly Message[];
  readonly mode: SendMode;
}

/** A reply that is over, and its question; null when another page asked it, or this one before a reload. */
export interface EndedReply {
  readonly end: ReplySnapshot;
  readonly question: Message | null;
}

/** Where a conversation is stored and how it is asked there: a chat of an account, or a visitor's page. */
export interface ConversationStore {
  /** Null where no chat is stored. */
  readonly chatId: string | null;
  /** A turn may have several versions side by side; else a new one takes the old one's place. */
  readonly hasVersions: boolean;
  readonly now: () => Date;
  readonly buildRequest: (exchange: Exchange) => Omit<SendRequest, 'messageId'>;
  /** Shows a question and its empty reply. */
  readonly addExchange: (exchange: Exchange) => void;
  /** Shows a reply that is written elsewhere. */
  readonly addReply: (reply: Message) => void;
  readonly updateMessage: (change: Partial<Message> & { readonly id: string }) => void;
  readonly removeMessages: (ids: readonly string[]) => void;
  /** The server has named a reply that was asked for here, so it has stored what it stores. */
  readonly onStarted: (messageId: string) => void;
  /** The reply begins or ends to wait for an answer of the person. */
  readonly onWaiting: (waits: boolean) => void;
  /** True when the refusal has been dealt with; else it ends the reply like any failure. */
  readonly onRefused: (ended: EndedReply) => boolean;
  /** The reply is over and shown. */
  readonly onEnded: (ended: EndedReply) => void;
  /** The chat has been given a name. */
  readonly onTitle: (title: string) => void;
  /** Nothing follows a reply any more; `changed` when anything did. */
  readonly onClosed: (changed: boolean) => void;
  /** Whether a message is the last that the reader sees. */
  readonly isNewest: (messageId: string) => boolean;
  /** What a person reads under a failed reply. */
  readonly failureText: (failure: ReplyFailure) => string;
}
