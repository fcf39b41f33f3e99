import { type FinishedAnswer, ReplyPostProcessor } from '../../src/domain/chat/replies/ports.ts';

/** Leaves an answer as its agent told it. */
export class PassThroughPostProcessor extends ReplyPostProcessor {
  process({ details }: FinishedAnswer): Promise<FinishedAnswer['details']> {
    return Promise.resolve(details);
  }
}
