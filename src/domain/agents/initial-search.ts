import type { AgentEvent, AgentTask } from '../chat/replies/ports/agents.ts';
import type { Clock } from '../kernel/ports.ts';
import { ToolRunner } from './tool-runner.ts';
import type { SourceRegistry } from './source-registry.ts';
import type { WebSearch } from './ports.ts';
import { noteStep } from './step.ts';
import { SearchTool } from './web-tools.ts';

export const NO_SOURCES_NOTE = noteStep(
  'no-sources',
  'The web search brought nothing',
  'The answer comes without sources.',
);

/** Searches for the question itself, without asking a model for a query. */
export class InitialSearch {
  constructor(
    private readonly search: WebSearch,
    private readonly clock: Clock,
  ) {}

  /** Returns the results for the model; undefined, after a note, when the search failed or found nothing. */
  async *run(
    { question, signal }: Pick<AgentTask, 'question' | 'signal'>,
    sources: SourceRegistry,
  ): AsyncGenerator<AgentEvent, string | undefined> {
    const tool = new SearchTool(this.search, sources);
    const call = { id: 'first', name: tool.spec.name, arguments: JSON.stringify({ query: question }) };
    const [result] = yield* new ToolRunner([tool], this.clock, { prefix: 'first' }).execute([call], signal);
    if (sources.hasSources) return result?.text;
    yield NO_SOURCES_NOTE;
    return undefined;
  }
}
