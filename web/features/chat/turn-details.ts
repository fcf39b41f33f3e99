import type { Message } from '../../../src/contract/common.ts';
import type { ReplyDetails } from '../../../src/contract/details.ts';
import type { ReplySnapshot } from './live-reply.ts';

const NOTHING: ReplyDetails = { steps: [], thinking: '', sources: [], images: [], citations: null, document: null, relatedQuestions: [] };

type Detailed = Message & { readonly details?: ReplyDetails | null | undefined };

/** All that a reply has besides its text: of the running reply what has come by now, else what was kept. */
export const detailsOf = (message: Detailed, reply: ReplySnapshot | null): ReplyDetails => {
  if (!reply) return message.details ?? NOTHING;
  const { steps, thinking, sources, images, citations } = reply;
  return { ...NOTHING, steps: [...steps], thinking, sources: [...sources], images: [...images], citations };
};
