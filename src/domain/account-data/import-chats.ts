import type { ChatRepository, MessageRepository } from '../chat/ports.ts';
import type { Clock, Ids, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { isChatGpt, readChatGpt } from './chatgpt.ts';
import { type Conversation, type ForeignTurn, isUnreadable, type Read, type Unreadable } from './conversation.ts';
import { UnknownExport } from './errors.ts';
import { isLibreChat, readLibreChat } from './librechat.ts';
import { isOpenWebUi, readOpenWebUi } from './open-webui.ts';

type Chat = Parameters<ChatRepository['create']>[0];
type Message = Parameters<MessageRepository['add']>[1][number];

export interface Imported {
  readonly source: 'librechat' | 'open-webui' | 'chatgpt';
  readonly chats: number;
  readonly messages: number;
  readonly skipped: readonly Unreadable[];
}

const ID_LENGTH = 21;
const LONGEST_TITLE = 200;
/** Letters that one message may have, as when a page saves it. */
const LONGEST_TEXT = 200_000;
const LONGEST_MS = 10;
const OWN_FORM = /^[\w.:-]{1,64}$/;

const FORMATS = [
  { source: 'chatgpt', is: isChatGpt, read: readChatGpt },
  { source: 'open-webui', is: isOpenWebUi, read: readOpenWebUi },
  { source: 'librechat', is: isLibreChat, read: readLibreChat },
] as const;

export interface ImportTools {
  readonly chats: ChatRepository;
  readonly messages: MessageRepository;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

/**
 * Brings conversations of other products: each becomes a chat with all its branches and its own times. The chat's id is
 * made of the conversation's, so the same file a second time changes nothing. One that cannot be read keeps none of the
 * others out. Throws `UnknownExport`.
 */
export class ImportChats {
  private readonly tools: ImportTools;

  constructor(tools: ImportTools) {
    this.tools = tools;
  }

  async execute(uid: string, file: unknown): Promise<Imported> {
    const format = FORMATS.find(({ is }) => is(file));
    if (!format) throw new UnknownExport();
    const { source, read } = format;
    let [chats, messages] = [0, 0];
    const skipped: Unreadable[] = [];
    const pause = this.pauses();
    for (const conversation of read(file)) {
      await pause();
      const outcome = await this.one(uid, source, conversation);
      skipped.push(...outcome.skipped);
      chats += outcome.messages > 0 ? 1 : 0;
      messages += outcome.messages;
    }
    return { source, chats, messages, skipped };
  }

  /** Gives way to other work whenever this one has gone on for too long without. */
  private pauses(): () => Promise<void> {
    const { clock } = this.tools;
    let since = clock.now();
    return async () => {
      if (clock.now() - since < LONGEST_MS) return;
      await clock.sleep(0);
      since = clock.now();
    };
  }

  private async one(uid: string, source: Imported['source'], read: Read): Promise<{ messages: number; skipped: Unreadable[] }> {
    const left = (reason: string): Unreadable => ({ id: read.id.slice(0, LONGEST_TITLE), title: tidy(read.title, LONGEST_TITLE), reason });
    if (isUnreadable(read)) return { messages: 0, skipped: [left(read.reason)] };
    if (read.turns.length === 0) return { messages: 0, skipped: [left('It has no messages')] };
    const id = this.tools.secrets.digest(`${source} ${read.id}`).slice(0, ID_LENGTH);
    if (!(await this.keep(uid, id, read))) return { messages: 0, skipped: [left('It was imported before')] };
    const cut = read.turns.filter(({ text }) => text.length > LONGEST_TEXT).length;
    return { messages: read.turns.length, skipped: cut === 0 ? [] : [left(`${cut} long messages were cut to ${LONGEST_TEXT} letters`)] };
  }

  /** False when there is such a chat already. */
  private keep(uid: string, id: string, conversation: Conversation): Promise<boolean> {
    const { chats, messages, ids, work } = this.tools;
    const turns = this.toMessages(conversation);
    return work.run(async () => {
      if (await chats.find(uid, id)) return false;
      const chat = this.toChat(ids.next(), uid, id, conversation);
      const kept = await chats.create(chat);
      if (kept.key !== chat.key) return false;
      await messages.add(chat.key, turns);
      return true;
    });
  }

  private toChat(key: string, ownerId: string, id: string, { title, createdAt, updatedAt, turns, leafId }: Conversation): Chat {
    const now = this.tools.clock.now();
    const began = Math.min(createdAt ?? updatedAt ?? now, now);
    const changed = Math.max(began, Math.min(updatedAt ?? turns.at(-1)?.at ?? began, now));
    return {
      key, id, ownerId,
      title: tidy(title, LONGEST_TITLE).trim() || 'Imported chat',
      gptType: 'default',
      leafId: this.turnId(leafId ?? turns.at(-1)?.id ?? ''),
      sources: [], images: [], relatedQuestions: [],
      createdAt: began, updatedAt: changed, namedAt: changed,
    };
  }

  /** In their order; a turn without a time of its own follows the one before. */
  private toMessages({ turns, createdAt }: Conversation): Message[] {
    let last = createdAt ?? this.tools.clock.now();
    return turns.map((turn) => {
      last = turn.at ?? last + 1;
      return this.toMessage(turn, last);
    });
  }

  private toMessage({ id, parentId, role, text, model }: ForeignTurn, at: number): Message {
    return {
      id: this.turnId(id), parentId: parentId === null ? null : this.turnId(parentId),
      role, content: tidy(text, LONGEST_TEXT), at, status: 'complete', errorCode: null, model: model && tidy(model, LONGEST_TITLE),
      fileIds: [], cached: false, mode: null, replyId: null, details: null,
    };
  }

  /** Their own id where it has the form of ours. */
  private turnId(id: string): string {
    return OWN_FORM.test(id) ? id : this.tools.secrets.digest(id).slice(0, ID_LENGTH);
  }
}

const HALF_LETTER = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** At most so many letters. NUL would end a text on one of the engines, and half letters fit into neither. */
const tidy = (text: string, most: number): string => text.slice(0, most).replaceAll('\0', '').replace(HALF_LETTER, '\uFFFD');
