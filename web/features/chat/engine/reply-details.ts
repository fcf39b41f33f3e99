import type { Message } from '../../../../src/contract/common.ts';
import { getTurnDetails } from '../../../lib/turn-details.ts';
import { detailsOf } from '../../../../src/shared/reply-state.ts';
import type { ReplySnapshot } from './reply-store.ts';
import type { ReplyDetails } from '../../../../src/shared/reply-details.ts';

/** A message with what was kept of its making. */
interface WithDetails {
  readonly details?: ReplyDetails | null | undefined;
}

/** Whether sources or images are kept with it. */
export const hasSourcesOrImages = (message: Message): boolean => {
  const { sources, images } = getTurnDetails(message, null);
  return sources.length + images.length > 0;
};

/** What this page saw of a reply besides its text, until the server tells what it has stored; nothing for a plain reply. */
export const snapshotDetails = (reply: ReplySnapshot): WithDetails => {
  const details = detailsOf(reply);
  return details ? { details } : {};
};
