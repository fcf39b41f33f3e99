import type { ModelMessage } from '../chat/models/ports.ts';
import {
  type AgentEvent,
  Agents,
  type AgentTask,
  type ReplyMode,
  type ReplyPlan,
} from '../chat/replies/ports/agents.ts';
import { ownerOf, type Requester } from '../chat/replies/ports/requesters.ts';
import type { Clock } from '../kernel/ports.ts';
import { forNewSources } from '../kernel/without-citation-marks.ts';
import type { AgentAccess } from './agent-access.ts';
import { AgentLoop, type AgentLoopInput } from './agent-loop.ts';
import {
  withCitationPrompt,
  withAgentPrompt,
  withNoSourcesPrompt,
  withSearchResults,
  withToolsPrompt,
} from './agent-prompts.ts';
import { ChartTool } from './chart-tool.ts';
import { type ConnectedRun, connectedRun, NOT_CONNECTED } from './connected/connected-run.ts';
import type { ListConnectedTools } from './connected/list-connected-tools.ts';
import { CodeTool } from './code-tool.ts';
import { SourceRegistry } from './source-registry.ts';
import { InitialSearch, type LeansOnPrevious, NO_SOURCES_NOTE } from './initial-search.ts';
import type { CodeRunner, PageFetcher, ProgramFiles, PythonRunner, WebSearch } from './ports.ts';
import { PythonTool } from './python-tool.ts';
import { RestrictedTool } from './restricted-tool.ts';
import { type IsSearchLike, routeByModel, routeByKeywords } from './route-question.ts';
import { startStep, endStep } from './step.ts';
import type { Tool } from './tool.ts';
import { FetchPageTool, SearchTool } from './web-tools.ts';
import { AGENT_TOOL_NAMES, type AgentToolName, allowsTool } from '../../shared/group-rights.ts';
import { AGENT_TYPES, type AgentType, type SpecificAgentType } from '../../shared/agent-types.ts';
import { STEP_TEXTS } from '../../shared/step-texts.ts';

export interface AnswerWithAgentsDeps {
  readonly access: AgentAccess;
  readonly search: WebSearch;
  readonly pages: PageFetcher;
  readonly codeRunner: CodeRunner;
  readonly pythonRunner: PythonRunner;
  readonly programFiles: ProgramFiles;
  readonly clock: Clock;
  readonly connectedTools: ListConnectedTools;
  /** Whether a text asks for a search; the page uses the same rule. */
  readonly isSearchLike: IsSearchLike;
  readonly leansOnPrevious: LeansOnPrevious;
}

/** Of a model that answers with the tools of servers alone. */
const TOOLS_ITERATIONS = 15;

/** Model calls per reply. Research has fewer, because each round sends requests to the web. */
const MAX_ITERATIONS = { auto_agent: 15, reasoning_agent: 15, research_agent: 8, code_agent: 15 } as const;

const AGENT_TOOLS: Readonly<Record<SpecificAgentType, readonly AgentToolName[]>> = {
  reasoning_agent: [],
  research_agent: ['web_search', 'fetch_page'],
  code_agent: ['run_code'],
};

const AGENT_NAMES: Readonly<Record<SpecificAgentType, string>> = {
  reasoning_agent: STEP_TEXTS.reasoningAgent,
  research_agent: STEP_TEXTS.researchAgent,
  code_agent: STEP_TEXTS.codeAgent,
};

/** Answers with agents: checks access, routes and runs the agent. */
export class AnswerWithAgents extends Agents {
  private readonly loop: AgentLoop;
  private readonly initialSearch: InitialSearch;

  constructor(private readonly deps: AnswerWithAgentsDeps) {
    super();
    this.loop = new AgentLoop(deps.clock);
    this.initialSearch = new InitialSearch(deps.search, deps.clock, deps.leansOnPrevious);
  }

  async plan(requester: Requester, mode: ReplyMode): Promise<ReplyPlan | undefined> {
    const tools = AGENT_TOOL_NAMES.filter((tool) => requester.kind === 'visitor' || allowsTool(requester, tool));
    if (mode.kind === 'search-first') {
      const canSearch = this.deps.access.canSearch && tools.includes('web_search');
      if (!canSearch || (await this.deps.access.canUseAgents(requester))) return undefined;
      const plain = { agentType: null, maxIterations: null, agents: [], model: undefined };
      return { kind: mode.kind, searchFirst: true, tools, ...plain };
    }
    const { kind, searchFirst } = mode;
    const requested = searchFirst ? 'research_agent' : mode.agentType;
    const { type, config, agents } = await this.deps.access.admit(requester, requested);
    const model = config.modelConfig[type].model || undefined;
    return { kind, agentType: type, maxIterations: MAX_ITERATIONS[type], searchFirst, agents, tools, model };
  }

  async *run(task: AgentTask): AsyncGenerator<AgentEvent, void> {
    const type = AGENT_TYPES.find((known) => known === task.plan.agentType);
    const sources = new SourceRegistry(task);
    const connected = await this.connect(task, sources);
    if (!type) return yield* this.answerWithoutAgent(task, sources, connected);
    const agent = connected.resumed?.agent ?? (yield* this.route(task, type));
    if (task.signal.aborted) return;
    const tools = [...(await this.toolsOf(agent, sources, task)), ...connected.tools];
    const checked = this.withAccess(task, type, agent);
    const earlier = agent === 'research_agent' ? forNewSources(task.messages) : task.messages;
    const messages = withAgentPrompt(earlier, agent, tools.length > 0);
    const options = connected.loopOptions(agent);
    const loop: AgentLoopInput = { task: checked, messages, tools, iterations: MAX_ITERATIONS[agent], ...options };
    if (loop.resumed) yield* this.loop.run(loop);
    else if (agent === 'research_agent') yield* this.research(checked, loop, sources);
    else yield* this.loop.run(tools.length > 0 ? loop : { ...loop, iterations: 2 });
  }

