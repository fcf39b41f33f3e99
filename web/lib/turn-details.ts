import { NO_DETAILS, type ReplyDetails } from '../../src/shared/reply-details.ts';

type StreamedDetails = Pick<
  ReplyDetails,
  'steps' | 'thinking' | 'sources' | 'images' | 'citations' | 'corrections' | 'insteadOf'
>;

interface MessageWithDetails {
  readonly id: string;
  readonly details?: ReplyDetails | null | undefined;
}

/** Of a running reply what has come by now, else what is stored, with what has come by now after it. */
export const getTurnDetails = (
  message: MessageWithDetails,
  reply: StreamedDetails | null,
  followUps: Pick<ReplyDetails, 'synthesis'> | null = null,
): ReplyDetails => {
  if (reply) {
    const { steps, thinking, sources, images, citations, corrections, insteadOf } = reply;
    return { ...NO_DETAILS, steps, thinking, sources, images, citations, corrections, insteadOf };
  }
  const details = message.details ?? NO_DETAILS;
  return followUps && followUps.synthesis !== '' ? { ...details, synthesis: followUps.synthesis } : details;
};
