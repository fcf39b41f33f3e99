import { leansOnPrevious } from '../domain/retrieval/follow-up.ts';
import { hasSearchIntent } from '../contract/search-intent.ts';
import { AnswerFollowUps } from '../domain/agents/answer-follow-ups.ts';
import { AgentAccess } from '../domain/agents/agent-access.ts';
import { AnswerWithAgents } from '../domain/agents/answer-with-agents.ts';
import { CodeRunner, PageFetcher, ProgramFiles, PythonRunner, WebSearch } from '../domain/agents/ports.ts';
import { PostProcessOnDemand } from '../domain/citations/post-process-on-demand.ts';
import { GenerateRelatedQuestions } from '../domain/agents/generate-related-questions.ts';
import { SynthesiseResults } from '../domain/agents/synthesise-results.ts';
import { Agents } from '../domain/chat/replies/ports/agents.ts';
import {
  FollowUpGenerators,
  UtilityModel,
  ReplyHelperModel,
  ReplyPostProcessor,
} from '../domain/chat/replies/ports/answers.ts';
import { ReplyObserver } from '../domain/chat/replies/ports/reply-store.ts';
import { Clock, Ids } from '../domain/kernel/ports.ts';
import { SqlToolCallStore } from '../adapters/sql/billing/tool-calls.ts';
import { Metrics } from '../adapters/system/metrics.ts';
import { Database } from '../adapters/sql/database.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { ExportToolCalls } from '../domain/agents/connected/export-tool-calls.ts';
import { ListConnectedTools } from '../domain/agents/connected/list-connected-tools.ts';
import { ReturnedFiles, ToolCallLedger, ToolCallObserver, ToolCallStore } from '../domain/agents/connected/ports.ts';
import { ToolCallWriter } from '../domain/agents/connected/tool-call-writer.ts';
import { ToolResults } from '../domain/agents/connected/tool-results.ts';
import { KeepReturnedFiles } from '../domain/files/keep-returned-files.ts';
import { UploadFile } from '../domain/files/upload-file.ts';
import { ConnectedTools } from '../domain/tools/ports.ts';
import { AppContext } from './app-context.ts';
import { constant, defineModule, derive } from './define-module.ts';
import { setting } from './settings.module.ts';

export const agentsModule = defineModule(({ bind, bindClass, bindPort }) => {
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
  bindPort(ToolCallStore, SqlToolCallStore, Database);
  bind(ToolCallObserver).toResolvedValue(
    (metrics, observer) => ({
      called: (outcome, ms) => metrics.toolCalled(outcome, ms),
      failed: (what, error) => observer.failed(what, error),
    }),
    [Metrics, ReplyObserver],
  );
  bindPort(ToolCallLedger, ToolCallWriter, ToolCallStore, ToolCallObserver, Ids, Clock);
  bindClass(ExportToolCalls, ToolCallStore, Clock, AuditLog);
  bindPort(ReturnedFiles, KeepReturnedFiles, UploadFile);
  bindClass(ToolResults, ReturnedFiles);
  bindClass(ListConnectedTools, {
    settings: setting('tools'),
    tools: ConnectedTools,
    results: ToolResults,
    ledger: ToolCallLedger,
    clock: Clock,
  });
  bindPort(Agents, AnswerWithAgents, {
    access: AgentAccess,
    search: WebSearch,
    pages: PageFetcher,
    codeRunner: CodeRunner,
    pythonRunner: PythonRunner,
    programFiles: ProgramFiles,
    clock: Clock,
    connectedTools: ListConnectedTools,
    isSearchLike: constant(hasSearchIntent),
    leansOnPrevious: constant(leansOnPrevious),
  });
  bindPort(ReplyPostProcessor, PostProcessOnDemand, {
    model: ReplyHelperModel,
    failed: derive(ReplyObserver, (observer) => observer.failed.bind(observer)),
    settings: setting('rate-limits'),
    clock: Clock,
  });
  bindClass(SynthesiseResults, UtilityModel);
  bindClass(GenerateRelatedQuestions, UtilityModel, Ids);
  bindPort(FollowUpGenerators, AnswerFollowUps, GenerateRelatedQuestions, SynthesiseResults);
});
