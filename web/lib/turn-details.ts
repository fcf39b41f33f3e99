import { NO_DETAILS, type ReplyDetails } from '../../src/shared/reply-details.ts';

type StreamedDetails = Pick<ReplyDetails, 'steps' | 'thinking' | 'sources' | 'images' | 'citations'>;

interface MessageWithDetails {
  readonly id: string;
  readonly details?: ReplyDetails | null | undefined;
}

/** Of a running reply what has come by now, else what was kept. */
export const getTurnDetails = (message: MessageWithDetails, reply: StreamedDetails | null): ReplyDetails => {
  if (!reply) return message.details ?? NO_DETAILS;
  const { steps, thinking, sources, images, citations } = reply;
  return { ...NO_DETAILS, steps, thinking, sources, images, citations };
};
