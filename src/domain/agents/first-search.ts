import type { AgentEvent, AgentTask } from '../chat/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import { CallTools } from './call-tools.ts';
import type { Findings } from './findings.ts';
import type { WebSearch } from './ports.ts';
import { note } from './step.ts';
import { SearchTool } from './web-tools.ts';

/** Told when the web has brought nothing to answer from. */
export const NO_SOURCES = note('no-sources', 'The web search brought nothing', 'The answer comes without sources.');

/** One search for the question itself, without asking a model what to search for. */
export class FirstSearch {
  private readonly search: WebSearch;
  private readonly clock: Clock;

  constructor(search: WebSearch, clock: Clock) {
    this.search = search;
    this.clock = clock;
  }

  /** Answers the results as the model is told; undefined, with a note, when the search failed or found nothing. */
  async *run(
    { question, signal }: Pick<AgentTask, 'question' | 'signal'>,
    findings: Findings,
  ): AsyncGenerator<AgentEvent, string | undefined> {
    const tool = new SearchTool(this.search, findings);
    const call = { id: 'first', name: tool.spec.name, arguments: JSON.stringify({ query: question }) };
    const [brought] = yield* new CallTools([tool], this.clock, 'first').execute([call], signal);
    if (findings.found) return brought?.text;
    yield NO_SOURCES;
    return undefined;
  }
}
