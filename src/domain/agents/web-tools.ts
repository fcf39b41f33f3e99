import type { AgentEvent, AgentTask } from '../chat/replies/ports/agents.ts';
import { ownerOf } from '../chat/replies/ports/requesters.ts';
import { toSingleLine, wrapUntrustedText } from '../kernel/untrusted-text.ts';
import { PageNotAllowed } from './errors.ts';
import { type SourceRegistry, hostnameOf } from './source-registry.ts';
import type { WebSearchResults, WebHit, WebPage, PageFetcher, WebSearch } from './ports.ts';
import { pageLabel, type Section, selectSections } from './select-parts.ts';
import { pageAddress } from '../../shared/page-address.ts';
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
const MAX_READ_CHARACTERS = 200_000;
/** Of the line that dates a page, with the blank lines around it. */
const MAX_DATE_CHARACTERS = 25;
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
  const lines = hits.map(({ url, title, snippet, content, published }) => {
    const number = sources.numberOf(url);
    return (
      `${number === undefined ? '(not to be cited)' : `[${number}]`} ${toSingleLine(title, MAX_QUERY_CHARACTERS)}\n` +
      `${url}${published === undefined ? '' : `\nPublished: ${published}`}\n` +
      `${(content || snippet).slice(0, MAX_HIT_CHARACTERS)}`
    );
  });
  return wrapUntrustedText(label, lines.join('\n\n') || 'Nothing was found.', MAX_SEARCH_CHARACTERS);
};

/** Fetches one page or document, by a URL from the user or from a search of this reply. */
export class FetchPageTool implements Tool {
  readonly spec = {
    name: 'fetch_url',
    description:
      'Reads one public web page or document, such as a PDF. Takes only addresses that the person wrote or that a ' +
      'search brought.',
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
    private readonly task: Pick<AgentTask, 'question' | 'requester'>,
  ) {}

  startStep({ id, input }: ToolRun): Step {
    const { url } = input;
    return startStep(id, 'read', STEP_TEXTS.readingPage, typeof url === 'string' ? hostnameOf(url) : null);
  }

  async *run({ input, signal }: ToolRun, step: Step): AsyncGenerator<AgentEvent, string> {
    const url = requireText(input, 'url');
    if (!this.sources.canFetch(url)) throw new PageNotAllowed(STEP_FAILURES.addressUnknown);
    const request = { url, maxCharacters: MAX_READ_CHARACTERS, owner: ownerOf(this.task.requester) };
    const page = await this.pages.fetch(request, signal);
    const title = toSingleLine(page.title, MAX_QUERY_CHARACTERS);
    const sections = selectSections(
      sectionsOf(page),
      this.wanted(input),
      MAX_PAGE_CHARACTERS - title.length - MAX_DATE_CHARACTERS,
    );
    yield* this.sources.addPage({ ...page, text: sections[0]?.text ?? '' }, url);
    const results = sections.map((section) => toResult(section, title, this.sources.addressOf(url)));
    yield { type: 'tool_result', toolName: 'fetch_url', results, images: page.images.slice(0, MAX_HITS) };
    yield endStep(step, 'done', title || null);
    const number = this.sources.numberOf(url);
    const source = number === undefined ? 'not to be cited' : `cite as [${number}]`;
    const dated = page.published === undefined ? [] : [`Published: ${page.published}`];
    const text = [title, ...dated, ...sections.map(withPageLabel)].join('\n\n');
    return wrapUntrustedText(`fetch_url ${url} (${source})`, text, MAX_PAGE_CHARACTERS);
  }

  private wanted({ looking_for: lookedFor }: ToolRun['input']): string {
    const named = typeof lookedFor === 'string' ? lookedFor : '';
    return `${this.task.question.slice(0, MAX_WANTED_CHARACTERS)} ${named.slice(0, MAX_WANTED_CHARACTERS)}`;
  }
}

const sectionsOf = ({ text, pages }: WebPage): Section[] =>
  pages?.map((page) => ({ page: page.number, text: page.text })) ?? [{ page: undefined, text }];

const withPageLabel = ({ page, text }: Section): string =>
  page === undefined ? text : `${pageLabel(page)}\n\n${text}`;

/** A page of a document is evidence by its own address, so that a citation can name it. */
const toResult = ({ page, text }: Section, title: string, address: string) => ({
  url: page === undefined ? address : pageAddress(address, page),
  title,
  snippet: toSingleLine(text, 200),
  content: text,
  description: '',
});
