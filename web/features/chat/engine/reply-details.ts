import type { Message } from '../../../../src/contract/common.ts';
import { getTurnDetails } from '../../../lib/turn-details.ts';
import { detailsOf, isWaitingStep } from '../../../../src/shared/reply-state.ts';
import type { ReplySnapshot } from './reply-store.ts';
import type { ReplyDetails } from '../../../../src/shared/reply-details.ts';

/** A message with its stored details. */
interface WithDetails {
  readonly details?: ReplyDetails | null | undefined;
}

export const hasSourcesOrImages = (message: Message): boolean => {
  const { sources, images } = getTurnDetails(message, null);
  return sources.length + images.length > 0;
};

/** The details that this page received, until the server's are loaded; none for a plain reply. */
export const snapshotDetails = (reply: ReplySnapshot): WithDetails => {
  const details = detailsOf(reply);
  return details ? { details } : {};
};

/** Nothing goes on before the person has answered. */
export const waitsForPerson = ({ steps }: Pick<ReplySnapshot, 'steps'>): boolean => steps.some(isWaitingStep);
