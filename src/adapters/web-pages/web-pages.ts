import { PageFailed } from '../../domain/agents/errors.ts';
import { type WebPage, WebPages } from '../../domain/agents/ports.ts';
import { decode, kindOf } from './charset.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import type { Readable, Reading } from './reading.ts';

const BYTES = 2 * 1024 * 1024;
const ACCEPT = 'text/html,application/xhtml+xml,text/plain;q=0.9,text/*;q=0.8,application/json;q=0.7';

/** Turns a page's markup into what people read of it. */
export interface Reader {
  read(reading: Reading, signal: AbortSignal): Promise<Readable>;
}

/** Public pages, fetched through the guard and read apart from this thread. */
export class GuardedWebPages extends WebPages {
  private readonly net: Pick<GuardedFetch, 'get'>;
  private readonly reader: Reader;

  constructor(net: Pick<GuardedFetch, 'get'>, reader: Reader) {
    super();
    this.net = net;
    this.reader = reader;
  }

  async read(url: string, characters: number, signal: AbortSignal): Promise<WebPage> {
    const found = await this.net.get({ url, accept: ACCEPT, signal, bytes: BYTES, longer: 'cut' });
    const kind = kindOf(found.type, found.bytes);
    if (!kind) throw new PageFailed('This address is not a page with text');
    const text = decode(found.bytes, found.type);
    if (kind === 'html')
      return { url: found.url, ...(await this.reader.read({ html: text, url: found.url, characters }, signal)) };
    const { hostname, pathname } = new URL(found.url);
    return { url: found.url, title: nameIn(pathname) || hostname, text: tidied(text).slice(0, characters), images: [] };
  }
}

/** Text of a file as it is, without what no database takes. */
const tidied = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\0', '').trim();

const nameIn = (path: string): string => {
  try {
    return decodeURIComponent(path.split('/').at(-1) ?? '');
  } catch {
    return '';
  }
};
