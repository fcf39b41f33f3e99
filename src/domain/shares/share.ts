import { cutOf, type MessageStatus } from '../../shared/reply-status.ts';
import { type Citations, type ReplyDetails, type Source, withoutQuotes } from '../../shared/reply-details.ts';
import { UNSHARED_FILE_TITLE } from '../../shared/unshared-file.ts';

/** A message with the fields that sharing needs. */
export interface ShareableTurn {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly at: number;
  readonly status: MessageStatus;
  readonly errorCode: string | null;
  readonly mode: { readonly isAgent: boolean; readonly agentType: string | null } | null;
  readonly fileIds: readonly string[];
  readonly details: ReplyDetails | null;
}

/** A message as others see it: without files, steps, thoughts and account data. */
export interface SharedTurn extends Omit<ShareableTurn, 'errorCode' | 'fileIds' | 'details'> {
  readonly cut?: ReturnType<typeof cutOf>;
  /** How many files it had; their names and contents are not shared. */
  readonly files: number;
  readonly details: SharedDetails | null;
}

export type SharedDetails = Pick<
  ReplyDetails,
  'sources' | 'images' | 'citations' | 'corrections' | 'document' | 'synthesis' | 'ownVersions'
>;

/** A public copy. Later changes of the chat do not affect it. */
export interface Share {
  readonly id: string;
  readonly ownerId: string;
  /** The share is deleted with this chat. */
  readonly chatKey: string;
  readonly tokenDigest: string;
  readonly kind: 'chat' | 'reply';
  readonly title: string;
  /** The name shown to readers; null: anonymous. */
  readonly name: string | null;
  readonly turnCount: number;
  readonly createdAt: number;
  /** An admin has taken it down; null: it can be read. */
  readonly takenDownAt: number | null;
  readonly takenDownReason: string | null;
}

const isPublic = ({ url }: { readonly url: string }): boolean => /^https?:\/\//i.test(url);

/** File sources stay at their position without any data, so that the marks stay correct. */
const redactSource = (source: Source): Source =>
  isPublic(source) ? source : { id: source.id, title: UNSHARED_FILE_TITLE, url: '', snippet: '' };

/** Removes quotes of files. */
const redactCitations = (citations: Citations, sources: readonly Source[]): Citations => ({
  ...citations,
  marks: citations.marks.map((mark) => {
    const source = sources[mark.source - 1];
    return source && isPublic(source) ? mark : withoutQuotes(mark);
  }),
});

const redactDetails = ({
  sources,
  images,
  citations,
  corrections,
  document,
  synthesis,
  ownVersions,
}: ReplyDetails): SharedDetails => ({
  sources: sources.map(redactSource),
  images: images
    .filter(isPublic)
    .map(({ source, ...image }) => ({ ...image, source: isPublic({ url: source }) ? source : '' })),
  citations: citations && redactCitations(citations, sources),
  corrections,
  document,
  synthesis,
  ...(ownVersions && ownVersions.length > 0 ? { ownVersions } : {}),
});

/** Files say something without words: that there were some is shared. */
const saysSomething = ({ role, content, fileIds }: ShareableTurn): boolean =>
  content.trim() !== '' || (role === 'user' && fileIds.length > 0);

/** Complete messages that say something, up to the last answer. */
export const toSharedTurns = (turns: readonly ShareableTurn[]): readonly SharedTurn[] => {
  const complete = turns.filter((turn) => turn.status !== 'streaming' && saysSomething(turn));
  const end = complete.findLastIndex(({ role }) => role === 'assistant');
  return complete.slice(0, end + 1).map(({ id, role, content, at, status, errorCode, mode, fileIds, details }) => {
    const cut = cutOf({ status, errorCode });
    return {
      id,
      role,
      content,
      at,
      status,
      ...(cut ? { cut } : {}),
      mode,
      files: fileIds.length,
      details: details && redactDetails(details),
    };
  });
};
