import { type FinishedAnswer, ReplyEditor } from '../../src/domain/chat/ports.ts';

/** Leaves an answer as its agent told it. */
export class KeepDetails extends ReplyEditor {
  finish({ details }: FinishedAnswer): Promise<FinishedAnswer['details']> {
    return Promise.resolve(details);
  }
}
