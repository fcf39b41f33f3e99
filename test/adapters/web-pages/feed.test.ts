import { extractArticle } from '../../../src/adapters/web-pages/extract-article.ts';
import { isFeed } from '../../../src/adapters/web-pages/feed.ts';

const read = (html: string) => extractArticle({ html, url: 'https://news.example/feed', maxCharacters: 50_000 });

const RSS = `<?xml version="1.0"?><!-- made by a machine -->
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>River News</title><link>https://news.example/</link><description>All about the river</description>
<image><title>A logo</title></image>
<item><title>The bridge &amp;amp; its mayor</title><link>https://news.example/1?utm_source=rss</link>
<pubDate>Fri, 27 Nov 2026 23:30:00 +0100</pubDate>
<description>&lt;p&gt;It was opened &lt;b&gt;today&lt;/b&gt;.&lt;/p&gt;
&lt;script&gt;steal()&lt;/script&gt;</description></item>
<item><title><![CDATA[Flood <i>warning</i>]]></title><link>/2</link>
<content:encoded><![CDATA[<p>Two metres.</p><p>Take care.</p>]]></content:encoded></item>
</channel></rss>`;

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title type="text">Releases</title>
<link rel="self" href="https://news.example/feed"/><updated>2026-11-20T10:00:00Z</updated>
<entry><title>v2.1</title><link rel="alternate" href="https://news.example/v2.1"/>
<published>2026-11-19T23:59:00-05:00</published><author><name>Ann</name></author>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Faster</p><p>Smaller</p></div></content></entry>
</feed>`;

const RDF = `<rdf:RDF xmlns:rdf="x" xmlns:dc="y"><channel><title>Old news</title></channel>
<item><title>One</title><link>https://news.example/one</link><dc:date>2026-01-02</dc:date></item></rdf:RDF>`;

test('an RSS feed is read as its entries, with day, address and plain text', () => {
  expect(read(RSS)).toEqual({
    title: 'River News',
    text: [
      'All about the river',
      'The bridge & its mayor\n2026-11-27 · https://news.example/1?utm_source=rss\nIt was opened today.',
      'Flood warning\nhttps://news.example/2\nTwo metres.\n\nTake care.',
    ].join('\n\n'),
    images: [],
    published: '2026-11-27',
  });
});

test('an Atom feed and one of RDF are, too', () => {
  expect(read(ATOM)).toMatchObject({
    title: 'Releases',
    text: expect.stringMatching(/^v2\.1\n2026-11-19 · https:\/\/news\.example\/v2\.1\nFaster\s+Smaller$/),
    published: '2026-11-20',
  });
  expect(read(RDF)).toMatchObject({
    title: 'Old news',
    text: 'One\n2026-01-02 · https://news.example/one',
    published: '2026-01-02',
  });
});

test.each([
  ['<html><body><rss>', false],
  ['Text about <rss> and <feed>', false],
  ['<svg xmlns="http://www.w3.org/2000/svg"><feed/></svg>', false],
  ['\ufeff <?xml version="1.0"?>\n<?xml-stylesheet href="x"?>\n<!DOCTYPE rss>\n<rss>', true],
])('%j is told by its first element', (text, expected) => {
  expect(isFeed(text)).toBe(expected);
});

test('a feed without entries has no text, and names that objects have are no fields', () => {
  expect(read('<rss><channel><title>Empty</title></channel></rss>')).toBeUndefined();
  expect(read('<feed><entry><constructor>x</constructor><title>Kept</title></entry></feed>')?.text).toBe('Kept');
});

test('a feed that never ends or nests without end is read in part', () => {
  const entry = '<item><title>Again</title><description>Words</description></item>';
  expect(read(`<rss><channel>${entry.repeat(5000)}`)?.text.match(/Again/g)).toHaveLength(100);
  const deep = `<rss><channel><item><title>Deep</title>${'<description>'.repeat(100_000)}x`;
  expect(read(deep)?.text).toContain('Deep');
});
