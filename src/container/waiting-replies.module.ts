import { Metrics } from '../adapters/system/metrics.ts';
import { ActiveReplies } from '../domain/chat/replies/active-replies.ts';
import { ReplyBus } from '../domain/chat/replies/bus/ports.ts';
import { GenerateReply } from '../domain/chat/replies/generate-reply.ts';
import { ReplyObserver, ReplyRepository, Requesters, Runners } from '../domain/chat/replies/ports.ts';
import { AnswerToolQuestion } from '../domain/chat/replies/waiting/answer-tool-question.ts';
import { OpenQuestions } from '../domain/chat/replies/waiting/open-questions.ts';
import { ToolQuestions } from '../domain/chat/replies/waiting/ports.ts';
import { ResumeReply } from '../domain/chat/replies/waiting/resume-reply.ts';
import { Clock, UnitOfWork } from '../domain/kernel/ports.ts';
import { defineModule } from './define-module.ts';

/** Replies that wait for their person. */
export const waitingRepliesModule = defineModule(({ bind, bindClass }) => {
  bind(OpenQuestions).toResolvedValue(
    (questions, clock, metrics) => {
      const openQuestions = new OpenQuestions(questions, clock);
      metrics.watchQuestions(() => openQuestions.size);
      return openQuestions;
    },
    [ToolQuestions, Clock, Metrics],
  );
  bindClass(ResumeReply, {
    replies: ReplyRepository,
    questions: ToolQuestions,
    activeReplies: ActiveReplies,
    generateReply: GenerateReply,
    requesters: Requesters,
    runners: Runners,
    bus: ReplyBus,
    observer: ReplyObserver,
  });
  bindClass(AnswerToolQuestion, {
    replies: ReplyRepository,
    activeReplies: ActiveReplies,
    questions: ToolQuestions,
    openQuestions: OpenQuestions,
    work: UnitOfWork,
    clock: Clock,
  });
});
