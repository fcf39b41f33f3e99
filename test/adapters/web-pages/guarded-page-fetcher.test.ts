import { gzipSync } from 'node:zlib';

import { jest } from '@jest/globals';

import type { Resolve } from '../../../src/platform/guarded-connect.ts';
import { GuardedFetch } from '../../../src/adapters/web-pages/guarded-fetch.ts';
import { PublicAddresses } from '../../../src/platform/public-addresses.ts';
import { ArticleWorkerPool } from '../../../src/adapters/web-pages/article-worker-pool.ts';
import { GuardedPageFetcher } from '../../../src/adapters/web-pages/guarded-page-fetcher.ts';
import { PageUnavailable, PageNotAllowed } from '../../../src/domain/agents/errors.ts';
import { ContentTypeDetector } from '../../../src/adapters/documents/content-type-detector.ts';
import { DocumentWorkerPool } from '../../../src/adapters/documents/document-worker-pool.ts';
import { WebDocuments } from '../../../src/adapters/web-pages/web-documents.ts';
import { docxOf, encryptedPdf, pdfOf, zipFile } from '../../support/documents.ts';
import { redirectsTo, respondsWith, startWebSite, type WebSite } from '../../vendors/web-site.ts';

const article = (words: string): string => `<!doctype html><html><head><title>A bridge</title>
  <meta property="og:image" content="/bridge.jpg"></head><body>
  <nav>Home Contact</nav><script>steal()</script><article><h1>A bridge</h1>
  ${`<p>${words} It was long, said the mayor, and it was wide.</p>`.repeat(12)}
  <figure><img src="pics/two.png" alt="Two"><figcaption>The second</figcaption></figure>
  <img src="dot.gif" width="1" height="1">
  <ul><li>Steel</li><li>Stone</li></ul></article></body></html>`;

jest.setTimeout(30_000); // threads start slowly from the sources

/** Two pages, of which the second has a sentence in two lines. */
const report = pdfOf([
  [
    { text: 'arXiv:2403.01234v1', size: 20 },
    { text: 'A report on bridges', size: 24 },
    { text: '' },
    { text: 'It begins here.' },
  ],
  [{ text: 'The main span of the Kestrel bridge mea-' }, { text: 'sures 412 metres, as the council wrote.' }],
]);
const stored = (content: string) => zipFile([{ name: 'x.txt', content: Buffer.from(content) }]);

let site: WebSite;
const reader = new ArticleWorkerPool({ timeoutMs: 20_000, heapMb: 128, threads: 2 });
const nets: GuardedFetch[] = [];

