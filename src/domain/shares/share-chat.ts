import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, Ids, Quotas, Secrets } from '../kernel/ports.ts';
import { NothingToShare, ShareListFull, ShareTooLarge, TooManyShares } from './errors.ts';
import type { Conversation, Conversations, Shares } from './ports.ts';
import { type Share, type SharedTurn, sharedTurns } from './share.ts';

/** What new links of a person are counted under. */
export const newSharesOf = (uid: string): string => `share:${uid}`;

const HOUR_MS = 3_600_000;
const PER_HOUR = 30;
const MOST_SHARES = 200;
/** Characters of one share, as it is stored. */
const MOST_TEXT = 4_000_000;
const TITLE_LENGTH = 200;

export interface ShareTools {
  readonly conversations: Conversations;
  readonly shares: Shares;
  readonly quotas: Quotas;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

export interface ShareWish {
  readonly chatId: string;
  /** Share this reply and its question alone. */
  readonly messageId?: string | undefined;
  /** The end of the path that the person sees, where it is not the stored one. */
  readonly leafId?: string | undefined;
  readonly name?: string | undefined;
}

export interface Shared {
  readonly share: Share;
  /** What the link ends with; told this once and kept as a digest only. */
  readonly token: string;
}

interface Part {
  readonly kind: Share['kind'];
  readonly title: string;
  readonly turns: readonly SharedTurn[];
}

/**
 * Makes a link under which anybody may read a chat, or one answer of it, as it is now. Throws `ChatNotFound`,
 * `InvalidInput`, `NothingToShare`, `ShareTooLarge`, `TooManyShares`, `ShareListFull`.
 */
export class ShareChat {
  private readonly tools: ShareTools;

  constructor(tools: ShareTools) {
    this.tools = tools;
  }

  async execute(ownerId: string, wish: ShareWish): Promise<Shared> {
    const { conversations, shares, ids, secrets, clock } = this.tools;
    const conversation = await conversations.read(ownerId, wish.chatId, wish.messageId ?? wish.leafId ?? null);
    const { kind, title, turns } = partOf(conversation, wish);
    if (turns.length === 0) throw new NothingToShare();
    if (JSON.stringify(turns).length > MOST_TEXT) throw new ShareTooLarge();
    await this.take(ownerId);
    const token = secrets.token();
    const share: Share = {
      id: ids.next(),
      ownerId,
      chatKey: conversation.chatKey,
      tokenDigest: secrets.digest(token),
      kind,
      title: title.slice(0, TITLE_LENGTH),
      name: wish.name?.trim() || null,
      turnCount: turns.length,
      createdAt: clock.now(),
    };
    if (!(await shares.add(share, turns))) throw new NothingToShare();
    return { share, token };
  }

  private async take(ownerId: string): Promise<void> {
    const { quotas, clock, shares } = this.tools;
    if ((await shares.count(ownerId)) >= MOST_SHARES) throw new ShareListFull(MOST_SHARES);
    const hour = Math.floor(clock.now() / HOUR_MS);
    const taken = await quotas.reserve([{ subject: newSharesOf(ownerId), period: `hour:${hour}`, limit: PER_HOUR }]);
    if ('refused' in taken) throw new TooManyShares((hour + 1) * HOUR_MS - clock.now());
    await quotas.settle(taken.id, 'charged');
  }
}

const partOf = (conversation: Conversation, { messageId, leafId }: ShareWish): Part => {
  const { path, title } = conversation;
  if (messageId !== undefined) return replyOf(path, title);
  if (path.length === 0 && leafId !== undefined)
    throw new InvalidInput('The message does not exist in this chat', 'leafId');
  return { kind: 'chat', title, turns: sharedTurns(path) };
};

/** The last turn of the path with what it answers. */
const replyOf = (path: Conversation['path'], title: string): Part => {
  const last = path.at(-1);
  if (!last) throw new InvalidInput('The message does not exist in this chat', 'messageId');
  if (last.role !== 'assistant') throw new InvalidInput('Only an answer can be shared by itself', 'messageId');
  const question = path.at(-2)?.content.replace(/\s+/g, ' ').trim();
  return {
    kind: 'reply',
    title: last.details?.document?.title || question || title,
    turns: sharedTurns(path.slice(-2)),
  };
};
