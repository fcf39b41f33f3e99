import { ContainerModule } from 'inversify';

import { SqlAgentSettings } from '../adapters/sql/agent-settings.ts';
import { isSearchLike } from '../contract/search-like.ts';
import { AgentAccess } from '../domain/agents/agent-access.ts';
import { DEFAULT_AGENTS } from '../domain/agents/agent-config.ts';
import { AnswerWithAgents } from '../domain/agents/answer-with-agents.ts';
import { AgentSettings, CodeRunner, WebPages, WebSearch } from '../domain/agents/ports.ts';
import { EditReply } from '../domain/agents/edit-reply.ts';
import { RelatedQuestions } from '../domain/agents/related-questions.ts';
import { Synthesise } from '../domain/agents/synthesise.ts';
import { Agents, Asides, ReplyEditor } from '../domain/chat/ports.ts';
import { Clock, Ids } from '../domain/kernel/ports.ts';
import { TrialSettings } from '../domain/trial/ports.ts';
import { Parts } from './parts.ts';

/** Agents, and what else searches and sums up. */
export const agentsModule = new ContainerModule(({ bind }) => {
  bind(AgentSettings).toResolvedValue(
    (parts, clock) => new SqlAgentSettings(parts.database, DEFAULT_AGENTS, clock),
    [Parts, Clock],
  );
  bind(AgentAccess).toResolvedValue(
    (settings, trial, { llm, search }) =>
      new AgentAccess(settings, trial, llm.active.length > 0 && search.provider.id !== 'off'),
    [AgentSettings, TrialSettings, Parts],
  );
  bind(Agents).toResolvedValue(
    (access, settings, search, pages, runner, clock) =>
      new AnswerWithAgents({ access, settings, search, pages, runner, clock, isSearchLike }),
    [AgentAccess, AgentSettings, WebSearch, WebPages, CodeRunner, Clock],
  );
  bind(ReplyEditor).toResolvedValue((clock) => new EditReply(clock), [Clock]);
  bind(Synthesise).toResolvedValue((asides) => new Synthesise(asides), [Asides]);
  bind(RelatedQuestions).toResolvedValue((asides, ids) => new RelatedQuestions(asides, ids), [Asides, Ids]);
});
