import type { Image, RelatedQuestion, Source } from '../../src/contract/common.ts';
import type { Citations, ReplyDetails, ReplyDocument, Step } from '../../src/contract/details.ts';

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

type Coming = Pick<TurnDetails, 'steps' | 'thinking' | 'sources' | 'images' | 'citations'>;

const NOTHING: TurnDetails = {
  steps: [],
  thinking: '',
  sources: [],
  images: [],
  citations: null,
  document: null,
  relatedQuestions: [],
};

interface Detailed {
  readonly id: string;
  readonly details?: ReplyDetails | TurnDetails | null | undefined;
}

/** Of a running reply what has come by now, else what was kept. */
export const detailsOf = (message: Detailed, reply: Coming | null): TurnDetails => {
  if (!reply) return message.details ?? NOTHING;
  const { steps, thinking, sources, images, citations } = reply;
  return { ...NOTHING, steps, thinking, sources, images, citations };
};
