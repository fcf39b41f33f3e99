import { InvalidInput } from '../../kernel/domain-error.ts';
import type { Clock, Ids } from '../../kernel/ports.ts';
import { createChat, TEMPORARY_CHAT_MS } from './chat.ts';
import { ChatNotFound, MessageConflict } from '../errors.ts';
import { createMessage, type Message } from './message.ts';
import type { ChatRepository, LockedChat, MessageRepository, NewTurn, PrecedingPath } from './ports.ts';
import type { HistoryMessage } from '../replies/artifact-prompt.ts';
import { MAX_CONTEXT_CHARACTERS } from '../replies/prompts.ts';
import type { Reply } from '../replies/reply.ts';
import { EDIT_LANGUAGE } from '../../../shared/artifact-edit.ts';

/** Where a turn is stored. Without a target no chat stores the reply. */
export interface TurnTarget {
  readonly chatId: string;
  readonly messageId: string;
  /** The message before the question; undefined = the chat's newest, null = a new root. */
  readonly parentId?: string | null | undefined;
  /** For an existing question: a new id requests another version, an existing one attaches to that reply. */
  readonly replyMessageId?: string | undefined;
  /** Of a new chat; an existing one stays what it is. */
  readonly temporary?: boolean | undefined;
  /** The client has seen the chat: it was deleted if it is not there, and stays so. */
  readonly mustExist?: boolean | undefined;
}

export interface PreparedTurn {
  readonly chat: LockedChat;
  readonly replyMessageId: string;
  /** The prompt's conversation: the newest messages of the path that fit the context, ending with the question. */
  readonly history: readonly HistoryMessage[];
  /** Files of earlier messages, newest first. */
  readonly earlierFiles: readonly string[];
  /** False for another version of an existing reply. */
  readonly isNew: boolean;
  readonly question: Message;
  /** Set when this turn has a reply already. */
  readonly existingReplyId?: string;
}

export interface TurnMode {
  /** Undefined: no agent. */
  readonly plan: { readonly agentType: string | null } | undefined;
  /** The chat remembers it. Undefined or empty: the client did not name one. */
  readonly personality: string | undefined;
  /** The chat remembers them. Undefined: the client named none. */
  readonly toolServers?: readonly string[] | undefined;
}

