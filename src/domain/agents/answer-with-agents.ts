import {
  type AgentEvent,
  Agents,
  type AgentTask,
  type Asker,
  type ModelMessage,
  type ReplyMode,
  type ReplyPlan,
} from '../chat/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import { type AgentAccess, workingOf } from './agent-access.ts';
import { MOST_ITERATIONS } from './agent-config.ts';
import { AgentLoop, type Loop } from './agent-loop.ts';
import { citing, instructed, withoutSources, withResults } from './agent-prompts.ts';
import { AGENT_TYPES, type AgentType } from './agent-type.ts';
import { CodeTool } from './code-tool.ts';
import { Findings } from './findings.ts';
import { FirstSearch, NO_SOURCES } from './first-search.ts';
import type { AgentSettings, CodeRunner, WebPages, WebSearch, WorkingAgent } from './ports.ts';
import { byModel, byWords } from './route-question.ts';
import { begun, ended } from './step.ts';
import type { Tool } from './tool.ts';
import { PageTool, SearchTool } from './web-tools.ts';

export interface AgentTools {
  readonly access: AgentAccess;
  readonly settings: AgentSettings;
  readonly search: WebSearch;
  readonly pages: WebPages;
  readonly runner: CodeRunner;
  readonly clock: Clock;
  /** The rule by which a text wants a search; shared with the page. */
  readonly isSearchLike: (text: string) => boolean;
}

const NAMES: Readonly<Record<WorkingAgent, string>> = {
  reasoning_agent: 'Reasoning',
  research_agent: 'Web Search',
  code_agent: 'Code',
};

/** Answers with agents: decides who may have which, and runs the one that fits. */
export class AnswerWithAgents extends Agents {
  private readonly tools: AgentTools;
  private readonly loop: AgentLoop;
  private readonly first: FirstSearch;

  constructor(tools: AgentTools) {
    super();
    this.tools = tools;
    this.loop = new AgentLoop(tools.clock);
    this.first = new FirstSearch(tools.search, tools.clock);
  }

  async plan(asker: Asker, mode: ReplyMode): Promise<ReplyPlan | undefined> {
    if (mode.kind === 'search-first') {
      if (!this.tools.access.searches || (await this.tools.access.hasRights(asker))) return undefined;
      return { kind: mode.kind, agentType: null, maxIterations: null, searchFirst: true, model: undefined };
    }
    const { type, config } = await this.tools.access.admit(asker, mode.searchFirst ? 'research_agent' : mode.agentType);
    const model = config.modelConfig[type].model || undefined;
    return {
      kind: mode.kind,
      agentType: type,
      maxIterations: MOST_ITERATIONS[type],
      searchFirst: mode.searchFirst,
      model,
    };
  }

  async *run(task: AgentTask): AsyncGenerator<AgentEvent, void> {
    const type = AGENT_TYPES.find((known) => known === task.plan.agentType);
    if (!type) return yield* this.searchedAnswer(task);
    const agent = yield* this.route(task, type);
    if (task.signal.aborted) return;
    const findings = new Findings(task);
    const tools = this.toolsOf(agent, findings);
    const messages = instructed(task.messages, agent, tools.length > 0);
    const loop: Loop = { task, messages, tools, iterations: MOST_ITERATIONS[agent] };
    if (agent === 'research_agent') yield* this.research(task, loop, findings);
    else yield* this.loop.run(tools.length > 0 ? loop : { ...loop, iterations: 2 });
  }

  /** Searches in any case: with the question itself when that is wished or the model calls for nothing. */
  private async *research(task: AgentTask, loop: Loop, findings: Findings): AsyncGenerator<AgentEvent, void> {
    const search = () => this.withSearch(task, loop.messages, findings);
    yield* this.loop.run(
      task.plan.searchFirst ? { ...loop, messages: yield* search() } : { ...loop, mustCall: search },
    );
    if (!findings.found && !task.signal.aborted) yield NO_SOURCES;
  }

  /** One search, then the model alone: what those have who have no agents. */
  private async *searchedAnswer(task: AgentTask): AsyncGenerator<AgentEvent, void> {
    const results = yield* this.first.run(task, new Findings(task));
    if (task.signal.aborted) return;
    const messages =
      results === undefined ? withoutSources(task.messages, task.sources) : withResults(citing(task.messages), results);
    yield* this.loop.run({ task, messages, tools: [], iterations: 1 });
  }

  private async *withSearch(
    task: AgentTask,
    messages: readonly ModelMessage[],
    findings: Findings,
  ): AsyncGenerator<AgentEvent, ModelMessage[]> {
    const results = yield* this.first.run(task, findings);
    return results === undefined ? withoutSources(messages, task.sources) : withResults(messages, results);
  }

  private toolsOf(agent: WorkingAgent, findings: Findings): Tool[] {
    const { search, pages, runner } = this.tools;
    if (agent === 'research_agent') return [new SearchTool(search, findings), new PageTool(pages, findings)];
    return agent === 'code_agent' ? [new CodeTool(runner)] : [];
  }

  /** By a cheap rule, and by the model where the words do not tell; what is switched off is not chosen. */
  private async *route(task: AgentTask, type: AgentType): AsyncGenerator<AgentEvent, WorkingAgent> {
    if (type !== 'auto_agent') return type;
    const enabled = workingOf(await this.tools.settings.current());
    const step = begun('route', 'route', 'Choosing an agent');
    const fit = (agent: WorkingAgent | undefined) => (agent && enabled.includes(agent) ? agent : undefined);
    const chosen =
      fit(byWords(task.question, this.tools.isSearchLike)) ??
      (enabled.length > 1 ? fit(await byModel(task)) : undefined);
    const agent = chosen ?? fit('reasoning_agent') ?? enabled[0] ?? 'reasoning_agent';
    yield ended(step, 'done', NAMES[agent]);
    return agent;
  }
}
