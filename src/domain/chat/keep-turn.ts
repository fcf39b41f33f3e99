import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import { type Chat, blankChat } from './chat.ts';
import { MessageConflict } from './errors.ts';
import type { Message } from './message.ts';
import type { ChatRepository, LockedChat, MessageRepository, ModelMessage, NewTurn, PathBefore } from './ports.ts';
import { CONTEXT_CHARACTERS } from './prompts.ts';
import type { Reply } from './reply.ts';

/** Where a turn is kept. Without it the reply lives on its own and the caller keeps the conversation. */
export interface TurnPlace {
  readonly chatId: string;
  readonly messageId: string;
  /** The turn it follows; undefined = the chat's newest, null = a new beginning. */
  readonly parentId?: string | null | undefined;
  /** A new one for a known question asks for another version; a known one attaches to that reply. */
  readonly replyMessageId?: string | undefined;
}

export interface KeptTurn {
  readonly chat: LockedChat;
  readonly replyMessageId: string;
  /** What the model is told: the stored path as far as the context reaches back, ending with the question. */
  readonly history: readonly ModelMessage[];
  /** The files of the turns before the question, newest first. */
  readonly earlierFiles: readonly string[];
  /** The question was not there before (so this is no second version of its reply). */
  readonly isNew: boolean;
  readonly question: Message;
  /** Set when this very turn is answered already or being answered. */
  readonly attachTo?: string;
}

/** Puts a question and its coming reply into a chat. Call it inside a transaction: the chat's row is the lock. */
export class KeepTurn {
  private readonly chats: ChatRepository;
  private readonly messages: MessageRepository;
  private readonly ids: Ids;
  private readonly clock: Clock;

  constructor(chats: ChatRepository, messages: MessageRepository, ids: Ids, clock: Clock) {
    this.chats = chats;
    this.messages = messages;
    this.ids = ids;
    this.clock = clock;
  }

  /** Finds or makes the chat and where the turn stands in it. Throws `MessageConflict`, `InvalidInput`. */
  async prepare(
    ownerId: string,
    place: TurnPlace,
    { text, fileIds }: { readonly text: string; readonly fileIds: readonly string[] },
  ): Promise<KeptTurn> {
    const chat = await this.lockedChat(ownerId, place.chatId);
    const known = await this.knownQuestion(chat.key, place.messageId, text);
    const attachTo = known && runningReply(await this.messages.after(chat.key, known.id), place.replyMessageId);
    const question = known ?? { ...this.newQuestion(chat, place), content: text, fileIds };
    const before = await this.pathBefore(chat.key, question.parentId);
    if (!known && !before) throw new InvalidInput('The message to follow does not exist in this chat', 'parentId');
    const { turns, fileIds: earlierFiles } = before ?? NOTHING_BEFORE;
    return {
      chat,
      replyMessageId: place.replyMessageId ?? this.ids.next(),
      history: [...turns, question]
        .map(({ role, content, fileIds: files }) => ({ role, content: wordsFor(content, files) }))
        .filter(({ content }) => content !== ''),
      earlierFiles,
      isNew: known === undefined,
      question,
      ...(attachTo === undefined ? {} : { attachTo }),
    };
  }

  /** Stores the question (once) and the empty reply, and makes the reply the end of the shown path. */
  async store(turn: KeptTurn, reply: Reply, agentType: string | null): Promise<void> {
    const answer: Message = {
      id: turn.replyMessageId,
      parentId: turn.question.id,
      role: 'assistant',
      content: '',
      at: reply.createdAt,
      status: 'streaming',
      errorCode: null,
      model: reply.model,
      fileIds: [],
      cached: reply.cached,
      mode: { isAgent: agentType !== null, agentType },
      replyId: reply.id,
      details: null,
    };
    const messages: NewTurn['messages'] = turn.isNew ? [turn.question, answer] : [answer];
    await this.messages.addTurn(turn.chat, { messages, known: turn.chat.messageCount, at: reply.createdAt });
  }

  private async lockedChat(ownerId: string, chatId: string): Promise<LockedChat> {
    const known = await this.chats.lock(ownerId, chatId);
    if (known) return known;
    const made = await this.chats.create(blankChat(this.ids.next(), ownerId, chatId, this.clock.now()));
    return (await this.chats.lock(ownerId, chatId)) ?? { ...made, messageCount: 0 }; // another call may have been first, and have gone on since
  }

  private async knownQuestion(chatKey: string, id: string, text: string): Promise<Message | undefined> {
    const known = await this.messages.find(chatKey, id);
    if (known && (known.role !== 'user' || known.content !== text)) throw new MessageConflict(id);
    return known;
  }

  /** Undefined when the turn to follow is not there. */
  private async pathBefore(chatKey: string, parentId: string | null): Promise<PathBefore | undefined> {
    if (parentId === null) return NOTHING_BEFORE;
    const before = await this.messages.pathBefore(chatKey, parentId, CONTEXT_CHARACTERS);
    return before.turns.length === 0 ? undefined : before;
  }

  private newQuestion(chat: Chat, { messageId, parentId = chat.leafId }: TurnPlace): Message {
    return {
      id: messageId,
      parentId,
      role: 'user',
      content: '',
      at: this.clock.now(),
      status: 'complete',
      errorCode: null,
      model: null,
      fileIds: [],
      cached: false,
      mode: null,
      replyId: null,
      details: null,
    };
  }
}

const NOTHING_BEFORE: PathBefore = { turns: [], fileIds: [] };

/** What a question of files alone asks. */
export const wordsFor = (text: string, fileIds: readonly string[]): string =>
  text.trim() === '' && fileIds.length > 0 ? 'What do the attached files say?' : text;

/** The reply that the same call started before: the named version, or the first one when none is named. */
const runningReply = (after: readonly Pick<Message, 'id' | 'replyId'>[], replyMessageId: string | undefined) => {
  const replies = after.filter(({ replyId }) => replyId !== null);
  const found = replyMessageId === undefined ? replies[0] : replies.find(({ id }) => id === replyMessageId);
  return found?.replyId ?? undefined;
};
