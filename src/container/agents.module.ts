import { hasSearchIntent } from '../contract/search-intent.ts';
import { AnswerFollowUps } from '../domain/agents/answer-follow-ups.ts';
import { AgentAccess } from '../domain/agents/agent-access.ts';
import { AnswerWithAgents } from '../domain/agents/answer-with-agents.ts';
import { CodeRunner, PageFetcher, ProgramFiles, PythonRunner, WebSearch } from '../domain/agents/ports.ts';
import { CheckWithModel } from '../domain/citations/model-check/check-with-model.ts';
import { CorrectSentences } from '../domain/citations/model-check/correct-sentences.ts';
import { PostProcessReply } from '../domain/citations/post-process-reply.ts';
import { GenerateRelatedQuestions } from '../domain/agents/generate-related-questions.ts';
import { SynthesiseResults } from '../domain/agents/synthesise-results.ts';
import {
  Agents,
  FollowUpGenerators,
  UtilityModel,
  ReplyHelperModel,
  ReplyObserver,
  ReplyPostProcessor,
} from '../domain/chat/replies/ports.ts';
import { Clock, Ids } from '../domain/kernel/ports.ts';
import { AppContext } from './app-context.ts';
import { constant, defineModule, derive } from './define-module.ts';
import { setting } from './settings.module.ts';

export const agentsModule = defineModule(({ bindClass, bindPort }) => {
  bindClass(
    AgentAccess,
    setting('agents'),
    setting('freemium'),
    derive(
      AppContext,
      ({ llm, search }) =>
        () =>
          llm.active.length > 0 && search.current.id !== 'off',
    ),
  );
  bindPort(Agents, AnswerWithAgents, {
    access: AgentAccess,
    search: WebSearch,
    pages: PageFetcher,
    codeRunner: CodeRunner,
    pythonRunner: PythonRunner,
    programFiles: ProgramFiles,
    clock: Clock,
    isSearchLike: constant(hasSearchIntent),
  });
  const failed = derive(ReplyObserver, (observer) => observer.failed.bind(observer));
  bindClass(CheckWithModel, ReplyHelperModel, failed);
  bindClass(CorrectSentences, ReplyHelperModel, failed);
  bindPort(ReplyPostProcessor, PostProcessReply, {
    checkWithModel: CheckWithModel,
    correctSentences: CorrectSentences,
    settings: setting('rate-limits'),
    clock: Clock,
  });
  bindClass(SynthesiseResults, UtilityModel);
  bindClass(GenerateRelatedQuestions, UtilityModel, Ids);
  bindPort(FollowUpGenerators, AnswerFollowUps, GenerateRelatedQuestions, SynthesiseResults);
});
