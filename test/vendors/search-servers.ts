import { type ReceivedRequest, type ServiceResponse, startWebService, type WebService } from './web-service.ts';

/** A page as these servers know it, whatever their wire format. */
export interface KnownPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

export interface KnownImage {
  readonly url: string;
  readonly title: string;
  readonly page: string;
}

export interface SearchServer extends WebService {
  pages: readonly KnownPage[];
  images: readonly KnownImage[];
}

type Responder = (call: ReceivedRequest, server: Pick<SearchServer, 'pages' | 'images'>) => ServiceResponse;

const startSearchServer = async (answering: Responder): Promise<SearchServer> => {
  const content = { pages: [] as readonly KnownPage[], images: [] as readonly KnownImage[] };
  const service = await startWebService((call) => answering(call, content));
  return Object.defineProperties(service, {
    pages: { get: () => content.pages, set: (pages: readonly KnownPage[]) => void (content.pages = pages) },
    images: { get: () => content.images, set: (images: readonly KnownImage[]) => void (content.images = images) },
  }) as SearchServer;
};

const query = ({ path }: ReceivedRequest): URLSearchParams => new URL(path, 'http://server.example').searchParams;

const refused: ServiceResponse = { status: 401, json: { error: 'no such key' } };

export const startTavily = (key: string): Promise<SearchServer> =>
  startSearchServer((call, { pages, images }) => {
    if (call.method !== 'POST' || call.path !== '/search') return { status: 404, json: {} };
    if (call.headers.authorization !== `Bearer ${key}`) return refused;
    const { max_results: limit } = JSON.parse(call.body) as { max_results: number };
    return {
      json: {
        query: (JSON.parse(call.body) as { query: string }).query,
        images: images.map(({ url, title }) => ({ url, description: title })),
        results: pages
          .slice(0, limit)
          .map(({ url, title, text }, at) => ({ url, title, content: text, score: 1 - at / 100, raw_content: null })),
        response_time: 0.1,
      },
    };
  });

export const startBrave = (key: string): Promise<SearchServer> =>
  startSearchServer((call, { pages, images }) => {
    if (call.headers['x-subscription-token'] !== key) return refused;
    const limit = Number(query(call).get('count'));
    if (call.path.startsWith('/res/v1/images/search?')) {
      return {
        json: {
          type: 'images',
          results: images.map(({ url, title, page }) => ({
            title,
            url: page,
            thumbnail: { src: `${url}?small` },
            properties: { url },
          })),
        },
      };
    }
    if (!call.path.startsWith('/res/v1/web/search?')) return { status: 404, json: {} };
    return {
      json: {
        type: 'search',
        web: {
          results: pages
            .slice(0, limit)
            .map(({ url, title, text }) => ({ url, title: `<strong>${title}</strong>`, description: text })),
        },
      },
    };
  });

export const startSearXng = (): Promise<SearchServer> =>
  startSearchServer((call, { pages, images }) => {
    if (!call.path.startsWith('/search?') || query(call).get('format') !== 'json') return { status: 403, json: {} };
    const results =
      query(call).get('categories') === 'images'
        ? images.map(({ url, title, page }) => ({
            url: page,
            title,
            content: '',
            img_src: url,
            thumbnail_src: url,
            category: 'images',
          }))
        : pages.map(({ url, title, text }) => ({ url, title, content: text, engine: 'test', category: 'general' }));
    return { json: { query: query(call).get('q'), number_of_results: results.length, results } };
  });

/** MediaWiki's pages come in no order; `index` tells their rank. */
export const startWikipedia = (): Promise<SearchServer> =>
  startSearchServer((call, { pages, images }) => {
    if (!call.path.startsWith('/w/api.php?') || query(call).get('generator') !== 'search')
      return { status: 404, json: {} };
    if (pages.length === 0) return { json: { batchcomplete: true } };
    const found = pages.slice(0, Number(query(call).get('gsrlimit'))).map(({ url, title, text }, at) => {
      const image = images.find(({ page }) => page === url);
      return {
        pageid: at + 10,
        title,
        index: at + 1,
        fullurl: url,
        extract: text,
        ...(image ? { thumbnail: { source: image.url, width: 640, height: 480 } } : {}),
      };
    });
    return { json: { batchcomplete: true, query: { pages: found.reverse() } } };
  });