const named: Resolve = async (host) => {
  const known: Record<string, string[]> = {
    'inside.example': ['10.0.0.5'],
    'mixed.example': ['93.184.216.34', '127.0.0.1'],
    'mapped.example': ['::ffff:169.254.169.254'],
    'nat64.example': ['64:ff9b::7f00:1'],
    'open.example': ['127.0.0.1'],
  };
  return (known[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

const documentReader = new DocumentWorkerPool({ timeoutMs: 20_000 });
const documents = new WebDocuments(documentReader, new ContentTypeDetector());

const pages = (opened: readonly string[] = ['127.0.0.0/8'], totalMs = 10_000): GuardedPageFetcher => {
  const net = new GuardedFetch(new PublicAddresses(opened), named, { connectMs: 2000, totalMs });
  nets.push(net);
  return new GuardedPageFetcher(net, reader, documents);
};

const read = (path: string, from = pages(), maxCharacters = 2000) => {
  const url = path.includes('://') ? path : site.url + path;
  return from.fetch({ url, maxCharacters, owner: 'ann' }, new AbortController().signal);
};

beforeAll(async () => {
  site = await startWebSite({
    '/bridge': respondsWith(
      'text/html; charset=utf-8',
      article('The bridge over the river was opened, at last, on a cold morning.'),
    ),
    '/latin': respondsWith(
      'text/html; charset=iso-8859-1',
      Buffer.from(article('Die Brücke ist offen, für alle.'), 'latin1'),
    ),
    '/packed': respondsWith('text/html', gzipSync(article('Packed, but readable, as ever.')), {
      'Content-Encoding': 'gzip',
    }),
    '/bomb': respondsWith('text/plain', gzipSync(Buffer.alloc(30_000_000, 97)), { 'Content-Encoding': 'gzip' }),
    '/feed': respondsWith(
      'application/xml',
      '<?xml version="1.0"?><rss><channel><title>News</title><item><title>One</title></item></channel></rss>',
    ),
    '/notes.txt': respondsWith('text/plain', 'Plain\r\nnotes'),
    '/picture': respondsWith('image/png', Buffer.from([0x89, 0x50])),
    '/unnamed': (response) => void response.end(Buffer.from([0, 1, 2])),
    '/hop': redirectsTo('/bridge', 301),
    '/circle': redirectsTo('/circle'),
    '/moved': respondsWith(
      'text/html',
      '<meta http-equiv="refresh" content="0; url=/bridge"><a href="/bridge">here</a>',
    ),
    '/mirror': respondsWith('text/html', '<meta http-equiv="refresh" content="0;URL=/mirror">'),
    '/moved-inside': respondsWith('text/html', '<meta http-equiv="refresh" content="0; url=http://10.0.0.5/">'),
    '/gone': respondsWith('text/html', '<title>Page not found - A site</title><h1>Sorry</h1><p>Try our search.'),
    '/challenge': respondsWith(
      'text/html',
      '<title>Just a moment...</title><p>Enable JavaScript and cookies to continue',
    ),
    '/inside': redirectsTo('http://10.0.0.5/'),
    '/metadata': redirectsTo('http://[::ffff:169.254.169.254]/latest/meta-data/'),
    '/file': redirectsTo('file:///etc/passwd'),
    '/endless': (response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      const more = (): void => {
        while (response.writable && response.write('a'.repeat(65_536)));
        if (response.writable) response.once('drain', more);
      };
      more();
    },
    '/report.pdf': respondsWith('application/pdf', report),
    '/download?id=1': respondsWith('application/octet-stream', report),
    '/report.html': respondsWith('text/html', report),
    '/minutes': respondsWith('application/octet-stream', docxOf(['The bridge cost 3 million euros.'])),
    '/archive.zip': respondsWith('application/zip', stored('so')),
    '/secret.pdf': respondsWith('application/pdf', encryptedPdf()),
    '/damaged.pdf': respondsWith(
      'application/pdf',
      '%PDF-1.7 and no more of it, nor anything else that a reader knows',
    ),
    '/large.pdf': respondsWith('application/pdf', Buffer.concat([report, Buffer.alloc(12 * 1024 * 1024)])),
    '/login.pdf': respondsWith('application/pdf', article('The bridge is closed at night, says the operator.')),
    '/picture.html': respondsWith('text/html', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
    '/table.csv': respondsWith('application/octet-stream', 'City,Height\nUlm,161'),
    '/drip': (response) => void response.writeHead(200, { 'Content-Type': 'text/plain' }).write('a'),
    '/deep': respondsWith('text/html', `<html><body>${'<div>'.repeat(150_000)}x`),
  });
});
afterAll(async () => {
  await Promise.all([...nets.map((net) => net.close()), reader.close(), documentReader.close()]);
  await site.close();
});

test('a feed is read as a document, whatever its type', async () => {
  expect(await read('/feed')).toMatchObject({ title: 'News', text: 'One' });
});

describe('reading a page', () => {
  test('gives its article as text, its title and its pictures with whole addresses', async () => {
    const page = await read('/bridge');
    expect(page).toMatchObject({ url: `${site.url}/bridge`, title: 'A bridge' });
    expect(page.text).toContain('The bridge over the river was opened');
    expect(page.text).toContain('- Steel\n');
    expect(page.text).not.toMatch(/Contact|steal/);
    expect(page.images).toEqual([
      { url: `${site.url}/bridge.jpg`, alt: 'A bridge', caption: '', source: `${site.url}/bridge` },
      { url: `${site.url}/pics/two.png`, alt: 'Two', caption: 'The second', source: `${site.url}/bridge` },
    ]);
  });

  test('is no longer than asked for', async () => {
    expect((await read('/bridge', pages(), 100)).text).toHaveLength(100);
  });

  test('follows a redirect and says where it ended', async () => {
    expect((await read('/hop')).url).toBe(`${site.url}/bridge`);
    expect(await read('/moved')).toMatchObject({ url: `${site.url}/bridge`, title: 'A bridge' });
  });

  test('knows charsets, packed answers and plain text', async () => {
    expect((await read('/latin')).text).toContain('Die Brücke ist offen, für alle.');
    expect((await read('/packed')).text).toContain('Packed, but readable');
    expect(await read('/notes.txt')).toEqual({
      url: `${site.url}/notes.txt`,
      title: 'notes.txt',
      text: 'Plain\nnotes',
      images: [],
    });
  });

  test.each(['/report.pdf', '/download?id=1', '/report.html'])('%s is a PDF by its bytes', async (path) => {
    const page = await read(path);
    expect(page).toMatchObject({ url: site.url + path, title: 'A report on bridges', images: [] });
    expect(page.pages?.map(({ number }) => number)).toEqual([1, 2]);
    expect(page.pages?.[1]?.text).toBe(
      'The main span of the Kestrel bridge measures 412 metres, as the council wrote.',
    );
    expect(page.text).toBe(page.pages?.map(({ text }) => text).join('\n\n'));
  });

  test('of a PDF as much is read as is asked for', async () => {
    const page = await read('/report.pdf', pages(), 30);
    expect([page.text, page.pages]).toEqual([expect.stringMatching(/^arXiv/), [{ number: 1, text: page.text }]]);
    expect(page.text.length).toBeLessThanOrEqual(30);
  });

  test('knows other documents, and what a wrong or empty type hides', async () => {
    expect(await read('/minutes')).toMatchObject({ title: 'minutes', text: 'The bridge cost 3 million euros.' });
    expect((await read('/login.pdf')).text).toContain('The bridge is closed at night');
    expect(await read('/table.csv')).toMatchObject({ title: 'table.csv', text: 'City,Height\nUlm,161' });
  });

  test('takes two megabytes of a page without end, and of one that is packed small', async () => {
    expect((await read('/endless', pages(), 5_000_000)).text).toHaveLength(2 * 1024 * 1024);
    expect((await read('/bomb', pages(), 5_000_000)).text).toHaveLength(2 * 1024 * 1024);
  });

  test.each([
    ['/picture', 'not a page with text'],
    ['/unnamed', 'not a page with text'],
    ['/picture.html', 'not a page with text'],
    ['/archive.zip', 'not a page with text'],
    ['/secret.pdf', 'cannot be read'],
    ['/damaged.pdf', 'cannot be read'],
    ['/large.pdf', 'too large'],
    ['/none', 'answered 404'],
    ['/circle', 'in circles'],
    ['/mirror', 'in circles'],
    ['/gone', 'answered 404'],
    ['/challenge', 'not a page with text'],
  ])('%s fails in words', async (path, words) => {
    const failure = await read(path).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PageUnavailable);
    expect(String(failure)).toContain(words);
  });

  test('goes around in circles five times and no more', async () => {
    const before = site.requestedPaths.length;
    await read('/circle').catch(() => undefined);
    expect(site.requestedPaths.slice(before)).toHaveLength(6);
  });

  test('a page that drips is given up', async () => {
    await expect(read('/drip', pages(['127.0.0.0/8'], 300))).rejects.toThrow('too long');
  });

  test('a page of tags within tags is read like any other', async () => {
    await expect(read('/deep')).resolves.toMatchObject({ text: 'x' });
  });

  test('a page that takes too long costs a thread, and the next one is read', async () => {
    const quick = new ArticleWorkerPool({ timeoutMs: 1, heapMb: 64, threads: 1 });
    const net = new GuardedFetch(new PublicAddresses(['127.0.0.0/8']));
    const from = new GuardedPageFetcher(net, quick, documents);
    await expect(read('/deep', from)).rejects.toThrow(PageUnavailable);
    await quick.close();
    await net.close();
    await expect(read('/bridge')).resolves.toMatchObject({ title: 'A bridge' });
  });
});

describe('an address that is not public is refused', () => {
  test.each([
    'http://127.0.0.1/',
    'http://10.1.2.3/',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::a00:1]/',
    'http://[2002:a00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://93.184.216.34:8080/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'http://user:pass@example.org/',
    'javascript:alert(1)',
    'no address',
  ])('%s, as it is written', async (url) => {
    const request = { url, maxCharacters: 100, owner: 'ann' };
    await expect(pages([]).fetch(request, new AbortController().signal)).rejects.toThrow(PageNotAllowed);
  });

  test.each(['inside', 'mixed', 'mapped', 'nat64', 'open', 'unknown'])(
    '%s.example, by what its name stands for',
    async (name) => {
      await expect(read(`http://${name}.example/`, pages([]))).rejects.toThrow(PageNotAllowed);
    },
  );

  test.each(['/inside', '/metadata', '/file', '/moved-inside'])('%s, when a page leads there', async (path) => {
    await expect(read(path)).rejects.toThrow(PageNotAllowed);
  });

  test('where a connection ends elsewhere than its name said', async () => {
    let asked = 0;
    class Rebound extends PublicAddresses {
      override permits(): boolean {
        asked += 1;
        return asked === 1;
      }
    }
    const net = new GuardedFetch(new Rebound([]), named, { connectMs: 2000, totalMs: 10_000 });
    nets.push(net);
    const url = `http://open.example:${site.port}/bridge`;
    await expect(read(url, new GuardedPageFetcher(net, reader, documents))).rejects.toThrow(PageNotAllowed);
    expect(asked).toBe(2);
  });

  test('with a name and a password, wherever it is', async () => {
    const url = `http://user:pass@open.example:${site.port}/bridge`;
    await expect(read(url)).rejects.toThrow(PageNotAllowed);
  });

  test('unless the operator opened its range', async () => {
    expect((await read(`http://open.example:${site.port}/bridge`)).title).toBe('A bridge');
  });
});
