import { AGENTS } from '../../../src/domain/agents/settings.ts';
import { FREEMIUM } from '../../../src/domain/trial/settings.ts';
import { inMemorySettings } from '../../fakes/settings.ts';
import { AgentAccess } from '../../../src/domain/agents/agent-access.ts';
import { AnswerWithAgents } from '../../../src/domain/agents/answer-with-agents.ts';
import { leansOnPrevious } from '../../../src/domain/retrieval/follow-up.ts';
import { hasSearchIntent } from '../../../src/contract/search-intent.ts';
import { PassThroughPostProcessor } from '../../fakes/pass-through-post-processor.ts';
import type { FileContextProvider } from '../../../src/domain/chat/replies/ports/files.ts';
import type { ReplyPostProcessor } from '../../../src/domain/chat/replies/ports/answers.ts';
import type { StartReplyInput } from '../../../src/domain/chat/replies/start-reply-input.ts';
import { EchoPython, EchoRunner, FixedPageFetcher, FixedSearch, MemoryProgramFiles } from '../../fakes/agents.ts';
import type { ScriptedModels } from '../../fakes/scripted-models.ts';
import { ListConnectedTools } from '../../../src/domain/agents/connected/list-connected-tools.ts';
import { ToolCallWriter } from '../../../src/domain/agents/connected/tool-call-writer.ts';
import { ToolResults } from '../../../src/domain/agents/connected/tool-results.ts';
import { TOOLS } from '../../../src/domain/tools/settings.ts';
import { FakeReturnedFiles, InMemoryToolCalls, ScriptedConnectedTools } from '../../fakes/connected-tools.ts';
import { aHarness, ann, sharedState } from '../chat/harness.ts';
import type { ReplyEvent } from '../../../src/shared/reply-event.ts';

export const pro = { ...ann, tier: 'premium' } as const;

/** A wish of the model for a tool. */
export const toolCall = (name: string, args: object, id = `call-${name}-${JSON.stringify(args)}`) =>
  ({ type: 'tool-call', id, name, arguments: JSON.stringify(args) }) as const;

interface Options {
  readonly search?: FixedSearch;
  readonly pages?: FixedPageFetcher;
  readonly editor?: ReplyPostProcessor;
  readonly attached?: FileContextProvider;
  readonly name?: string;
  readonly connected?: ScriptedConnectedTools;
}

/** Replies of agents on the fakes: a web, pages, and a place where code runs. */
export const anAgentHarness = (
  models: ScriptedModels,
  {
    search = new FixedSearch(),
    pages = new FixedPageFetcher(),
    editor: postProcessor = new PassThroughPostProcessor(),
    attached: fileContext,
    name = 'runner-1',
    connected = new ScriptedConnectedTools(),
  }: Options = {},
  on = sharedState(),
) => {
  const settings = inMemorySettings(AGENTS);
  const trial = inMemorySettings(FREEMIUM);
  const runner = new EchoRunner();
  const python = new EchoPython();
  const programFiles = new MemoryProgramFiles();
  const called: string[] = [];
  const observer = { called: (outcome: string) => void called.push(outcome), failed: () => undefined };
  const toolSettings = inMemorySettings(TOOLS);
  const [toolCalls, returned] = [new InMemoryToolCalls(on.store), new FakeReturnedFiles()];
  const access = new AgentAccess(settings, trial, () => true);
  const agents = new AnswerWithAgents({
    access,
    search,
    pages,
    codeRunner: runner,
    pythonRunner: python,
    programFiles,
    clock: on.clock,
    connectedTools: new ListConnectedTools({
      settings: toolSettings,
      tools: connected,
      results: new ToolResults(returned),
      ledger: new ToolCallWriter(toolCalls, observer, on.ids, on.clock),
      clock: on.clock,
    }),
    isSearchLike: hasSearchIntent,
    leansOnPrevious,
  });
  const harness = aHarness(models, on, {
    agents,
    name,
    editor: postProcessor,
    ...(fileContext ? { attached: fileContext } : {}),
  });
  const askAgent = async (
    text: string,
    agentType: string,
    more: Partial<StartReplyInput> & { searchFirst?: boolean } = {},
  ): Promise<ReplyEvent[]> => {
    const { searchFirst = false, ...rest } = more;
    return harness.watch(
      await harness.ask(text, { requester: pro, mode: { kind: 'agent', agentType, searchFirst }, ...rest }),
    );
  };
  return {
    ...harness,
    called,
    connected,
    toolSettings,
    toolCalls,
    returned,
    settings,
    trial,
    search,
    pages,
    runner,
    python,
    programFiles,
    agents,
    access,
    askAgent,
  };
};

export const stepsIn = (events: readonly ReplyEvent[]) =>
  events.flatMap((event) => (event.type === 'step' ? [event.step] : []));
