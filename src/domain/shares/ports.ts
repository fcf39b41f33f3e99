import type { ShareableTurn, Share, SharedTurn } from './share.ts';

export interface ShareableChat {
  readonly chatKey: string;
  readonly title: string;
  /** From the first turn to the end that was asked for; empty when the chat has no such turn. */
  readonly path: readonly ShareableTurn[];
}

/** Where the chats are read that somebody wants to share. */
export abstract class ShareableChats {
  /** `end`: the last turn wanted; null: that of the path the chat shows. Another person's chat throws like an unknown one. */
  abstract get(ownerId: string, chatId: string, leafId: string | null): Promise<ShareableChat>;
}

export type { Share, SharedDetails, SharedTurn } from './share.ts';

/** A share with the id that its chat has for the owner. */
export interface OwnShare extends Share {
  readonly chatId: string;
}

/** Where shares live. They go with their chat and with their owner's account. */
export abstract class ShareRepository {
  /** False when the chat has gone meanwhile: then nothing is kept. */
  abstract add(share: Share, turns: readonly SharedTurn[]): Promise<boolean>;
  /** All of a person, newest first. */
  abstract list(ownerId: string): Promise<readonly OwnShare[]>;
  abstract count(ownerId: string): Promise<number>;
  /** False when the owner has no such share. */
  abstract remove(ownerId: string, id: string): Promise<boolean>;
  /** None while its owner's account is suspended. */
  abstract find(
    tokenDigest: string,
  ): Promise<{ readonly share: Share; readonly turns: readonly SharedTurn[] } | undefined>;
  /** As `find` says. */
  abstract exists(tokenDigest: string): Promise<boolean>;
}
