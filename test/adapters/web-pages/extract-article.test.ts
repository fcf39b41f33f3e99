import { extractArticle } from '../../../src/adapters/web-pages/extract-article.ts';

const URL = 'https://a.example/';
const many = (length: number, write: (n: number) => string): string =>
  Array.from({ length }, (_, n) => write(n)).join('');
const textOf = (inside: string): string =>
  extractArticle({
    html: `<html><head><title>t</title></head><body>${inside}</body></html>`,
    url: URL,
    maxCharacters: Infinity,
  })?.text ?? '';
const words = (n: number): string => `Paragraph ${n}, with words, and with more words, goes on.`;

describe('a wide page is read whole, and as one', () => {
  test.each([1, 499, 500, 501, 1001, 1700])('an article of %i paragraphs', (length) => {
    const found = textOf(`<nav>Home</nav><article>${many(length, (n) => `<p>${words(n)}</p>`)}</article>`);
    expect(found.split('\n\n')).toEqual(Array.from({ length }, (_, n) => words(n)));
  });

  test('paragraphs of the body itself', () => {
    expect(textOf(many(1001, (n) => `<p>${words(n)}</p>`)).split('\n\n')).toHaveLength(1001);
  });

  test('a list and a table within an article', () => {
    const around = (inside: string): string => `<article>${many(5, (n) => `<p>${words(n)}</p>`)}${inside}</article>`;
    const list = textOf(around(`<ul>${many(1200, (n) => `<li>Item ${n}, which is a thing</li>`)}</ul>`));
    expect([...list.matchAll(/^- Item (\d+), which is a thing$/gm)].map(([, n]) => Number(n))).toEqual(
      Array.from({ length: 1200 }, (_, n) => n),
    );
    const table = textOf(
      around(`<table><tr><th>Name<th>Size</tr>${many(1200, (n) => `<tr><td>Row ${n}<td>${n}</tr>`)}</table>`),
    );
    expect(table.match(/Row \d+ \| \d+/g)).toHaveLength(1200);
  });

  test('addresses of pictures stay, and values that no address has do not', () => {
    const html =
      `<html><body><article>${many(9, (n) => `<p>${words(n)}</p>`)}<img src="/a.png" srcset="${'a'.repeat(9000)} ` +
      `b"><img src="/${'a'.repeat(9000)}"></article></body></html>`;
    expect(extractArticle({ html, url: URL, maxCharacters: 10_000 })?.images.map(({ url }) => url)).toEqual([
      `${URL}a.png`,
    ]);
  });
});

test('code keeps its lines and blanks', () => {
  const around = many(4, (n) => `<p>${words(n)}</p>`);
  const code = '<pre><code><span>def f(x):</span>\n    if x:\n\treturn <b>1</b>\n</code></pre>';
  expect(textOf(`<article>${around}${code}${around}</article>`)).toContain(
    `goes on.\n\ndef f(x):\n    if x:\n\treturn 1\n\nParagraph 0`,
  );
});

test('of a page of very many elements all text is taken, and no more than is asked for', () => {
  const body = `<body><nav>Home</nav>${many(21_000, (n) => `<i>${n} </i>`)}</body>`;
  const html = `<html><head><title>Large</title></head>${body}</html>`;
  const found = extractArticle({ html, url: URL, maxCharacters: 1000 });
  expect([found?.title, found?.text.length, found?.text.startsWith('0 1 2 3 ')]).toEqual(['Large', 1000, true]);
});
