import { PageUnavailable, SearchFailed } from '../../src/domain/agents/errors.ts';
import {
  type AgentConfig,
  type CodeResult,
  type CodeProgram,
  CodeRunner,
  type ProgramFile,
  ProgramFiles,
  type PythonProgram,
  type PythonResult,
  PythonRunner,
  type ReadableProgramFile,
  type WebSearchResults,
  type WebHit,
  type WebImage,
  type PageRequest,
  type WebPage,
  PageFetcher,
  WebSearch,
} from '../../src/domain/agents/ports.ts';
import { DEFAULT_AGENT_CONFIG } from '../../src/shared/settings/agents.ts';

export const anAgentConfig = (more: Partial<AgentConfig> = {}): AgentConfig => ({ ...DEFAULT_AGENT_CONFIG, ...more });

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
  /** What each search waits for. */
  wait: Promise<unknown> = Promise.resolve();
  down = false;

  constructor(
    private readonly hits: readonly WebHit[] = [aHit()],
    private readonly images: readonly WebImage[] = [],
  ) {
    super();
  }

  async search(query: string, limit: number): Promise<WebSearchResults> {
    this.queries.push(query);
    await this.wait;
    if (this.down) throw new SearchFailed('down');
    return { hits: this.hits.slice(0, limit), images: this.images };
  }
}

/** Pages by their address, documents as the texts of their pages; any other does not answer. */
export class FixedPageFetcher extends PageFetcher {
  readonly fetched: string[] = [];
  readonly owners: string[] = [];

  constructor(private readonly pages: Readonly<Record<string, string | readonly string[]>> = {}) {
    super();
  }

  async fetch({ url, maxCharacters, owner }: PageRequest): Promise<WebPage> {
    this.fetched.push(url);
    this.owners.push(owner);
    const found = this.pages[url];
    if (found === undefined) throw new PageUnavailable('The site did not answer.');
    const page = { url, title: `Page ${url}`, images: [] };
    if (typeof found === 'string') return { ...page, text: found.slice(0, maxCharacters) };
    return { ...page, text: found.join('\n\n'), pages: found.map((text, at) => ({ number: at + 1, text })) };
  }
}

/** Says what it was given to run. */
export class EchoRunner extends CodeRunner {
  readonly ran: string[] = [];

  async run({ code }: CodeProgram): Promise<CodeResult> {
    this.ran.push(code);
    return code.includes('throw') ? { output: '', error: 'it threw' } : { output: `ran ${code}`, error: undefined };
  }
}

/** Says what it was given to run, and writes what it is told to. */
export class EchoPython extends PythonRunner {
  isAvailable = true;
  readonly ran: PythonProgram[] = [];
  writes: readonly ProgramFile[] = [];
  omitted = 0;

  async run(program: PythonProgram, _signal: AbortSignal, onStart: () => void): Promise<PythonResult> {
    this.ran.push(program);
    onStart();
    const error = program.code.includes('raise') ? 'it raised' : undefined;
    return { output: `ran ${program.code}`, error, files: this.writes, omitted: this.omitted };
  }
}

/** Files by their id; stores until it is full. */
export class MemoryProgramFiles extends ProgramFiles {
  readonly stored: (ProgramFile & { readonly owner: string })[] = [];
  readonly asked: { readonly owner: string; readonly ids: readonly string[] }[] = [];
  room = Infinity;

  constructor(private readonly files: Readonly<Record<string, ProgramFile>> = {}) {
    super();
  }

  async list({ uid }: { readonly uid: string }, ids: readonly string[]): Promise<readonly ReadableProgramFile[]> {
    this.asked.push({ owner: uid, ids });
    return ids.map((id) => ({ id, name: this.files[id]?.name ?? `${id}.txt` }));
  }

  async read(_: unknown, files: readonly ReadableProgramFile[]): Promise<readonly ProgramFile[]> {
    return files.map(({ name }) => ({ name, bytes: new TextEncoder().encode(`bytes of ${name}`) }));
  }

  async store({ uid: owner }: { readonly uid: string }, file: ProgramFile) {
    if (this.stored.length >= this.room) return 'There is no room.';
    this.stored.push({ ...file, owner });
    return { id: `made-${this.stored.length}`, name: file.name, type: 'text/plain', size: file.bytes.length };
  }
}
