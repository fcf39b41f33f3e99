import type { Image, RelatedQuestion, Source } from '../../../shared/reply-details.ts';

const DEFAULT_TITLE = 'New Chat';
/** A conversation. `key` is ours and unique; `id` is the client's and unique per owner. `leafId` ends the shown path. */
export interface Chat {
  readonly key: string;
  readonly id: string;
  readonly ownerId: string;
  readonly title: string;
  readonly gptType: string;
  readonly leafId: string | null;
  readonly sources: readonly Source[];
  readonly images: readonly Image[];
  readonly relatedQuestions: readonly RelatedQuestion[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When the page that wrote title and lists last said it did: older writes of them are late and ignored. */
  readonly namedAt: number;
}

export interface ChatSummary {
  readonly id: string;
  readonly title: string;
  readonly messageCount: number;
  readonly gptType: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A chat as it starts. */
export const createChat = (key: string, ownerId: string, id: string, now: number): Chat => ({
  key,
  id,
  ownerId,
  title: DEFAULT_TITLE,
  gptType: 'default',
  leafId: null,
  sources: [],
  images: [],
  relatedQuestions: [],
  createdAt: now,
  updatedAt: now,
  namedAt: 0,
});

/** Nobody has named it yet. */
export const isUntitled = ({ title }: Pick<Chat, 'title'>): boolean => title === DEFAULT_TITLE;
