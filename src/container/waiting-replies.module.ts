import { Metrics } from '../adapters/system/metrics.ts';
import { StoredPictures } from '../domain/chat/models/ports.ts';
import { ToolPictures } from '../domain/chat/models/tool-pictures.ts';
import { AccountRequesters } from '../domain/accounts/account-requesters.ts';
import { UserRepository } from '../domain/accounts/ports.ts';
import { VerificationPolicy } from '../domain/accounts/verification-policy.ts';
import { MemberRights } from '../domain/groups/ports.ts';
import { ActiveReplies } from '../domain/chat/replies/active-replies.ts';
import { ReplyBus } from '../domain/chat/replies/bus/ports.ts';
import { GenerateReply } from '../domain/chat/replies/generate-reply.ts';
import { FileContextProvider } from '../domain/chat/replies/ports/files.ts';
import { ModelPolicy, Requesters } from '../domain/chat/replies/ports/requesters.ts';
import { ReplyObserver, ReplyRepository, Runners } from '../domain/chat/replies/ports/reply-store.ts';
import { ToolPermissions } from '../domain/chat/replies/ports/tool-permissions.ts';
import { AnswerToolQuestion } from '../domain/chat/replies/waiting/answer-tool-question.ts';
import { OpenQuestions } from '../domain/chat/replies/waiting/open-questions.ts';
import { ToolQuestions } from '../domain/chat/replies/waiting/ports.ts';
import { PresentRights } from '../domain/chat/replies/waiting/present-rights.ts';
import { ResumeReply } from '../domain/chat/replies/waiting/resume-reply.ts';
import { Clock, UnitOfWork } from '../domain/kernel/ports.ts';
import { defineModule } from './define-module.ts';
import { setting } from './settings.module.ts';

/** Replies with tools of servers, which may wait for their person. */
export const waitingRepliesModule = defineModule(({ bind, bindClass, bindPort }) => {
  bind(OpenQuestions).toResolvedValue(
    (questions, clock, metrics) => {
      const openQuestions = new OpenQuestions(questions, clock);
      metrics.watchQuestions(() => openQuestions.size);
      return openQuestions;
    },
    [ToolQuestions, Clock, Metrics],
  );
  bindPort(Requesters, AccountRequesters, UserRepository, MemberRights, VerificationPolicy);
  bindClass(ToolPictures, StoredPictures, setting('vision'));
  bindClass(PresentRights, { requesters: Requesters, policy: ModelPolicy, fileContext: FileContextProvider });
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
    permissions: ToolPermissions,
    openQuestions: OpenQuestions,
    work: UnitOfWork,
    clock: Clock,
  });
});
