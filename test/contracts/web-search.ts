import { SearchFailed } from '../../src/domain/agents/errors.ts';
import type { WebSearch } from '../../src/domain/agents/ports.ts';
import type { KnownImage, KnownPage } from '../vendors/search-servers.ts';

export interface WebSearchFixture {
  readonly search: WebSearch;
  /** Words that find what `knows` told. */
  readonly query: string;
  /** What can be found from now on; absent where the adapter has a fixed stock of its own. */
  readonly knows?: (pages: readonly KnownPage[], images: readonly KnownImage[]) => void;
  /** The service breaks down; absent where there is none. */
  readonly fail?: () => void;
  close(): Promise<void>;
}

const page = (
  site: string,
  at: number,
  text = `Page ${at} of ${site} tells of number ${at * 17} alone`,
): KnownPage => ({ url: `https://${site}/page/${at}`, title: `Page ${at}`, text });

/** What every WebSearch must do. */
export const behavesLikeWebSearch = (name: string, create: () => Promise<WebSearchFixture>): void => {
  describe(`${name}: searching the web`, () => {
    let world: WebSearchFixture;
    beforeEach(async () => void (world = await create()));
    afterEach(() => world.close());

    const find = (query = world.query, limit = 5, signal = new AbortController().signal) =>
      world.search.search(query, limit, signal);

    test('finds pages with an address of the web, a title and a text, no more than asked for', async () => {
      world.knows?.(
        [1, 2, 3, 4, 5, 6].map((at) => page(`site${at}.example`, at)),
        [],
      );
      const { hits } = await find(world.query, 2);
      expect(hits).toHaveLength(2);
      for (const { url, title, snippet } of hits) {
        expect(url).toMatch(/^https?:\/\//);
        expect([title, snippet]).not.toContain('');
      }
    });

    test('a question of nothing finds nothing, and a very long one is shortened', async () => {
      expect(await find('   ')).toEqual({ hits: [], images: [] });
      await expect(find('word '.repeat(3000))).resolves.toBeDefined();
    });

    test('the service’s rank is kept, but no site has more than two places before others had theirs', async () => {
      if (!world.knows) return;
      world.knows([page('a.example', 1), page('a.example', 2), page('www.a.example', 3), page('b.example', 4)], []);
      expect((await find()).hits.map(({ url }) => url)).toEqual([
        'https://a.example/page/1',
        'https://a.example/page/2',
        'https://b.example/page/4',
        'https://www.a.example/page/3',
      ]);
    });

    test('the same text on two sites comes once', async () => {
      if (!world.knows) return;
      const text =
        'The bridge over the river was opened by the mayor on a cold and windy morning in the spring of that year, ' +
        'before a crowd';
      world.knows([page('a.example', 1, text), page('copy.example', 2, `${text}.`), page('b.example', 3)], []);
      expect((await find()).hits.map(({ url }) => url)).toEqual([
        'https://a.example/page/1',
        'https://b.example/page/3',
      ]);
    });

    test('addresses that are not of the web do not come in, and markup becomes text', async () => {
      if (!world.knows) return;
      const odd = (url: string): KnownPage => ({ ...page('x.example', 1), url });
      world.knows(
        [
          odd('javascript:alert(1)'),
          odd('file:///etc/passwd'),
          odd('https://user:pass@x.example/'),
          page('a.example', 1, 'Salt &amp; <b>pepper</b>\u0007 on\n the table'),
        ],
        [],
      );
      const { hits } = await find();
      expect(hits.map(({ url, snippet }) => [url, snippet])).toEqual([
        ['https://a.example/page/1', 'Salt & pepper on the table'],
      ]);
    });

    test('images come with where they stand', async () => {
      if (!world.knows) return;
      world.knows(
        [page('a.example', 1)],
        [{ url: 'https://a.example/one.jpg', title: 'Page 1', page: 'https://a.example/page/1' }],
      );
      expect((await find()).images).toEqual([
        expect.objectContaining({ url: 'https://a.example/one.jpg', alt: 'Page 1' }),
      ]);
    });

    test('a service that fails is told as such, and so is a search that was called off', async () => {
      await expect(find(world.query, 5, AbortSignal.abort())).rejects.toThrow(SearchFailed);
      world.fail?.();
      if (world.fail) await expect(find()).rejects.toThrow(SearchFailed);
    });
  });
};
