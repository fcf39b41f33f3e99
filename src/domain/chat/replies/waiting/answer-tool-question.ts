import type { Clock, UnitOfWork } from '../../../kernel/ports.ts';
import { AlreadyAnswered, QuestionNotFound, ReplyNotFound } from '../../errors.ts';
import type { ActiveReplies } from '../active-replies.ts';
import type { ReplyRepository } from '../ports/reply-store.ts';
import type { ToolPermissions } from '../ports/tool-permissions.ts';
import type { Reply } from '../reply.ts';
import { endBy } from './check-answer.ts';

import type { OpenQuestions } from './open-questions.ts';
import type { ToolQuestions } from './ports.ts';
import type { GivenAnswer, QuestionEnd, ToolQuestion } from './question.ts';

export interface AnswerToolQuestionInput {
  readonly owner: string;
  readonly replyId: string;
  readonly questionId: string;
  readonly answer: GivenAnswer;
}

export interface AnswerToolQuestionDeps {
  readonly replies: ReplyRepository;
  readonly activeReplies: ActiveReplies;
  readonly questions: ToolQuestions;
  readonly permissions: ToolPermissions;
  readonly openQuestions: OpenQuestions;
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

/** Answers a question of a reply that waits, wherever the reply runs. The same answer again changes nothing. */
export class AnswerToolQuestion {
  constructor(private readonly deps: AnswerToolQuestionDeps) {}

  /** Throws `ReplyNotFound`, `QuestionNotFound`, `InvalidInput`, `AlreadyAnswered`. */
  async execute({ owner, replyId, questionId, answer }: AnswerToolQuestionInput): Promise<void> {
    const { replies, activeReplies, questions, openQuestions, clock } = this.deps;
    const reply = activeReplies.find(replyId)?.reply ?? (await replies.find(replyId));
    if (reply?.owner !== owner) throw new ReplyNotFound();
    const question = await questions.find(replyId, questionId);
    if (!question) throw new QuestionNotFound();
    const end = endBy(question, answer);
    if (question.end) return requireSame(question.end, end);
    if (question.expiresAt <= clock.now()) throw new AlreadyAnswered();
    if (await this.store(reply, question, end)) openQuestions.settle(questionId, end);
    else requireSame((await questions.find(replyId, questionId))?.end, end);
  }

  /** False: the question had ended. */
  private store({ chatKey }: Reply, { id, tool }: ToolQuestion, end: QuestionEnd): Promise<boolean> {
    const { questions, permissions, work } = this.deps;
    return work.run(async () => {
      if (!(await questions.end(id, end))) return false;
      if (end.outcome === 'chat' && chatKey !== null) await permissions.grant(chatKey, tool);
      return true;
    });
  }
}

const requireSame = (first: QuestionEnd | null | undefined, second: QuestionEnd): void => {
  if (!first || canonical(first) !== canonical(second)) throw new AlreadyAnswered();
};

const canonical = ({ outcome, answer }: QuestionEnd): string =>
  JSON.stringify([
    outcome,
    answer?.arguments ?? null,
    Object.entries(answer?.content ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);
