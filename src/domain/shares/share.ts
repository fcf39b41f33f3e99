import type { MessageStatus } from '../../shared/reply-status.ts';
import type { Citations, ReplyDetails, Source } from '../../shared/reply-details.ts';

/** A turn of somebody's chat, as far as sharing looks at it. */
export interface ShareableTurn {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly at: number;
  readonly status: MessageStatus;
  readonly mode: { readonly isAgent: boolean; readonly agentType: string | null } | null;
  readonly fileIds: readonly string[];
  readonly details: ReplyDetails | null;
}

/** One turn as others see it: no file, no step, no thought, nothing of the account. */
export interface SharedTurn extends Omit<ShareableTurn, 'fileIds' | 'details'> {
  /** How many files it had; their names and contents are not shared. */
  readonly files: number;
  readonly details: SharedDetails | null;
}

export type SharedDetails = Pick<ReplyDetails, 'sources' | 'images' | 'citations' | 'document' | 'synthesis'>;

/** A copy that others may read by a link. What happens to the chat later does not change it. */
export interface Share {
  readonly id: string;
  readonly ownerId: string;
  /** The chat it was taken from; with the chat it goes. */
  readonly chatKey: string;
  readonly tokenDigest: string;
  readonly kind: 'chat' | 'reply';
  readonly title: string;
  /** Who shares, as they wish to be called; null: nobody is named. */
  readonly name: string | null;
  readonly turnCount: number;
  readonly createdAt: number;
}

const isPublic = ({ url }: { readonly url: string }): boolean => /^https?:\/\//i.test(url);

/** A source that is a file of its owner keeps its number, so that the marks stay right, and nothing else. */
const redactSource = (source: Source): Source =>
  isPublic(source) ? source : { id: source.id, title: 'A file that is not shared', url: '', snippet: '' };

/** What a mark quotes of a file is the file's. */
const redactCitations = (citations: Citations, sources: readonly Source[]): Citations => ({
  ...citations,
  marks: citations.marks.map((mark) => {
    const source = sources[mark.source - 1];
    return source && isPublic(source) ? mark : { ...mark, passage: '' };
  }),
});

const redactDetails = ({ sources, images, citations, document, synthesis }: ReplyDetails): SharedDetails => ({
  sources: sources.map(redactSource),
  images: images
    .filter(isPublic)
    .map(({ source, ...image }) => ({ ...image, source: isPublic({ url: source }) ? source : '' })),
  citations: citations && redactCitations(citations, sources),
  document,
  synthesis,
});

/**
 * The turns that can be shared: whole ones with something in them. A question at the end whose answer is not there yet
 * waits for the next share.
 */
export const toSharedTurns = (turns: readonly ShareableTurn[]): readonly SharedTurn[] => {
  const complete = turns.filter(({ status, content }) => status !== 'streaming' && content.trim() !== '');
  const end = complete.findLastIndex(({ role }) => role === 'assistant');
  return complete.slice(0, end + 1).map(({ id, role, content, at, status, mode, fileIds, details }) => ({
    id,
    role,
    content,
    at,
    status,
    mode,
    files: fileIds.length,
    details: details && redactDetails(details),
  }));
};
