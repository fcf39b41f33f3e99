import { InvalidInput } from '../kernel/domain-error.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { Clock, Ids, Quotas, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { NothingToShare, ShareListFull, ShareTooLarge, TemporaryChat, TooManyShares } from './errors.ts';
import type { ShareableChat, ShareableChats, ShareRepository } from './ports.ts';
import { truncate } from '../../shared/unicode.ts';
import { OUTSIDE_FORMS, writeOutside } from '../../shared/outside-chat.ts';
import { shareToken } from './share-token.ts';
import { type Share, type ShareableTurn, type SharedTurn, toSharedTurns } from './share.ts';

export const newSharesQuotaKey = (uid: string): string => `share:${uid}`;

const HOUR_MS = 3_600_000;
const MAX_SHARES_PER_HOUR = 30;
const MAX_SHARES = 200;
/** Of the JSON of its messages. */
const MAX_SHARE_CHARACTERS = 4_000_000;
const MAX_TITLE_LENGTH = 200;

export interface ShareDeps {
  readonly shareableChats: ShareableChats;
  readonly shares: ShareRepository;
  readonly quotas: Quotas;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

export interface ShareChatInput {
  readonly chatId: string;
  /** Shares only this reply and its question. */
  readonly messageId?: string | undefined;
  /** The end of the path shown to the user, if it differs from the stored one. */
  readonly leafId?: string | undefined;
  readonly name?: string | undefined;
}

export interface CreatedShare {
  readonly share: Share;
  /** The last part of the link. Stored as a digest only. */
  readonly token: string;
}

interface ShareContent {
  readonly kind: Share['kind'];
  readonly title: string;
  readonly turns: readonly SharedTurn[];
}

/**
 * Creates a public link to a copy of a chat or one reply. Throws `ChatNotFound`, `InvalidInput`, `NothingToShare`,
 * `ShareTooLarge`, `TooManyShares`, `ShareListFull`, `TemporaryChat`.
 */
export class ShareChat {
  constructor(private readonly deps: ShareDeps) {}

  async execute(ownerId: string, input: ShareChatInput): Promise<CreatedShare> {
    const { shareableChats, shares, ids, secrets, clock, work, audit } = this.deps;
    const chat = await shareableChats.get(ownerId, input.chatId, input.messageId ?? input.leafId ?? null);
    if (chat.isTemporary) throw new TemporaryChat();
    const { kind, title, turns } = contentOf(chat, input);
    if (turns.length === 0) throw new NothingToShare();
    if (JSON.stringify(turns).length > MAX_SHARE_CHARACTERS) throw new ShareTooLarge();
    await this.reserveQuota(ownerId);
    const id = ids.next();
    const token = shareToken(secrets, id);
    const share: Share = {
      id,
      ownerId,
      chatKey: chat.chatKey,
      tokenDigest: secrets.digest(token),
      kind,
      title: truncate(title, MAX_TITLE_LENGTH),
      name: input.name?.trim() || null,
      turnCount: turns.length,
      createdAt: clock.now(),
      takenDownAt: null,
      takenDownReason: null,
    };
    await work.run(async () => {
      if (!(await shares.add(share, turns))) throw new NothingToShare();
      const details = { kind, chat: input.chatId, messages: turns.length };
      await audit.record({ action: 'share.create', target: { kind: 'share', id }, details });
    });
    return { share, token };
  }

  private async reserveQuota(ownerId: string): Promise<void> {
    const { quotas, clock, shares } = this.deps;
    if ((await shares.count(ownerId)) >= MAX_SHARES) throw new ShareListFull(MAX_SHARES);
    const hour = Math.floor(clock.now() / HOUR_MS);
    const reserved = await quotas.reserve([
      { subject: newSharesQuotaKey(ownerId), period: `hour:${hour}`, limit: MAX_SHARES_PER_HOUR },
    ]);
    if ('refused' in reserved) throw new TooManyShares((hour + 1) * HOUR_MS - clock.now());
    await quotas.settle(reserved.id, 'charged');
  }
}

const contentOf = (chat: ShareableChat, { messageId, leafId }: ShareChatInput): ShareContent => {
  const { path, title } = chat;
  if (messageId !== undefined) return replyContent(path, title);
  if (path.length === 0 && leafId !== undefined)
    throw new InvalidInput('The message does not exist in this chat', 'leafId');
  return { kind: 'chat', title, turns: toSharedTurns(path) };
};

/** What an edit changes stands in answers that are not shared. */
const withoutEdits = (path: ShareableChat['path'], last: ShareableTurn): ShareableTurn => {
  const earlier = path.slice(0, -1).filter(({ role }) => role === 'assistant');
  const answers = earlier.map(({ content, details }) => ({ text: content, own: details?.ownVersions }));
  return { ...last, content: writeOutside(last.content, OUTSIDE_FORMS.page, answers) };
};

/** The reply at the end of the path with its question. */
const replyContent = (path: ShareableChat['path'], title: string): ShareContent => {
  const last = path.at(-1);
  if (!last) throw new InvalidInput('The message does not exist in this chat', 'messageId');
  if (last.role !== 'assistant') throw new InvalidInput('Only an answer can be shared by itself', 'messageId');
  const question = path.findLast(({ role }) => role === 'user');
  return {
    kind: 'reply',
    title: last.details?.document?.title || question?.content.replace(/\s+/g, ' ').trim() || title,
    turns: toSharedTurns([...(question ? [question] : []), withoutEdits(path, last)]),
  };
};
