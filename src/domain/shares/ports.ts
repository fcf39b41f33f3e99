import type { ShareableTurn, Share, SharedTurn } from './share.ts';

export interface ShareableChat {
  readonly chatKey: string;
  readonly title: string;
  /** From the first message to the requested one; empty when it does not exist. */
  readonly path: readonly ShareableTurn[];
}

/** The chats that can be shared. */
export abstract class ShareableChats {
  /**
   * `leafId`: the last message to share; null: the end of the shown path. Throws for unknown chats and those of others.
   */
  abstract get(ownerId: string, chatId: string, leafId: string | null): Promise<ShareableChat>;
}

export type { Share, SharedDetails, SharedTurn } from './share.ts';

export interface OwnShare extends Share {
  readonly chatId: string;
}

/** Shares are deleted with their chat and their owner's account. */
export abstract class ShareRepository {
  /** False, and nothing stored, when the chat was deleted meanwhile. */
  abstract add(share: Share, turns: readonly SharedTurn[]): Promise<boolean>;
  /** Newest first. */
  abstract list(ownerId: string): Promise<readonly OwnShare[]>;
  abstract count(ownerId: string): Promise<number>;
  /** False when the owner has no such share. */
  abstract remove(ownerId: string, id: string): Promise<boolean>;
  /** Undefined while the owner is suspended. */
  abstract find(
    tokenDigest: string,
  ): Promise<{ readonly share: Share; readonly turns: readonly SharedTurn[] } | undefined>;
  /** Undefined for the same cases as `find`. */
  abstract exists(tokenDigest: string): Promise<boolean>;
}
