import { AgentAccess } from '../../../src/domain/agents/agent-access.ts';
import { AnswerWithAgents } from '../../../src/domain/agents/answer-with-agents.ts';
import { isSearchLike } from '../../../src/contract/search-like.ts';
import { KeepDetails } from '../../fakes/keep-details.ts';
import type { AttachedFiles, ReplyEditor } from '../../../src/domain/chat/ports.ts';
import type { Question } from '../../../src/domain/chat/start-reply.ts';
import type { ReplyEvent } from '../../../src/domain/chat/reply.ts';
import { EchoRunner, FixedPages, FixedSearch, InMemoryAgentSettings } from '../../fakes/agents.ts';
import type { ScriptedModels } from '../../fakes/scripted-models.ts';
import { InMemoryTrialSettings } from '../../fakes/trial.ts';
import { aDesk, ann, shared } from '../chat/desk.ts';

export const pro = { ...ann, tier: 'premium' } as const;

/** A wish of the model for a tool. */
export const wish = (name: string, args: object, id = `call-${name}-${JSON.stringify(args)}`) =>
  ({ type: 'tool-call', id, name, arguments: JSON.stringify(args) }) as const;

interface Options {
  readonly search?: FixedSearch;
  readonly pages?: FixedPages;
  readonly editor?: ReplyEditor;
  readonly attached?: AttachedFiles;
}

/** Replies of agents on the fakes: a web, pages, and a place where code runs. */
export const anAgentDesk = (
  models: ScriptedModels,
  { search = new FixedSearch(), pages = new FixedPages(), editor = new KeepDetails(), attached }: Options = {},
  on = shared(),
) => {
  const settings = new InMemoryAgentSettings();
  const trial = new InMemoryTrialSettings();
  const runner = new EchoRunner();
  const access = new AgentAccess(settings, trial, true);
  const agents = new AnswerWithAgents({ access, settings, search, pages, runner, clock: on.clock, isSearchLike });
  const desk = aDesk(models, on, { agents, editor, ...(attached ? { attached } : {}) });
  const askAgent = async (
    text: string,
    agentType: string,
    more: Partial<Question> & { searchFirst?: boolean } = {},
  ): Promise<ReplyEvent[]> => {
    const { searchFirst = false, ...rest } = more;
    return desk.watch(await desk.ask(text, { asker: pro, mode: { kind: 'agent', agentType, searchFirst }, ...rest }));
  };
  return { ...desk, settings, trial, search, pages, runner, agents, access, askAgent };
};

export const stepsIn = (events: readonly ReplyEvent[]) =>
  events.flatMap((event) => (event.type === 'step' ? [event.step] : []));
