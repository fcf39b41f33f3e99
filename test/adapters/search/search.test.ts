import { SEARCH } from '../../../src/adapters/search/providers.ts';
import { KnownErrorDescriber, KnownProviderFailures } from '../../../src/adapters/system/known-error-describer.ts';
import { SearchFailed } from '../../../src/domain/agents/errors.ts';
import type { WebSearch } from '../../../src/domain/agents/ports.ts';
import { selectProvider, type Env } from '../../../src/platform/provider-registry.ts';
import { behavesLikeWebSearch, type WebSearchFixture } from '../../contracts/web-search.ts';
import { CannedSearch } from '../../fakes/web-search.ts';
import {
  type SearchServer,
  startBrave,
  startSearXng,
  startTavily,
  startWikipedia,
} from '../../vendors/search-servers.ts';

const connect = (env: Env): WebSearch => {
  const { connect: made, faults } = selectProvider(SEARCH, env, false);
  if (!made) throw new Error(faults.join());
  return made({});
};

const worldOf = (server: SearchServer, env: Env): WebSearchFixture => ({
  search: connect(env),
  query: 'anything at all',
  knows: (pages, images) => Object.assign(server, { pages, images }),
  fail: () => void (server.answer = () => undefined),
  close: () => server.close(),
});

behavesLikeWebSearch('Tavily', async () => {
  const server = await startTavily('tvly-1');
  return worldOf(server, { TAVILY_API_KEY: 'tvly-1', TAVILY_BASE_URL: server.url });
});
behavesLikeWebSearch('Brave', async () => {
  const server = await startBrave('brave-1');
  return worldOf(server, { BRAVE_API_KEY: 'brave-1', BRAVE_BASE_URL: server.url });
});
behavesLikeWebSearch('SearXNG', async () => {
  const server = await startSearXng();
  return worldOf(server, { SEARXNG_URL: server.url });
});
behavesLikeWebSearch('Wikipedia', async () => {
  const server = await startWikipedia();
  return worldOf(server, { SEARCH: 'wikipedia', WIKIPEDIA_BASE_URL: server.url });
});
behavesLikeWebSearch('the demo', async () => ({
  search: connect({ SEARCH: 'demo' }),
  query: 'how do I search the web and connect a model',
  close: async () => undefined,
}));
behavesLikeWebSearch('the fake', async () => {
  const search = new CannedSearch();
  return {
    search,
    query: 'anything',
    knows: (pages, images) => {
      search.hits = pages.map(({ url, title, text }) => ({ url, title, snippet: text, content: '' }));
      search.images = images.map(({ url, title, page }) => ({ url, alt: title, caption: title, source: page }));
    },
    fail: () => void (search.isDown = true),
    close: async () => undefined,
  };
});

describe('who searches', () => {
  test('only Tavily goes by its own name', () => {
    expect(connect({ TAVILY_API_KEY: 'k' }).toolName).toBe('tavily_search');
    expect(connect({ BRAVE_API_KEY: 'k' }).toolName).toBe('web_search');
  });

  test('the demo serves when nothing is set; in a real installation nobody does, and the search says so', async () => {
    expect(selectProvider(SEARCH, {}, true).provider?.id).toBe('demo');
    expect(selectProvider(SEARCH, {}, false).provider?.id).toBe('off');
    await expect(connect({}).search('news', 3, new AbortController().signal)).rejects.toThrow('No search is set up');
  });

  test('a fault of a variable is named, without its value', () => {
    expect(selectProvider(SEARCH, { SEARCH: 'bing' }, true).faults).toEqual([
      'SEARCH must be one of: tavily, brave, searxng, wikipedia, demo, off',
    ]);
    expect(selectProvider(SEARCH, { SEARXNG_URL: 'ftp://secret' }, true).faults.join()).toMatch(
      /^SEARXNG_URL: .*(?<!secret.*)$/,
    );
  });
});

describe('a service that misbehaves', () => {
  let server: SearchServer;
  beforeEach(async () => void (server = await startTavily('k')));
  afterEach(() => server.close());
  const find = () =>
    connect({ TAVILY_API_KEY: 'k', TAVILY_BASE_URL: server.url }).search('x', 3, new AbortController().signal);

  test.each([
    ['refuses', { status: 429, json: { detail: 'too many' } }],
    ['answers in another form', { json: { results: 'none' } }],
    ['answers with more than is read', { json: { results: [], pad: 'x'.repeat(5_000_000) } }],
  ])('that %s fails the search', async (_, said) => {
    server.answer = () => said;
    await expect(find()).rejects.toThrow(SearchFailed);
  });

  test.each([
    [402, 'quotaUsed', { error: 'payment required' }],
    [432, 'quotaUsed', { detail: { error: "This request exceeds your plan's set usage limit." } }],
    [433, 'quotaUsed', { detail: { error: 'This request exceeds the pay-as-you-go limit.' } }],
    [429, 'quotaUsed', { error: { code: 'QUOTA_LIMITED', detail: 'Request quota limit exceeded for plan.' } }],
    [403, 'quotaUsed', { message: 'Your account is out of credits' }],
    [429, 'busy', { error: { code: 'RATE_LIMITED', meta: { quota_limit: 2000, quota_current: 2 } } }],
    [429, 'busy', 'x'.repeat(5_000_000)],
    [401, 'refused', { detail: 'no such key' }],
    [403, 'refused', { detail: 'not for this plan' }],
    [500, 'unanswered', { error: 'monthly quota exceeded' }],
  ])('status %s is told as %s: %#', async (status, reason, json) => {
    server.answer = () => ({ status, json });
    const error = await find().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'SearchFailed', reason, cause: { status } });
    expect(String(error)).not.toContain('plan');
  });

  test('SearXNG without JSON is told as such, not as a wrong key', async () => {
    const searxng = await startSearXng();
    searxng.answer = () => ({ status: 403, json: {} });
    const search = connect({ SEARXNG_URL: searxng.url });
    const error = await search.search('x', 3, new AbortController().signal).catch((caught: unknown) => caught);
    await searxng.close();
    expect(error).toMatchObject({ reason: 'formatRefused' });
    expect(new KnownErrorDescriber().describe(error)).toBe(
      'It does not answer in JSON (search.formats of its settings.yml)',
    );
    expect(new KnownProviderFailures().classify(error)).toBe('format');
  });

  test('an admin reads that the quota is used up, whatever the status was', async () => {
    server.answer = () => ({ status: 432, json: { detail: { error: 'exceeds your plan' } } });
    const error = await find().catch((caught: unknown) => caught);
    expect(new KnownErrorDescriber().describe(error)).toBe('Its quota is used up');
    expect(new KnownProviderFailures().classify(error)).toBe('quota');
  });

  test('a search without its images is still a search', async () => {
    const brave = await startBrave('k');
    brave.pages = [{ url: 'https://a.example/', title: 'A', text: 'Something' }];
    const { answer } = brave;
    brave.answer = (call) => (call.path.includes('/images/') ? { status: 500, json: {} } : answer(call));
    const found = await connect({ BRAVE_API_KEY: 'k', BRAVE_BASE_URL: brave.url }).search(
      'x',
      3,
      new AbortController().signal,
    );
    await brave.close();
    expect([found.hits.length, found.images.length]).toEqual([1, 0]);
  });
});
