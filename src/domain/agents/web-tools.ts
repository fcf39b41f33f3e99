import type { AgentEvent } from '../chat/ports.ts';
import { asData } from '../kernel/data-text.ts';
import { PageRefused } from './errors.ts';
import { type Findings, inOneLine, siteOf } from './findings.ts';
import type { WebFindings, WebHit, WebPages, WebSearch } from './ports.ts';
import { begun, ended, type Step } from './step.ts';
import { textOf, type Tool, type ToolRun } from './tool.ts';

/** Hits that one search brings. */
const HITS = 6;
/** Characters of one hit and of one page that the model is told. */
const HIT_ROOM = 1200;
const SEARCH_ROOM = 7000;
const PAGE_ROOM = 6000;
/** Characters of a page that are kept as what it said. */
const QUERY = 300;

/** Searching the web; its hits are numbered sources from then on. */
export class SearchTool implements Tool {
  readonly spec;
  private readonly search: WebSearch;
  private readonly findings: Findings;

  constructor(search: WebSearch, findings: Findings) {
    this.search = search;
    this.findings = findings;
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

  begin({ id, input }: ToolRun): Step {
    const { query } = input;
    return begun(id, 'search', 'Searching the web', typeof query === 'string' ? inOneLine(query, QUERY) : null);
  }

  async *run({ input, signal }: ToolRun, step: Step): AsyncGenerator<AgentEvent, string> {
    const query = inOneLine(textOf(input, 'query'), QUERY);
    const found = await this.search.search(query, HITS, signal);
    yield* searched(this.search.toolName, found, this.findings);
    yield ended(step, 'done', found.hits.length === 0 ? 'Nothing found' : null);
    return hitsAsData(found.hits, this.findings, `${this.search.toolName} ${JSON.stringify(query)}`);
  }
}

/** What is told of a search: its sources and images first, then the result as the tool gave it. */
export function* searched(
  toolName: WebSearch['toolName'],
  found: WebFindings,
  findings: Findings,
): Generator<AgentEvent, void> {
  yield* findings.addSearch(found);
  yield { type: 'tool_result', toolName, results: found.hits.map(resultOf), images: found.images.slice(0, HITS) };
}

const resultOf = ({ url, title, snippet, content }: WebHit) => ({
  url,
  title: inOneLine(title, QUERY),
  snippet: inOneLine(snippet, HIT_ROOM),
  content: content.slice(0, HIT_ROOM),
  description: '',
});

/** The hits for the model, each under the number by which it is cited. */
const hitsAsData = (hits: readonly WebHit[], findings: Findings, label: string): string => {
  const lines = hits.map(({ url, title, snippet, content }) => {
    const number = findings.numberOf(url);
    return `${number === undefined ? '(not to be cited)' : `[${number}]`} ${inOneLine(title, QUERY)}\n${url}\n${(content || snippet).slice(0, HIT_ROOM)}`;
  });
  return asData(label, lines.join('\n\n') || 'Nothing was found.', SEARCH_ROOM);
};

/** Reading one page, by an address that the person wrote or a search of this reply brought. */
export class PageTool implements Tool {
  readonly spec = {
    name: 'fetch_url',
    description: 'Reads one public web page. Takes only addresses that the person wrote or that a search brought.',
    parameters: {
      type: 'object',
      properties: { url: { type: 'string', description: 'The full address' } },
      required: ['url'],
      additionalProperties: false,
    },
  };
  private readonly pages: WebPages;
  private readonly findings: Findings;

  constructor(pages: WebPages, findings: Findings) {
    this.pages = pages;
    this.findings = findings;
  }

  begin({ id, input }: ToolRun): Step {
    const { url } = input;
    return begun(id, 'read', 'Reading a page', typeof url === 'string' ? siteOf(url) : null);
  }

  async *run({ input, signal }: ToolRun, step: Step): AsyncGenerator<AgentEvent, string> {
    const url = textOf(input, 'url');
    if (!this.findings.mayRead(url))
      throw new PageRefused('This address came neither from the person nor from a search.');
    const page = await this.pages.read(url, PAGE_ROOM, signal);
    yield* this.findings.addPage(page, url);
    const title = inOneLine(page.title, QUERY);
    const result = { url, title, snippet: inOneLine(page.text, 200), content: page.text, description: '' };
    yield { type: 'tool_result', toolName: 'fetch_url', results: [result], images: page.images.slice(0, HITS) };
    yield ended(step, 'done', title || null);
    const number = this.findings.numberOf(url);
    const source = number === undefined ? 'not to be cited' : `cite as [${number}]`;
    return asData(`fetch_url ${url} (${source})`, `${title}\n\n${page.text}`, PAGE_ROOM);
  }
}
