import { DEFAULT_AGENTS } from '../../src/domain/agents/agent-config.ts';
import { PageFailed, SearchFailed } from '../../src/domain/agents/errors.ts';
import {
  type AgentConfig,
  AgentSettings,
  type CodeOutcome,
  CodeRunner,
  type WebFindings,
  type WebHit,
  type WebImage,
  type WebPage,
  WebPages,
  WebSearch,
} from '../../src/domain/agents/ports.ts';

export const anAgentConfig = (more: Partial<AgentConfig> = {}): AgentConfig => ({ ...DEFAULT_AGENTS, ...more });

export class InMemoryAgentSettings extends AgentSettings {
  private config: AgentConfig;

  constructor(defaults: AgentConfig = anAgentConfig()) {
    super();
    this.config = defaults;
  }

  async current(): Promise<AgentConfig> {
    return this.config;
  }

  async change(config: AgentConfig): Promise<void> {
    this.config = config;
  }
}

export const aHit = (more: Partial<WebHit> = {}): WebHit => ({
  url: 'https://one.example/a',
  title: 'One',
  snippet: 'One says so.',
  content: '',
  ...more,
});

export const anImage = (more: Partial<WebImage> = {}): WebImage => ({
  url: 'https://one.example/a.png',
  alt: 'A',
  caption: '',
  source: 'https://one.example/a',
  ...more,
});

/** A web of the hits that a test gives it; with none it is down. */
export class FixedSearch extends WebSearch {
  readonly toolName = 'web_search';
  readonly queries: string[] = [];
  private readonly hits: readonly WebHit[];
  private readonly images: readonly WebImage[];
  /** What each search waits for. */
  wait: Promise<unknown> = Promise.resolve();
  down = false;

  constructor(hits: readonly WebHit[] = [aHit()], images: readonly WebImage[] = []) {
    super();
    this.hits = hits;
    this.images = images;
  }

  async search(query: string, limit: number): Promise<WebFindings> {
    this.queries.push(query);
    await this.wait;
    if (this.down) throw new SearchFailed('down');
    return { hits: this.hits.slice(0, limit), images: this.images };
  }
}

/** Pages by their address; any other does not answer. */
export class FixedPages extends WebPages {
  readonly asked: string[] = [];
  private readonly pages: Readonly<Record<string, string>>;

  constructor(pages: Readonly<Record<string, string>> = {}) {
    super();
    this.pages = pages;
  }

  async read(url: string, characters: number): Promise<WebPage> {
    this.asked.push(url);
    const text = this.pages[url];
    if (text === undefined) throw new PageFailed('The page did not answer.');
    return { url, title: `Page ${url}`, text: text.slice(0, characters), images: [] };
  }
}

/** Says what it was given to run. */
export class EchoRunner extends CodeRunner {
  readonly ran: string[] = [];

  async run(code: string): Promise<CodeOutcome> {
    this.ran.push(code);
    return code.includes('throw') ? { output: '', error: 'it threw' } : { output: `ran ${code}`, error: undefined };
  }
}