/** Stores a question and its empty reply in a chat. Call it inside a transaction: the chat's row is the lock. */
export class AppendTurn {
  constructor(
    private readonly chats: ChatRepository,
    private readonly messages: MessageRepository,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Finds or creates the chat and validates the target. Throws `ChatNotFound`, `MessageConflict`, `InvalidInput`. */
  async prepare(
    ownerId: string,
    target: TurnTarget,
    { text, fileIds }: { readonly text: string; readonly fileIds: readonly string[] },
  ): Promise<PreparedTurn> {
    const chat = await this.lockOrCreateChat(ownerId, target);
    const existing = await this.findQuestion(chat.key, target.messageId, text);
    const existingReplyId =
      existing && findExistingReply(await this.messages.listChildren(chat.key, existing.id), target.replyMessageId);
    const { messageId: id, parentId = chat.leafId } = target;
    const at = this.clock.now();
    const question = existing ?? createMessage({ id, parentId, role: 'user', content: text, at, fileIds });
    const precedingPath = await this.findPrecedingPath(chat.key, question.parentId);
    if (!existing && !precedingPath)
      throw new InvalidInput('The message to follow does not exist in this chat', 'parentId');
    const { turns, fileIds: earlierFiles } = precedingPath ?? EMPTY_PATH;
    return {
      chat,
      replyMessageId: target.replyMessageId ?? this.ids.next(),
      history: [...turns, { ...question, own: undefined }]
        .map(({ role, content, fileIds: files, own }) => ({
          role,
          content: questionText(content, files),
          ...(own && { own }),
        }))
        .filter(({ content }) => content !== ''),
      earlierFiles,
      isNew: existing === undefined,
      question,
      ...(existingReplyId === undefined ? {} : { existingReplyId }),
    };
  }

  /**
   * Stores the question (if new) and the empty reply, and makes the reply the end of the shown path. An archived chat
   * is restored.
   */
  async store(turn: PreparedTurn, reply: Reply, { plan, personality, toolServers }: TurnMode): Promise<void> {
    const { chat } = turn;
    const chosen = { gptType: personality || chat.gptType, toolServers: toolServers ?? chat.toolServers };
    if (chosen.gptType !== chat.gptType || !isSameList(chosen.toolServers, chat.toolServers))
      await this.chats.update({ ...chat, ...chosen });
    if (chat.archived) await this.chats.organize({ ...chat, archived: false });
    const agentType = plan?.agentType ?? null;
    const answer = createMessage({
      id: turn.replyMessageId,
      parentId: turn.question.id,
      role: 'assistant',
      content: '',
      at: reply.createdAt,
      status: 'streaming',
      model: reply.model,
      cached: reply.cached,
      mode: { isAgent: agentType !== null, agentType },
      replyId: reply.id,
    });
    const messages: NewTurn['messages'] = turn.isNew ? [turn.question, answer] : [answer];
    const existingMessages = turn.chat.messageCount;
    const expiresAt = chat.expiresAt === null ? undefined : reply.createdAt + TEMPORARY_CHAT_MS;
    await this.messages.appendTurn(turn.chat, { messages, existingMessages, at: reply.createdAt, expiresAt });
  }

  private async lockOrCreateChat(ownerId: string, target: TurnTarget): Promise<LockedChat> {
    const { chatId, temporary, mustExist } = target;
    const existing = await this.chats.lock(ownerId, chatId);
    if (existing) return existing;
    if (mustExist) throw new ChatNotFound();
    const created = await this.chats.create(createChat(this.ids.next(), ownerId, chatId, this.clock.now(), temporary));
    // A parallel call may have created it and added messages since.
    return (await this.chats.lock(ownerId, chatId)) ?? { ...created, messageCount: 0 };
  }

  private async findQuestion(chatKey: string, id: string, text: string): Promise<Message | undefined> {
    const existing = await this.messages.find(chatKey, id);
    if (existing && (existing.role !== 'user' || existing.content !== text)) throw new MessageConflict(id);
    return existing;
  }

  /** Undefined when the parent does not exist. */
  private async findPrecedingPath(chatKey: string, parentId: string | null): Promise<PrecedingPath | undefined> {
    if (parentId === null) return EMPTY_PATH;
    const precedingPath = await this.messages.findPrecedingPath(chatKey, parentId, MAX_CONTEXT_CHARACTERS);
    if (precedingPath.turns.length === 0) return undefined;
    return isEditCut(precedingPath)
      ? this.messages.findPrecedingPath(chatKey, parentId, MAX_EDITED_PATH_CHARACTERS)
      : precedingPath;
  }
}

/** What an edit changes may stand further back than what a model is given. */
const MAX_EDITED_PATH_CHARACTERS = 400_000;

const isEditCut = ({ turns }: PrecedingPath): boolean =>
  turns.reduce((sum, { content }) => sum + content.length, 0) >= MAX_CONTEXT_CHARACTERS &&
  turns.some(({ role, content }) => role === 'assistant' && content.includes(EDIT_LANGUAGE));

const EMPTY_PATH: PrecedingPath = { turns: [], fileIds: [] };

/** The question to the model when only files were sent. */
export const questionText = (text: string, fileIds: readonly string[]): string =>
  text.trim() === '' && fileIds.length > 0 ? 'What do the attached files say?' : text;

const isSameList = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each, index) => each === others[index]);

/** The reply of an earlier identical call: the named version, or the first one. */
const findExistingReply = (after: readonly Pick<Message, 'id' | 'replyId'>[], replyMessageId: string | undefined) => {
  const replies = after.filter(({ replyId }) => replyId !== null);
  const found = replyMessageId === undefined ? replies[0] : replies.find(({ id }) => id === replyMessageId);
  return found?.replyId ?? undefined;
};
