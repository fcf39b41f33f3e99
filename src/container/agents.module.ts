import { ContainerModule } from 'inversify';

import { SqlAgentSettings } from '../adapters/sql/settings/agent-settings.ts';
import { hasSearchIntent } from '../contract/search-intent.ts';
import { AgentAccess } from '../domain/agents/agent-access.ts';
import { DEFAULT_AGENT_CONFIG } from '../domain/agents/agent-config.ts';
import { AnswerWithAgents } from '../domain/agents/answer-with-agents.ts';
import { AgentSettings, CodeRunner, PageFetcher, WebSearch } from '../domain/agents/ports.ts';
import { PostProcessReply } from '../domain/citations/post-process-reply.ts';
import { GenerateRelatedQuestions } from '../domain/agents/generate-related-questions.ts';
import { SynthesiseResults } from '../domain/agents/synthesise-results.ts';
import { Agents, UtilityModel, ReplyPostProcessor } from '../domain/chat/conversations/ports.ts';
import { Clock, Ids } from '../domain/kernel/ports.ts';
import { TrialSettings } from '../domain/trial/ports.ts';
import { AppContext } from './app-context.ts';

/** Agents, and what else searches and sums up. */
export const agentsModule = new ContainerModule(({ bind }) => {
  bind(AgentSettings).toResolvedValue(
    (context, clock) => new SqlAgentSettings(context.database, DEFAULT_AGENT_CONFIG, clock),
    [AppContext, Clock],
  );
  bind(AgentAccess).toResolvedValue(
    (settings, trial, { llm, search }) =>
      new AgentAccess(settings, trial, llm.active.length > 0 && search.provider.id !== 'off'),
    [AgentSettings, TrialSettings, AppContext],
  );
  bind(Agents).toResolvedValue(
    (access, settings, search, pages, codeRunner, clock) =>
      new AnswerWithAgents({ access, settings, search, pages, codeRunner, clock, isSearchLike: hasSearchIntent }),
    [AgentAccess, AgentSettings, WebSearch, PageFetcher, CodeRunner, Clock],
  );
  bind(ReplyPostProcessor).toResolvedValue((clock) => new PostProcessReply(clock), [Clock]);
  bind(SynthesiseResults).toResolvedValue((asides) => new SynthesiseResults(asides), [UtilityModel]);
  bind(GenerateRelatedQuestions).toResolvedValue(
    (asides, ids) => new GenerateRelatedQuestions(asides, ids),
    [UtilityModel, Ids],
  );
});
