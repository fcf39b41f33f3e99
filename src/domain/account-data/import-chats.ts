import { ChatQuotaReached } from '../chat/errors.ts';
import type { Asker, ChatQuota, ChatRepository, MessageRepository } from '../chat/ports.ts';
import type { Clock, Ids, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { isChatGpt, readChatGpt } from './chatgpt.ts';
import { type Conversation, type ForeignTurn, isUnreadable, type Read, type Unreadable } from './conversation.ts';
import { UnknownExport } from './errors.ts';
import { isLibreChat, readLibreChat } from './librechat.ts';
import { isOpenWebUi, readOpenWebUi } from './open-webui.ts';

type Person = Extract<Asker, { kind: 'user' }>;
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

interface Outcome {
  readonly messages: number;
  readonly skipped: readonly Unreadable[];
  /** Nothing more has room. */
  readonly full?: ChatQuotaReached | undefined;
}

const leftOut = (read: Read, reason: string): Outcome => ({
  messages: 0,
  skipped: [{ id: read.id.slice(0, LONGEST_TITLE), title: tidy(read.title, LONGEST_TITLE), reason }],
});

export interface ImportTools {
  readonly chats: ChatRepository;
  readonly messages: MessageRepository;
  readonly quota: ChatQuota;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

/**
 * Brings conversations of other products: each becomes a chat with all its branches and its own times. The chat's id is
 * made of the conversation's, so the same file a second time changes nothing. One that cannot be read keeps none of the
 * others out; once the account's room is full, the rest is left. Throws `UnknownExport`, and `ChatQuotaReached` when
 * there was room for none.
 */
export class ImportChats {
  private readonly tools: ImportTools;

  constructor(tools: ImportTools) {
    this.tools = tools;
  }

  async execute(asker: Person, file: unknown): Promise<Imported> {
    const format = FORMATS.find(({ is }) => is(file));
    if (!format) throw new UnknownExport();
    const { source, read } = format;
    let [chats, messages] = [0, 0];
    const skipped: Unreadable[] = [];
    const pause = this.pauses();
    let full: ChatQuotaReached | undefined;
    for (const conversation of read(file)) {
      await pause();
      const outcome = full ? leftOut(conversation, full.message) : await this.withinRoom(asker, source, conversation);
      skipped.push(...outcome.skipped);
      full ??= outcome.full;
      chats += outcome.messages > 0 ? 1 : 0;
      messages += outcome.messages;
    }
    if (full && chats === 0) throw full;
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

  /** A conversation that is too long for itself is left out alone; beyond the number or all bytes nothing more has room. */
  private async withinRoom(asker: Person, source: Imported['source'], read: Read): Promise<Outcome> {
    try {
      return await this.one(asker, source, read);
    } catch (error) {
      if (!(error instanceof ChatQuotaReached)) throw error;
      return { ...leftOut(read, error.message), full: error.rule === 'chat-size' ? undefined : error };
    }
  }

  private async one(asker: Person, source: Imported['source'], read: Read): Promise<Outcome> {
    if (isUnreadable(read)) return leftOut(read, read.reason);
    if (read.turns.length === 0) return leftOut(read, 'It has no messages');
    const id = this.tools.secrets.digest(`${source} ${read.id}`).slice(0, ID_LENGTH);
    if (!(await this.keep(asker, id, read))) return leftOut(read, 'It was imported before');
    const cut = read.turns.filter(({ text }) => text.length > LONGEST_TEXT).length;
    const cuts = cut === 0 ? [] : leftOut(read, `${cut} long messages were cut to ${LONGEST_TEXT} letters`).skipped;
    return { messages: read.turns.length, skipped: cuts };
  }

  /** False when there is such a chat already. */
  private keep(asker: Person, id: string, conversation: Conversation): Promise<boolean> {
    const { uid } = asker;
    const { chats, messages, quota, ids, work } = this.tools;
    const turns = this.toMessages(conversation);
    return work.run(async () => {
      if (await chats.find(uid, id)) return false;
      const chat = this.toChat(ids.next(), uid, id, conversation);
      const kept = await chats.create(chat);
      if (kept.key !== chat.key) return false;
      await messages.add(chat.key, turns);
      await quota.check(asker, { key: chat.key, isNew: true });
      return true;
    });
  }

  private toChat(
    key: string,
    ownerId: string,
    id: string,
    { title, createdAt, updatedAt, turns, leafId }: Conversation,
  ): Chat {
    const now = this.tools.clock.now();
    const began = Math.min(createdAt ?? updatedAt ?? now, now);
    const changed = Math.max(began, Math.min(updatedAt ?? turns.at(-1)?.at ?? began, now));
    return {
      key,
      id,
      ownerId,
      title: tidy(title, LONGEST_TITLE).trim() || 'Imported chat',
      gptType: 'default',
      leafId: this.turnId(leafId ?? turns.at(-1)?.id ?? ''),
      sources: [],
      images: [],
      relatedQuestions: [],
      createdAt: began,
      updatedAt: changed,
      namedAt: changed,
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
      id: this.turnId(id),
      parentId: parentId === null ? null : this.turnId(parentId),
      role,
      content: tidy(text, LONGEST_TEXT),
      at,
      status: 'complete',
      errorCode: null,
      model: model && tidy(model, LONGEST_TITLE),
      fileIds: [],
      cached: false,
      mode: null,
      replyId: null,
      details: null,
    };
  }

  /** Their own id where it has the form of ours. */
  private turnId(id: string): string {
    return OWN_FORM.test(id) ? id : this.tools.secrets.digest(id).slice(0, ID_LENGTH);
  }
}

const HALF_LETTER = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** At most so many letters. NUL would end a text on one of the engines, and half letters fit into neither. */
const tidy = (text: string, most: number): string =>
  text.slice(0, most).replaceAll('\0', '').replace(HALF_LETTER, '\uFFFD');
