import { type FinishedAnswer, type ProcessedAnswer, ReplyPostProcessor } from '../../src/domain/chat/replies/ports.ts';

/** Leaves an answer as its agent told it. */
export class PassThroughPostProcessor extends ReplyPostProcessor {
  process({ text, details }: FinishedAnswer): Promise<ProcessedAnswer> {
    return Promise.resolve({ text, details });
  }
}
