import type { AuditLog } from '../audit/ports.ts';
import { ChatQuotaReached } from '../chat/conversations/errors.ts';
import type { ChatQuota, ChatRepository, MessageRepository } from '../chat/conversations/ports.ts';
import type { UserRequester } from '../chat/replies/ports/requesters.ts';
import type { PromptImport } from '../prompts/ports.ts';
import { createYield } from '../kernel/create-yield.ts';
import type { Clock, Ids, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { formatImportSkip, type ImportSkip, type ImportSkipKey } from '../../shared/import-skips.ts';
import { MAX_PINNED_CHATS } from '../../shared/pinned-chats.ts';
import { toStorable, truncate } from '../../shared/unicode.ts';
import { toReplyDetails } from '../../shared/brought-details.ts';
import { isChatGpt, parseChatGpt } from './chatgpt.ts';
import { isClaude, parseClaude } from './claude.ts';
import {
  type ImportedConversation,
  type ImportedTurn,
  isUnreadable,
  MAX_TEXT_LENGTH,
  type ParsedConversation,
  toFields,
  toList,
} from './imported-conversation.ts';
import { MAX_CONVERSATIONS, TooManyConversations, UnknownExport } from './errors.ts';
import { isPinLost, isPinned, placeOf } from './imported-place.ts';
import { isLibreChat, parseLibreChat } from './librechat.ts';
import { isOpenWebUi, parseOpenWebUi } from './open-webui.ts';
import { isParley, parseParley } from './parley.ts';
import { type ForeignPrompts, readPrompts } from './prompt-exports.ts';

type Chat = Parameters<ChatRepository['create']>[0];
type Message = Parameters<MessageRepository['add']>[1][number];

/** Left out, or shortened. */
export interface SkippedConversation {
  readonly id: string;
  readonly title: string;
  readonly key: ImportSkipKey;
  /** What the key is about, where it counts something. */
  readonly count: number | null;
  readonly reason: string;
}

export interface ImportResult {
  readonly source: 'parley' | 'librechat' | 'open-webui' | 'chatgpt' | 'claude';
  readonly chats: number;
  readonly messages: number;
  /** Saved prompts. */
  readonly prompts: number;
  readonly skipped: readonly SkippedConversation[];
}

const ID_LENGTH = 21;
const MAX_TITLE_LENGTH = 200;
const ID_PATTERN = /^[\w.:-]{1,64}$/;

const CHAT_ID_PATTERN = /^[\w-]{21}$/;
const MAX_TYPE_LENGTH = 40;

const FORMATS = [
  { source: 'parley', is: isParley, read: parseParley },
  { source: 'chatgpt', is: isChatGpt, read: parseChatGpt },
  { source: 'claude', is: isClaude, read: parseClaude },
  { source: 'open-webui', is: isOpenWebUi, read: parseOpenWebUi },
  { source: 'librechat', is: isLibreChat, read: parseLibreChat },
] as const;

type Format = (typeof FORMATS)[number];

interface Outcome {
  readonly messages: number;
  readonly skipped: readonly SkippedConversation[];
  /** Set when the quota is used up. */
  readonly full?: ChatQuotaReached | undefined;
}

interface Imported extends Outcome {
  readonly chats: number;
}

const NO_CHATS: Imported = { chats: 0, messages: 0, skipped: [] };

const toSkipped = ({ id, title }: ParsedConversation, skip: ImportSkip, reason = formatImportSkip(skip)): Outcome => {
  const named = { id: id.slice(0, MAX_TITLE_LENGTH), title: sanitizeText(title, MAX_TITLE_LENGTH) };
  return { messages: 0, skipped: [{ ...named, key: skip.key, count: skip.count ?? null, reason }] };
};

const toQuotaSkip = (parsed: ParsedConversation, { rule, message }: ChatQuotaReached): Outcome =>
  toSkipped(parsed, { key: rule === 'chat-size' ? 'chatTooLarge' : 'noRoom' }, message);

export interface ImportDeps {
  readonly chats: ChatRepository;
  readonly messages: MessageRepository;
  readonly quota: ChatQuota;
  readonly prompts: PromptImport;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditLog;
}

/**
 * Imports conversations of other products and of Parley's own exports: each becomes a chat with all branches and
 * times. The chat's id is derived from the conversation's, so importing a file twice changes nothing; an own chat keeps
 * its id, so one that is still there is left as it is. An unreadable conversation is skipped; once the account's quota
 * is used up, so are the rest. Saved prompts go into the person's library. Throws `UnknownExport`,
 * `TooManyConversations`, and `ChatQuotaReached` when nothing could be imported.
 */
export class ImportChats {
  constructor(private readonly deps: ImportDeps) {}

  async execute(requester: UserRequester, file: unknown): Promise<ImportResult> {
    if (countEntries(file) > MAX_CONVERSATIONS) throw new TooManyConversations();
    const format = FORMATS.find(({ is }) => is(file));
    const saved = readPrompts(file);
    const source = format?.source ?? saved?.source;
    if (!source) throw new UnknownExport();
    const { imported: prompts, skipped: left } = await this.importPrompts(requester, saved);
    const { chats, messages, skipped, full } = format ? await this.importAll(requester, format, file) : NO_CHATS;
    if (full && chats + prompts === 0) throw full;
    await this.deps.audit.record({ action: 'account.import', details: { source, chats, messages, prompts } });
    return { source, chats, messages, prompts, skipped: [...left, ...skipped] };
  }

  private async importPrompts({ uid }: UserRequester, saved: ForeignPrompts | undefined) {
    if (!saved || saved.prompts.length === 0) return { imported: 0, skipped: [] };
    const { imported, skipped } = await this.deps.prompts.import(uid, saved.prompts);
    return {
      imported,
      skipped: skipped.map(({ title, key }) => ({
        id: '',
        title,
        key,
        count: null,
        reason: formatImportSkip({ key }),
      })),
    };
  }

  private async importAll(requester: UserRequester, { source, read }: Format, file: unknown): Promise<Imported> {
    let [chats, messages] = [0, 0];
    const skipped: SkippedConversation[] = [];
    const yieldIfNeeded = createYield(this.deps.clock);
    let full: ChatQuotaReached | undefined;
    for (const conversation of read(file)) {
      await yieldIfNeeded();
      const outcome = full
        ? toQuotaSkip(conversation, full)
        : await this.importWithinQuota(requester, source, conversation);
      skipped.push(...outcome.skipped);
      full ??= outcome.full;
      chats += outcome.messages > 0 ? 1 : 0;
      messages += outcome.messages;
    }
    return { chats, messages, skipped, full };
  }

  /** A conversation over the limit of one chat is skipped; any other quota ends the import. */
  private async importWithinQuota(
    requester: UserRequester,
    source: ImportResult['source'],
    parsed: ParsedConversation,
  ): Promise<Outcome> {
    try {
      return await this.importOne(requester, source, parsed);
    } catch (error) {
      if (!(error instanceof ChatQuotaReached)) throw error;
      return { ...toQuotaSkip(parsed, error), full: error.rule === 'chat-size' ? undefined : error };
    }
  }

  private async importOne(
    requester: UserRequester,
    source: ImportResult['source'],
    parsed: ParsedConversation,
  ): Promise<Outcome> {
    if (isUnreadable(parsed)) return toSkipped(parsed, parsed.skip);
    if (parsed.turns.length === 0) return toSkipped(parsed, { key: 'noMessages' });
    if (parsed.expiresAt !== undefined && parsed.expiresAt <= this.deps.clock.now())
      return toSkipped(parsed, { key: 'expired' });
    const isOwn = source === 'parley' && CHAT_ID_PATTERN.test(parsed.id);
    const id = isOwn ? parsed.id : this.deps.secrets.digest(`${source} ${parsed.id}`).slice(0, ID_LENGTH);
    const stored = await this.save(requester, id, parsed);
    if (!stored) return toSkipped(parsed, { key: 'present' });
    const truncatedCount = parsed.turns.filter(({ text }) => text.length > MAX_TEXT_LENGTH).length;
    const losses: readonly ImportSkip[] = [
      ...(truncatedCount === 0 ? [] : [{ key: 'shortened', count: truncatedCount } as const]),
      ...(isPinLost(parsed, stored) ? [{ key: 'notPinned', count: MAX_PINNED_CHATS } as const] : []),
    ];
    return { messages: parsed.turns.length, skipped: losses.flatMap((loss) => toSkipped(parsed, loss).skipped) };
  }

  /** Undefined when the chat exists already. */
  private save(requester: UserRequester, id: string, conversation: ImportedConversation): Promise<Chat | undefined> {
    const { uid } = requester;
    const { chats, messages, quota, ids, work } = this.deps;
    const turns = this.toMessages(conversation);
    return work.run(async () => {
      if (await chats.find(uid, id)) return undefined;
      const hasRoom = isPinned(conversation) && (await chats.countPinned(uid)) < MAX_PINNED_CHATS;
      const chat = this.toChat(ids.next(), uid, id, hasRoom ? conversation : { ...conversation, pinnedAt: undefined });
      const stored = await chats.create(chat);
      if (stored.key !== chat.key) return undefined;
      await messages.add(chat.key, turns);
      await quota.check(requester, { key: chat.key, isNew: true });
      return stored;
    });
  }

  private toChat(key: string, ownerId: string, id: string, conversation: ImportedConversation): Chat {
    const { title, turns, leafId, gptType = 'default', expiresAt = null, lists } = conversation;
    const now = this.deps.clock.now();
    const { began, changed } = timesOf(conversation, now);
    return {
      key,
      id,
      ownerId,
      title: sanitizeText(title, MAX_TITLE_LENGTH).trim() || 'Imported chat',
      gptType: sanitizeText(gptType, MAX_TYPE_LENGTH),
      leafId: this.toMessageId(leafId ?? turns.at(-1)?.id ?? ''),
      sources: [],
      images: [],
      relatedQuestions: [],
      ...lists,
      toolServers: [],
      createdAt: began,
      updatedAt: changed,
      expiresAt,
      usedAt: now,
      namedAt: changed,
      ...placeOf(conversation, changed, now),
    };
  }

  /** A message without a time gets the one before plus 1 ms. None is of the future. */
  private toMessages({ turns, createdAt }: ImportedConversation): Message[] {
    const now = this.deps.clock.now();
    let last = createdAt ?? now;
    return turns.map((turn) => {
      last = Math.min(turn.at ?? last + 1, now);
      return this.toMessage(turn, last);
    });
  }

  private toMessage(turn: ImportedTurn, at: number): Message {
    const { id, parentId, role, text, model, status = 'complete', fileIds = [], mode = null, details } = turn;
    return {
      id: this.toMessageId(id),
      parentId: parentId === null ? null : this.toMessageId(parentId),
      role,
      content: sanitizeText(text, MAX_TEXT_LENGTH),
      at,
      status,
      errorCode: null,
      model: model && sanitizeText(model, MAX_TITLE_LENGTH),
      fileIds,
      cached: false,
      mode,
      replyId: null,
      details: details ? toReplyDetails(details) : null,
    };
  }

  /** Ids that fit our pattern are used as they are. */
  private toMessageId(id: string): string {
    return ID_PATTERN.test(id) ? id : this.deps.secrets.digest(id).slice(0, ID_LENGTH);
  }
}

const countEntries = (file: unknown): number => {
  if (Array.isArray(file)) return file.length;
  const { chats, prompts, promptGroups } = toFields(file);
  return Math.max(...[chats, prompts, promptGroups].map((list) => toList(list).length));
};

const timesOf = ({ createdAt, updatedAt, turns }: ImportedConversation, now: number) => {
  const began = Math.min(createdAt ?? updatedAt ?? now, now);
  return { began, changed: Math.max(began, Math.min(updatedAt ?? turns.at(-1)?.at ?? began, now)) };
};

const sanitizeText = (text: string, maxLength: number): string => toStorable(truncate(text, maxLength));
