import type { AgentEvent } from '../chat/replies/ports/agents.ts';
import { toSingleLine, wrapUntrustedText } from '../kernel/untrusted-text.ts';
import { PageNotAllowed } from './errors.ts';
import { type SourceRegistry, hostnameOf } from './source-registry.ts';
import type { WebSearchResults, WebHit, PageFetcher, WebSearch } from './ports.ts';
import { selectParts } from './select-parts.ts';
import { startStep, endStep } from './step.ts';
import type { Step } from '../../shared/reply-details.ts';
import { requireText, type Tool, type ToolRun } from './tool.ts';
import { STEP_FAILURES, STEP_TEXTS } from '../../shared/step-texts.ts';

/** Per search. */
const MAX_HITS = 6;
/** Limits of what the model gets. */
const MAX_HIT_CHARACTERS = 1200;
const MAX_SEARCH_CHARACTERS = 7000;
const MAX_PAGE_CHARACTERS = 6000;
/** Of a long page, of which the model gets the parts that matter. */
const MAX_READ_CHARACTERS = 60_000;
const MAX_QUERY_CHARACTERS = 300;
const MAX_WANTED_CHARACTERS = 1000;

/** Web search; its results become numbered sources. */
export class SearchTool implements Tool {
  readonly spec;

  constructor(
    private readonly search: WebSearch,
    private readonly sources: SourceRegistry,
  ) {
    this.spec = {
      name: search.toolName,
      description: 'Searches the web. Call it several times at once for separate questions.',
      parameters: {
        type: 'object',
        properties: { query: { type: 'string', description: 'What to search for, in few words' } },
        required: ['query'],
        additionalProperties: false,
      },
    };
  }

  startStep({ id, input }: ToolRun): Step {
    const query = typeof input['query'] === 'string' ? toSingleLine(input['query'], MAX_QUERY_CHARACTERS) : null;
    return startStep(id, 'search', STEP_TEXTS.searchingWeb, query);
  }

  async *run({ input, signal }: ToolRun, step: Step): AsyncGenerator<AgentEvent, string> {
    const query = toSingleLine(requireText(input, 'query'), MAX_QUERY_CHARACTERS);
    const results = await this.search.search(query, MAX_HITS, signal);
    yield* searchEvents(this.search.toolName, results, this.sources);
    yield endStep(step, 'done', results.hits.length === 0 ? STEP_TEXTS.nothingFound : null);
    return hitsAsData(results.hits, this.sources, `${this.search.toolName} ${JSON.stringify(query)}`);
  }
}

/** Sources and images first, then the tool's result. */
function* searchEvents(
  toolName: WebSearch['toolName'],
  results: WebSearchResults,
  sources: SourceRegistry,
): Generator<AgentEvent, void> {
  yield* sources.addSearch(results);
  const images = results.images.slice(0, MAX_HITS);
  yield { type: 'tool_result', toolName, results: results.hits.map((hit) => toToolResult(hit, sources)), images };
}

const toToolResult = ({ url, title, snippet, content }: WebHit, sources: SourceRegistry) => ({
  url: sources.addressOf(url),
  title: toSingleLine(title, MAX_QUERY_CHARACTERS),
  snippet: toSingleLine(snippet, MAX_HIT_CHARACTERS),
  content: content.slice(0, MAX_HIT_CHARACTERS),
  description: '',
});

/** Each result with the number to cite it by. */
const hitsAsData = (hits: readonly WebHit[], sources: SourceRegistry, label: string): string => {
  const lines = hits.map(({ url, title, snippet, content }) => {
    const number = sources.numberOf(url);
    return (
      `${number === undefined ? '(not to be cited)' : `[${number}]`} ${toSingleLine(title, MAX_QUERY_CHARACTERS)}\n` +
      `${url}\n${(content || snippet).slice(0, MAX_HIT_CHARACTERS)}`
    );
  });
  return wrapUntrustedText(label, lines.join('\n\n') || 'Nothing was found.', MAX_SEARCH_CHARACTERS);
};

/** Fetches one page, by a URL from the user or from a search of this reply. */
export class FetchPageTool implements Tool {
  readonly spec = {
    name: 'fetch_url',
    description: 'Reads one public web page. Takes only addresses that the person wrote or that a search brought.',
    parameters: {
      type: 'object',
      properties: {
        url: { type: 'string', description: 'The full address' },
        looking_for: { type: 'string', description: 'What to find on it: of a long page only parts are returned' },
      },
      required: ['url'],
      additionalProperties: false,
    },
  };

  constructor(
    private readonly pages: PageFetcher,
    private readonly sources: SourceRegistry,
    private readonly question: string,
  ) {}

  startStep({ id, input }: ToolRun): Step {
    const { url } = input;
    return startStep(id, 'read', STEP_TEXTS.readingPage, typeof url === 'string' ? hostnameOf(url) : null);
  }

  async *run({ input, signal }: ToolRun, step: Step): AsyncGenerator<AgentEvent, string> {
    const url = requireText(input, 'url');
    if (!this.sources.canFetch(url)) throw new PageNotAllowed(STEP_FAILURES.addressUnknown);
    const whole = await this.pages.fetch(url, MAX_READ_CHARACTERS, signal);
    const lookedFor = typeof input['looking_for'] === 'string' ? input['looking_for'] : '';
    const wanted = `${this.question.slice(0, MAX_WANTED_CHARACTERS)} ${lookedFor.slice(0, MAX_WANTED_CHARACTERS)}`;
    const title = toSingleLine(whole.title, MAX_QUERY_CHARACTERS);
    const page = { ...whole, text: selectParts(whole.text, wanted, MAX_PAGE_CHARACTERS - title.length - 2) };
    yield* this.sources.addPage(page, url);
    const snippet = toSingleLine(page.text, 200);
    const result = { url: this.sources.addressOf(url), title, snippet, content: page.text, description: '' };
    yield { type: 'tool_result', toolName: 'fetch_url', results: [result], images: page.images.slice(0, MAX_HITS) };
    yield endStep(step, 'done', title || null);
    const number = this.sources.numberOf(url);
    const source = number === undefined ? 'not to be cited' : `cite as [${number}]`;
    return wrapUntrustedText(`fetch_url ${url} (${source})`, `${title}\n\n${page.text}`, MAX_PAGE_CHARACTERS);
  }
}
