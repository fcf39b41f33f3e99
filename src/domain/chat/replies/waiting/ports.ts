import type { ReplyFence } from '../ports/reply-store.ts';
import type { NewQuestion, QuestionEnd, ToolQuestion } from './question.ts';

/** The questions of replies, and the state that lets another process go on with a reply that waits. */
export abstract class ToolQuestions {
  /**
   * Stores an open question with the state of its reply. False: the reply has ended, was deleted or belongs to another
   * runner, and nothing is stored.
   */
  abstract open(reply: ReplyFence, question: NewQuestion, state: string): Promise<boolean>;
  /** Replaces the state; null: the reply waits for nothing. False as with `open`. */
  abstract save(reply: ReplyFence, state: string | null): Promise<boolean>;
  /** Undefined: the reply does not wait. */
  abstract findState(replyId: string): Promise<string | undefined>;
  abstract find(replyId: string, questionId: string): Promise<ToolQuestion | undefined>;
  /** Ends an open question, once. False: it had ended. */
  abstract end(questionId: string, end: QuestionEnd): Promise<boolean>;
  /** Those of `ids` that have ended. */
  abstract listEnded(ids: readonly string[]): Promise<readonly { readonly id: string; readonly end: QuestionEnd }[]>;
  /** Ends what is open of a reply, and removes its state. Call it in the transaction that ends the reply. */
  abstract withdraw(replyId: string): Promise<void>;
  /** Open ones of an owner's replies. */
  abstract countOpen(owner: string): Promise<number>;
  /** Removes the questions of replies that finished before `before`. */
  abstract sweep(before: number): Promise<void>;
}
