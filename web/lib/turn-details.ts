import type { Image, RelatedQuestion, Source } from '../../src/contract/common.ts';
import type { Citations, ReplyDetails, ReplyDocument, Step } from '../../src/contract/reply-details.ts';

/** All that a reply has besides its text, kept or still coming. */
export interface TurnDetails {
  readonly steps: readonly Step[];
  readonly thinking: string;
  readonly sources: readonly Source[];
  readonly images: readonly Image[];
  readonly citations: Citations | null;
  readonly document: ReplyDocument | null;
  readonly relatedQuestions: readonly RelatedQuestion[];
}

type StreamedDetails = Pick<TurnDetails, 'steps' | 'thinking' | 'sources' | 'images' | 'citations'>;

const NO_DETAILS: TurnDetails = {
  steps: [],
  thinking: '',
  sources: [],
  images: [],
  citations: null,
  document: null,
  relatedQuestions: [],
};

interface MessageWithDetails {
  readonly id: string;
  readonly details?: ReplyDetails | TurnDetails | null | undefined;
}

/** Of a running reply what has come by now, else what was kept. */
export const getTurnDetails = (message: MessageWithDetails, reply: StreamedDetails | null): TurnDetails => {
  if (!reply) return message.details ?? NO_DETAILS;
  const { steps, thinking, sources, images, citations } = reply;
  return { ...NO_DETAILS, steps, thinking, sources, images, citations };
};
