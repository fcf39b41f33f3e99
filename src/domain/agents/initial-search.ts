import type { AgentEvent, AgentTask } from '../chat/replies/ports/agents.ts';
import type { Clock } from '../kernel/ports.ts';
import { toSingleLine } from '../kernel/untrusted-text.ts';
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

/** Whether a question can be understood only with the one before. */
export type LeansOnPrevious = (question: string) => boolean;

/** Earlier questions that one may lean on, each on the one before. */
const MAX_EARLIER = 4;
const MAX_EARLIER_CHARACTERS = 200;

/** Searches for the question itself, without asking a model for a query. */
export class InitialSearch {
  constructor(
    private readonly search: WebSearch,
    private readonly clock: Clock,
    private readonly leansOnPrevious: LeansOnPrevious,
  ) {}

  /** Returns the results for the model; undefined, after a note, when the search failed or found nothing. */
  async *run(
    { question, messages, signal }: Pick<AgentTask, 'question' | 'messages' | 'signal'>,
    sources: SourceRegistry,
  ): AsyncGenerator<AgentEvent, string | undefined> {
    const tool = new SearchTool(this.search, sources);
    const call = {
      id: 'first',
      name: tool.spec.name,
      arguments: JSON.stringify({ query: this.queryFor(question, messages) }),
    };
    const [result] = yield* new ToolRunner([tool], this.clock, { prefix: 'first' }).execute([call], signal);
    if (sources.hasSources) return result?.text;
    yield NO_SOURCES_NOTE;
    return undefined;
  }
  /** "And in Germany?" says what is asked only with the question before it. */
  private queryFor(question: string, messages: AgentTask['messages']): string {
    if (!this.leansOnPrevious(question)) return question;
    const asked = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).slice(0, -1);
    const earlier = asked.slice(-MAX_EARLIER).toReversed();
    const subject = earlier.find((each) => !this.leansOnPrevious(each)) ?? earlier.at(-1);
    return subject === undefined ? question : `${toSingleLine(subject, MAX_EARLIER_CHARACTERS)} ${question}`;
  }
}
