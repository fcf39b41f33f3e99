import {
  type FinishedAnswer,
  type ProcessedAnswer,
  ReplyPostProcessor,
} from '../../src/domain/chat/replies/ports/answers.ts';
import type { Requester } from '../../src/domain/chat/replies/ports/requesters.ts';

/** Leaves an answer as its agent told it. */
export class PassThroughPostProcessor extends ReplyPostProcessor {
  readonly writers: Requester[] = [];

  process({ text, details, writer }: FinishedAnswer): Promise<ProcessedAnswer> {
    this.writers.push(writer.requester);
    return Promise.resolve({ text, details });
  }
}
