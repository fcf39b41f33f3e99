import type { Language } from '../../shared/languages.ts';
import type { ReportReason, ShareFilter } from '../../shared/share-reports.ts';
import type { ShareableTurn, Share, SharedTurn } from './share.ts';

export interface ShareableChat {
  readonly chatKey: string;
  readonly isTemporary: boolean;
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
  abstract findState(tokenDigest: string): Promise<ShareState | undefined>;
}

export type ShareState = 'open' | 'taken-down';

/** A share as admins see it. */
export interface ModeratedShare extends Share {
  readonly ownerName: string;
  readonly ownerEmail: string | null;
  readonly ownerLanguage: Language | null;
  readonly reportCount: number;
  /** When it was reported last; null: never. */
  readonly reportedAt: number | null;
}

export interface ShareReport {
  readonly reason: ReportReason;
  /** The reporter's own words; may be empty. */
  readonly text: string;
  readonly at: number;
}

export interface ShareListQuery {
  readonly filter: ShareFilter;
  /** Only the share of this link. */
  readonly tokenDigest?: string | undefined;
  /** Only shares of the account with this id or address. */
  readonly owner?: string | undefined;
  /** The last share of the page before. */
  readonly before?: { readonly at: number; readonly id: string } | undefined;
  readonly limit: number;
}

/** What admins decide about shares, and what readers report. */
export abstract class ShareModeration {
  /** The newest first: by creation, by the last report, or by when it was taken down, as the filter says. */
  abstract list(query: ShareListQuery): Promise<readonly ModeratedShare[]>;
  abstract find(id: string): Promise<ModeratedShare | undefined>;
  /** False when the share has gone, or is so already. */
  abstract setTakenDown(
    id: string,
    decision: { readonly at: number; readonly reason: string } | null,
  ): Promise<boolean>;
  /** Stored once for each reporter of a share, and at most `MAX_REPORTS` for a share. False when it is not stored. */
  abstract addReport(shareId: string, report: ShareReport & { readonly reporterDigest: string }): Promise<boolean>;
  /** Newest first. */
  abstract reports(shareId: string): Promise<readonly ShareReport[]>;
  abstract clearReports(shareId: string): Promise<void>;
}

/** Reports that are stored of one share: enough to decide, and no way to fill the disk. */
export const MAX_REPORTS = 200;
