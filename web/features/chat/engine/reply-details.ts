import type { Message } from '../../../../src/contract/common.ts';
import type { ReplyDetails } from '../../../../src/contract/reply-details.ts';
import { getTurnDetails } from '../../../lib/turn-details.ts';
import type { ReplySnapshot } from './reply-store.ts';

/** A message with what was kept of its making. */
interface WithDetails {
  readonly details?: ReplyDetails | null | undefined;
}

/** Whether sources or images are kept with it. */
export const hasSourcesOrImages = (message: Message): boolean => {
  const { sources, images } = getTurnDetails(message, null);
  return sources.length + images.length > 0;
};

/** What this page saw of a reply besides its text, until the server tells what it has kept; nothing for a plain reply. */
export const snapshotDetails = ({ steps, thinking, sources, images, citations }: ReplySnapshot): WithDetails => {
  const plain = steps.length === 0 && thinking === '' && sources.length === 0 && images.length === 0;
  return plain
    ? {}
    : {
        details: {
          steps: [...steps],
          thinking,
          sources: [...sources],
          images: [...images],
          citations,
          document: null,
          relatedQuestions: [],
        },
      };
};