  /** Where the reply may wait, access to the agent is asked again before each call of the model. */
  private withAccess(task: AgentTask, type: AgentType, agent: SpecificAgentType): AgentTask {
    const { connected, callModel } = task;
    if (!connected) return task;
    const { access } = this.deps;
    return {
      ...task,
      async *callModel(request) {
        await access.requireAgent(await connected.current(), type, agent);
        yield* callModel(request);
      },
    };
  }

  /** The tools of the chat's servers. A question without servers costs nothing here. */
  private async connect({ connected }: AgentTask, sources: SourceRegistry): Promise<ConnectedRun> {
    if (!connected) return NOT_CONNECTED;
    return connectedRun(connected, await this.deps.connectedTools.execute(connected), sources);
  }

  private async *answerWithoutAgent(
    task: AgentTask,
    sources: SourceRegistry,
    connected: ConnectedRun,
  ): AsyncGenerator<AgentEvent, void> {
    const { tools } = connected;
    const loop = { task, tools, iterations: tools.length > 0 ? TOOLS_ITERATIONS : 1, ...connected.loopOptions(null) };
    const messages = tools.length > 0 ? withToolsPrompt(task.messages) : task.messages;
    if (task.plan.kind === 'tools' || loop.resumed) yield* this.loop.run({ ...loop, messages });
    else yield* this.answerFromSearch({ ...task, messages }, sources, loop);
  }

  /** Always searches: with the question itself when requested, or when the model calls no tool. */
  private async *research(
    task: AgentTask,
    loop: AgentLoopInput,
    sources: SourceRegistry,
  ): AsyncGenerator<AgentEvent, void> {
    const search = () => this.messagesWithSearch(task, loop.messages, sources);
    yield* this.loop.run(
      task.plan.searchFirst ? { ...loop, messages: yield* search() } : { ...loop, requiredCallFallback: search },
    );
    if (!sources.hasSources && !task.signal.aborted) yield NO_SOURCES_NOTE;
  }

  /**
   * One search, then the model, alone or with the tools of servers: for users without agents. A question
   * about files gets no search.
   */
  private async *answerFromSearch(
    task: AgentTask,
    sources: SourceRegistry,
    loop: Omit<AgentLoopInput, 'messages'>,
  ): AsyncGenerator<AgentEvent, void> {
    if (task.hasFiles && !this.deps.isSearchLike(task.question, true))
      return yield* this.loop.run({ ...loop, messages: task.messages });
    const results = yield* this.initialSearch.run(task, sources);
    if (task.signal.aborted) return;
    const messages =
      results === undefined
        ? withNoSourcesPrompt(task.messages, task.sources)
        : withSearchResults(withCitationPrompt(forNewSources(task.messages)), results);
    yield* this.loop.run({ ...loop, messages });
  }

  private async *messagesWithSearch(
    task: AgentTask,
    messages: readonly ModelMessage[],
    sources: SourceRegistry,
  ): AsyncGenerator<AgentEvent, ModelMessage[]> {
    const results = yield* this.initialSearch.run(task, sources);
    return results === undefined ? withNoSourcesPrompt(messages, task.sources) : withSearchResults(messages, results);
  }

  private async toolsOf(agent: SpecificAgentType, sources: SourceRegistry, task: AgentTask): Promise<Tool[]> {
    const { search, pages } = this.deps;
    const tools: Readonly<Record<AgentToolName, () => Promise<Tool[]> | Tool[]>> = {
      web_search: () => [new SearchTool(search, sources)],
      fetch_page: () => [new FetchPageTool(pages, sources, task)],
      run_code: () => this.codeTools(task),
    };
    const allowed = AGENT_TOOLS[agent].filter((name) => task.plan.tools.includes(name));
    if (allowed.length === 0) return [];
    const { connected } = task;
    const made = await Promise.all(
      allowed.map(async (name) => {
        const own = await tools[name]();
        return connected ? own.map((tool) => new RestrictedTool(tool, name, connected.current)) : own;
      }),
    );
    return [...made.flat(), new ChartTool()];
  }

  private async codeTools(task: AgentTask): Promise<Tool[]> {
    const { codeRunner, pythonRunner: runner, programFiles } = this.deps;
    const owner = ownerOf(task.requester);
    const javascript = new CodeTool(codeRunner, owner);
    if (!runner.isAvailable) return [javascript];
    const requester = task.requester.kind === 'user' ? task.requester : undefined;
    const files = requester ? await programFiles.list(requester, task.fileIds) : [];
    const current = task.connected?.current;
    return [javascript, new PythonTool({ runner, programFiles, owner, requester, current, files })];
  }

  /** By keywords, else by the model; only among the agents of the plan. */
  private async *route(task: AgentTask, type: AgentType): AsyncGenerator<AgentEvent, SpecificAgentType> {
    if (type !== 'auto_agent') return type;
    const { agents: enabled } = task.plan;
    const step = startStep('route', 'route', STEP_TEXTS.choosingAgent);
    const ifEnabled = (agent: SpecificAgentType | undefined) => (agent && enabled.includes(agent) ? agent : undefined);
    const chosen =
      ifEnabled(routeByKeywords(task, this.deps.isSearchLike)) ??
      (enabled.length > 1 ? ifEnabled(await routeByModel(task)) : undefined);
    const agent = chosen ?? ifEnabled('reasoning_agent') ?? enabled[0] ?? 'reasoning_agent';
    yield endStep(step, 'done', AGENT_NAMES[agent]);
    return agent;
  }
}
